import { ByteWriter } from './segment/bytes.ts';
import { SortedDictionary, SortedDictionaryWriter } from './segment/dictionary.ts';
import { keySlots } from './segment/key-hash.ts';
import { mergeKeys } from './segment/merge-keys.ts';
import type { IndexSegment } from './segment/segment.ts';

/**
 * The words of many segments in one dictionary. Most words occur in most segments, so looking up similar words or
 * prefixes in each segment repeats the same work a dozen times. The lexicon is built between other work and is not
 * part of the index on disk; segments that it does not cover yet are searched one by one.
 *
 *   uncovered segments hold many articles --built step by step--> a new lexicon that covers all segments
 *   covered segments are merged -----------------------------> it covers the merged segment
 */
export class LexiconBuilder {
  readonly #minNewArticles: number;
  #lexicon: Lexicon | null = null;
  #running: { steps: Generator<void, LexiconWords>; covered: string[] } | null = null;

  /** With fewer uncovered articles, searching their segments is cheap. */
  constructor(minNewArticles = 10_000) {
    this.#minNewArticles = minNewArticles;
  }

  get lexicon(): Lexicon | null {
    return this.#lexicon;
  }

  step(segments: readonly IndexSegment[]): 'idle' | 'busy' | 'changed' {
    if (this.#running === null) {
      if (!this.#isDue(segments)) return 'idle';
      const steps = collectWords(segments);
      this.#running = { steps, covered: segments.map(({ name }) => name) };
    }
    const { steps, covered } = this.#running;
    const { done, value } = steps.next();
    if (!done) return 'busy';
    this.#running = null;
    this.#lexicon = { ...value, covered };
    return 'changed';
  }

  #isDue(segments: readonly IndexSegment[]): boolean {
    const covered = new Set(this.#lexicon?.covered);
    const sum = (some: readonly IndexSegment[]) => some.reduce((all, { documents }) => all + documents, 0);
    const isNew = segments.filter(({ name }) => !covered.has(name));
    return segments.length > 1 && sum(isNew) > Math.max(this.#minNewArticles, sum(segments) / 16);
  }

  onMerge(from: readonly IndexSegment[], into: IndexSegment): void {
    if (this.#running) this.#running.covered = replaced(this.#running.covered, from, into);
    if (this.#lexicon)
      this.#lexicon = { ...this.#lexicon, covered: replaced(this.#lexicon.covered, from, into) };
  }

  clear(): void {
    this.#lexicon = null;
    this.#running = null;
  }
}

function replaced(covered: readonly string[], from: readonly IndexSegment[], into: IndexSegment): string[] {
  const gone = new Set(from.map(({ name }) => name));
  const isWhole = from.every(({ name }) => covered.includes(name));
  return [...covered.filter(name => !gone.has(name)), ...(isWhole ? [into.name] : [])];
}

function* collectWords(segments: readonly IndexSegment[]): Generator<void, LexiconWords> {
  const writer = new SortedDictionaryWriter(1);
  const dictionaries = segments.map(({ words }) => words);
  for (const { key, at } of mergeKeys(dictionaries)) {
    let articles = 0;
    for (const { part, index } of at) articles += dictionaries[part]?.numberAt(0, index) ?? 0;
    writer.add(key, articles);
    if (writer.size % WORDS_PER_STEP === 0) yield;
  }
  const bytes = new ByteWriter();
  writer.end(bytes);
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes.view());
  return { words: shared, slots: keySlots(new SortedDictionary(Buffer.from(shared))) };
}

const WORDS_PER_STEP = 5_000;

interface LexiconWords {
  /** A dictionary: the number of articles of each word. */
  readonly words: SharedArrayBuffer;
  readonly slots: SharedArrayBuffer;
}

export interface Lexicon extends LexiconWords {
  /** Names of segments. */
  readonly covered: readonly string[];
}
