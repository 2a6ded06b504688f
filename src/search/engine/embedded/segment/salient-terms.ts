import { ByteReader, ByteWriter } from './bytes.ts';
import type { PostingBuffer } from './posting-buffer.ts';

/**
 * The salient terms of each article, stored for relevance feedback: prominent in the article and not frequent in the
 * segment. For each article, in a fixed number of bytes: how many bytes are used, then for each term the distance of
 * its number to the previous one, and its impact.
 */
export class SalientTerms {
  /** The range of postings of each article. */
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #best = new Float64Array(MAX_SALIENT_TERMS);
  readonly #postings = new Int32Array(MAX_SALIENT_TERMS);

  begin(posting: number): void {
    this.#from.push(posting);
  }

  end(posting: number): void {
    this.#to.push(posting);
  }

  /** `ranks` are the numbers of the terms in the dictionary, `counts` the number of articles of each. */
  write(gathered: PostingBuffer, ranks: Int32Array, counts: Int32Array, into: ByteWriter): void {
    const rarities = Float64Array.from(counts, count => Math.log(1 + this.#from.length / (count || 1)));
    const terms: SalientTerm[] = [];
    for (const [number, from] of this.#from.entries()) {
      const count = this.#choose(gathered, ranks, rarities, from, this.#to[number] ?? from);
      terms.length = 0;
      for (let i = 0; i < count; i++) {
        const posting = this.#postings[i] ?? 0;
        const term = gathered.terms[posting] ?? 0;
        terms.push({ number: ranks[term] ?? 0, impact: gathered.impacts[posting] ?? 0 });
      }
      writeSalientTerms(terms, into);
    }
  }

  /** Keeps the best in a short sorted list. Ties are resolved by the order of their keys. */
  #choose(
    gathered: PostingBuffer,
    ranks: Int32Array,
    rarities: Float64Array,
    from: number,
    to: number,
  ): number {
    const [best, postings] = [this.#best, this.#postings];
    const rankOf = (posting: number) => ranks[gathered.terms[posting] ?? 0] ?? 0;
    let count = 0;
    for (let posting = from; posting < to; posting++) {
      const salience = (gathered.impacts[posting] ?? 0) * (rarities[gathered.terms[posting] ?? 0] ?? 0);
      if (count === MAX_SALIENT_TERMS && salience < (best[count - 1] ?? 0)) continue;
      let at = count;
      for (; at > 0; at--) {
        const above = best[at - 1] ?? 0;
        if (above > salience || (above === salience && rankOf(postings[at - 1] ?? 0) < rankOf(posting)))
          break;
        if (at === MAX_SALIENT_TERMS) continue;
        best[at] = above;
        postings[at] = postings[at - 1] ?? 0;
      }
      if (at === MAX_SALIENT_TERMS) continue;
      best[at] = salience;
      postings[at] = posting;
      if (count < MAX_SALIENT_TERMS) count++;
    }
    return count;
  }
}

export function writeSalientTerms(terms: readonly SalientTerm[], into: ByteWriter): void {
  const sorted = [...terms].sort((a, b) => a.number - b.number);
  BUFFER.length = 0;
  let before = 0;
  for (const { number, impact } of sorted) {
    if (BUFFER.length > SALIENT_BYTES - 7) break;
    BUFFER.varint(number - before);
    BUFFER.u8(impact);
    before = number;
  }
  into.u8(BUFFER.length);
  into.append(BUFFER);
  for (let rest = SALIENT_BYTES - 1 - BUFFER.length; rest > 0; rest--) into.u8(0);
}

/** Calls `visit` with the salient terms of an article. */
export function forEachSalientTerm(
  all: Uint8Array,
  document: number,
  visit: (number: number, impact: number) => void,
): void {
  const start = document * SALIENT_BYTES;
  const reader = new ByteReader(all, start + 1);
  const end = start + 1 + (all[start] ?? 0);
  for (let number = 0; reader.offset < end; ) {
    number += reader.varint();
    visit(number, reader.u8());
  }
}

const MAX_SALIENT_TERMS = 24;
/** The same for each article, so that its offset is a multiplication. */
const SALIENT_BYTES = 96;
const BUFFER = new ByteWriter(SALIENT_BYTES);

export interface SalientTerm {
  readonly number: number;
  readonly impact: number;
}
