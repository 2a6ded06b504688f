import type { Lexicon } from './lexicon.ts';
import { FacetValues } from './lookup/facet-values.ts';
import { IndexView } from './lookup/index-view.ts';
import { type IndexState, type ManifestSegment, readRemoved } from './manifest.ts';
import { SortedDictionary } from './segment/dictionary.ts';
import type { RemovedSet } from './segment/removed-set.ts';
import { IndexSegment } from './segment/segment.ts';

/** Keeps the segments of the newest manifest open in a search thread. */
export class IndexReader {
  readonly #folder: string;
  #open = new Map<string, { segment: IndexSegment; removed: RemovedSet; entry: ManifestSegment }>();
  readonly #facetValues = new FacetValues();
  #view = new IndexView([]);
  #lexicon: { readonly of: SharedArrayBuffer; readonly words: SortedDictionary } | null = null;
  generation = -1;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get view(): IndexView {
    return this.#view;
  }

  /** The current view of the index. States older than the open one change nothing. */
  viewOf(state: IndexState): IndexView {
    const { manifest } = state;
    if (manifest.generation <= this.generation) return this.#view;
    const before = this.#open;
    this.#open = new Map(manifest.segments.map(entry => [entry.name, this.#opened(entry, state)]));
    for (const [name, { segment }] of before) if (!this.#open.has(name)) segment.close();
    this.generation = manifest.generation;
    this.#view = new IndexView([...this.#open.values()], this.#facetValues, this.#wordsOf(state.lexicon));
    return this.#view;
  }

  /** The lexicon for the segments that it covers, and the words of the other segments. */
  #wordsOf(lexicon: Lexicon | null): SortedDictionary[] {
    if (lexicon && this.#lexicon?.of !== lexicon.words)
      this.#lexicon = {
        of: lexicon.words,
        words: new SortedDictionary(Buffer.from(lexicon.words), 0, lexicon.slots),
      };
    const covered = new Set(lexicon?.covered);
    const others = [...this.#open.values()].filter(({ entry }) => !covered.has(entry.name));
    const words = others.map(({ segment }) => segment.words);
    return lexicon && this.#lexicon ? [this.#lexicon.words, ...words] : words;
  }

  #opened(entry: ManifestSegment, { memory }: IndexState) {
    const known = this.#open.get(entry.name);
    if (known && known.entry.removed?.file === entry.removed?.file) return known;
    const removed = readRemoved(this.#folder, entry);
    if (removed === null) throw new TypeError(`the removed set of ${entry.name} is damaged`);
    const segment = known?.segment ?? new IndexSegment(this.#folder, entry.name, memory[entry.name]);
    return { segment, removed, entry };
  }

  close(): void {
    for (const { segment } of this.#open.values()) segment.close();
    this.#open.clear();
  }
}
