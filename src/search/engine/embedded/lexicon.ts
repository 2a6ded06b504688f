import { ByteWriter } from './segment/bytes.ts';
import { Dictionary, DictionaryWriter } from './segment/dictionary.ts';
import { keySlots } from './segment/key-hash.ts';
import { sameKeys } from './segment/merge-keys.ts';
import type { Segment } from './segment/segment.ts';

/**
 * The words of many segments as one list. Words are in most segments, so looking for similar words or beginnings in
 * each segment looks at the same ones a dozen times. It is made between other work and is no part of the index on the
 * disk: segments that it does not cover yet are asked one by one.
 *
 *   segments that it does not cover hold many articles --gathered, step by step--> a new list that covers all
 *   segments that it covers are merged ------------------------------------------> it covers what they became
 */
export class LexiconKeeper {
  readonly #fewest: number;
  #lexicon: Lexicon | null = null;
  #gathering: { steps: Generator<void, Words>; covered: string[] } | null = null;

  /** Below so many articles that it does not cover, asking their segments costs little. */
  constructor(fewest = 10_000) {
    this.#fewest = fewest;
  }

  get lexicon(): Lexicon | null {
    return this.#lexicon;
  }

  step(segments: readonly Segment[]): 'idle' | 'busy' | 'changed' {
    if (this.#gathering === null) {
      if (!this.#isWorthIt(segments)) return 'idle';
      const steps = wordsOf(segments);
      this.#gathering = { steps, covered: segments.map(({ name }) => name) };
    }
    const { steps, covered } = this.#gathering;
    const { done, value } = steps.next();
    if (!done) return 'busy';
    this.#gathering = null;
    this.#lexicon = { ...value, covered };
    return 'changed';
  }

  #isWorthIt(segments: readonly Segment[]): boolean {
    const covered = new Set(this.#lexicon?.covered);
    const sum = (some: readonly Segment[]) => some.reduce((all, { documents }) => all + documents, 0);
    const isNew = segments.filter(({ name }) => !covered.has(name));
    return segments.length > 1 && sum(isNew) > Math.max(this.#fewest, sum(segments) / 16);
  }

  merged(from: readonly Segment[], into: Segment): void {
    if (this.#gathering) this.#gathering.covered = replaced(this.#gathering.covered, from, into);
    if (this.#lexicon)
      this.#lexicon = { ...this.#lexicon, covered: replaced(this.#lexicon.covered, from, into) };
  }

  forget(): void {
    this.#lexicon = null;
    this.#gathering = null;
  }
}

function replaced(covered: readonly string[], from: readonly Segment[], into: Segment): string[] {
  const gone = new Set(from.map(({ name }) => name));
  const isWhole = from.every(({ name }) => covered.includes(name));
  return [...covered.filter(name => !gone.has(name)), ...(isWhole ? [into.name] : [])];
}

function* wordsOf(segments: readonly Segment[]): Generator<void, Words> {
  const writer = new DictionaryWriter(1);
  const dictionaries = segments.map(({ words }) => words);
  for (const { key, at } of sameKeys(dictionaries)) {
    let articles = 0;
    for (const { part, index } of at) articles += dictionaries[part]?.numberAt(0, index) ?? 0;
    writer.add(key, articles);
    if (writer.size % WORDS_A_STEP === 0) yield;
  }
  const bytes = new ByteWriter();
  writer.end(bytes);
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes.view());
  return { words: shared, slots: keySlots(new Dictionary(Buffer.from(shared))) };
}

const WORDS_A_STEP = 5_000;

interface Words {
  /** A dictionary: the articles of each word. */
  readonly words: SharedArrayBuffer;
  readonly slots: SharedArrayBuffer;
}

export interface Lexicon extends Words {
  /** Names of segments. */
  readonly covered: readonly string[];
}
