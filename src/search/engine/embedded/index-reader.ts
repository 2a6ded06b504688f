import type { Lexicon } from './lexicon.ts';
import { FacetValues } from './lookup/facet-values.ts';
import { View } from './lookup/index-view.ts';
import { type IndexState, type ManifestSegment, readRemoved } from './manifest.ts';
import { Dictionary } from './segment/dictionary.ts';
import type { RemovedSet } from './segment/removed-set.ts';
import { Segment } from './segment/segment.ts';

/** Keeps the segments of the newest manifest open, in a thread that searches. */
export class IndexReader {
  readonly #folder: string;
  #open = new Map<string, { segment: Segment; removed: RemovedSet; entry: ManifestSegment }>();
  readonly #facetValues = new FacetValues();
  #view = new View([]);
  #lexicon: { readonly of: SharedArrayBuffer; readonly words: Dictionary } | null = null;
  generation = -1;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get view(): View {
    return this.#view;
  }

  /** The index as it is now. A state that is older than what is open changes nothing. */
  viewOf(state: IndexState): View {
    const { manifest } = state;
    if (manifest.generation <= this.generation) return this.#view;
    const before = this.#open;
    this.#open = new Map(manifest.segments.map(entry => [entry.name, this.#opened(entry, state)]));
    for (const [name, { segment }] of before) if (!this.#open.has(name)) segment.close();
    this.generation = manifest.generation;
    this.#view = new View([...this.#open.values()], this.#facetValues, this.#wordsOf(state.lexicon));
    return this.#view;
  }

  /** One list of words for the segments that it covers, and those of the others. */
  #wordsOf(lexicon: Lexicon | null): Dictionary[] {
    if (lexicon && this.#lexicon?.of !== lexicon.words)
      this.#lexicon = {
        of: lexicon.words,
        words: new Dictionary(Buffer.from(lexicon.words), 0, lexicon.slots),
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
    if (removed === null) throw new TypeError(`the marks of ${entry.name} are damaged`);
    const segment = known?.segment ?? new Segment(this.#folder, entry.name, memory[entry.name]);
    return { segment, removed, entry };
  }

  close(): void {
    for (const { segment } of this.#open.values()) segment.close();
    this.#open.clear();
  }
}
