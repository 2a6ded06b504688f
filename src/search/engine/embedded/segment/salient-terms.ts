import { ByteReader, ByteWriter } from './bytes.ts';
import type { Gathered } from './posting-buffer.ts';

/**
 * The terms that say most about an article, kept with it for feedback: prominent in it, and not everywhere in the
 * segment. For each article, in the same number of bytes: how many bytes are used, then for each term its number as
 * the distance to the one before, and its impact.
 */
export class SpeakingTerms {
  /** Which postings are the words of an article. */
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #best = new Float64Array(SPEAKING_TERMS);
  readonly #postings = new Int32Array(SPEAKING_TERMS);

  begin(posting: number): void {
    this.#from.push(posting);
  }

  end(posting: number): void {
    this.#to.push(posting);
  }

  /** `ranks` are the numbers that terms got in the dictionary, `counts` in how many articles each is. */
  write(gathered: Gathered, ranks: Int32Array, counts: Int32Array, into: ByteWriter): void {
    const rarities = Float64Array.from(counts, count => Math.log(1 + this.#from.length / (count || 1)));
    const terms: SpeakingTerm[] = [];
    for (const [number, from] of this.#from.entries()) {
      const count = this.#choose(gathered, ranks, rarities, from, this.#to[number] ?? from);
      terms.length = 0;
      for (let i = 0; i < count; i++) {
        const posting = this.#postings[i] ?? 0;
        const term = gathered.terms[posting] ?? 0;
        terms.push({ number: ranks[term] ?? 0, impact: gathered.impacts[posting] ?? 0 });
      }
      writeSpeaking(terms, into);
    }
  }

  /** The best are few: each is put where it belongs among those before. Equals go by the order of their keys. */
  #choose(gathered: Gathered, ranks: Int32Array, rarities: Float64Array, from: number, to: number): number {
    const [best, postings] = [this.#best, this.#postings];
    const rankOf = (posting: number) => ranks[gathered.terms[posting] ?? 0] ?? 0;
    let count = 0;
    for (let posting = from; posting < to; posting++) {
      const says = (gathered.impacts[posting] ?? 0) * (rarities[gathered.terms[posting] ?? 0] ?? 0);
      if (count === SPEAKING_TERMS && says < (best[count - 1] ?? 0)) continue;
      let at = count;
      for (; at > 0; at--) {
        const above = best[at - 1] ?? 0;
        if (above > says || (above === says && rankOf(postings[at - 1] ?? 0) < rankOf(posting))) break;
        if (at === SPEAKING_TERMS) continue;
        best[at] = above;
        postings[at] = postings[at - 1] ?? 0;
      }
      if (at === SPEAKING_TERMS) continue;
      best[at] = says;
      postings[at] = posting;
      if (count < SPEAKING_TERMS) count++;
    }
    return count;
  }
}

export function writeSpeaking(terms: readonly SpeakingTerm[], into: ByteWriter): void {
  const sorted = [...terms].sort((a, b) => a.number - b.number);
  ROOM.length = 0;
  let before = 0;
  for (const { number, impact } of sorted) {
    if (ROOM.length > SPEAKING_BYTES - 7) break;
    ROOM.varint(number - before);
    ROOM.u8(impact);
    before = number;
  }
  into.u8(ROOM.length);
  into.append(ROOM);
  for (let rest = SPEAKING_BYTES - 1 - ROOM.length; rest > 0; rest--) into.u8(0);
}

/** Calls `visit` with the speaking terms of an article, from those of all. */
export function eachSpeaking(
  all: Uint8Array,
  document: number,
  visit: (number: number, impact: number) => void,
): void {
  const start = document * SPEAKING_BYTES;
  const reader = new ByteReader(all, start + 1);
  const end = start + 1 + (all[start] ?? 0);
  for (let number = 0; reader.at < end; ) {
    number += reader.varint();
    visit(number, reader.u8());
  }
}

const SPEAKING_TERMS = 24;
/** The same for each article, so that they are found by multiplying. */
export const SPEAKING_BYTES = 96;
const ROOM = new ByteWriter(SPEAKING_BYTES);

export interface SpeakingTerm {
  readonly number: number;
  readonly impact: number;
}
