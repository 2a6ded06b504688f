import type { ScoredMember, ScoreRange } from '../port.ts';

/**
 * Members in ascending order of score, then of their UTF-8 bytes, cut into chunks:
 *
 *   [[a:1, b:1, ...], [k:4, c:5, ...], ...]     each chunk at most `chunkSize` long, none empty
 *
 * A change is two binary searches and one splice in a short array; a rank adds up the lengths of the chunks
 * before. For the sets stored here (thousands of members, rarely a million) that is shorter and faster than a
 * tree or a skip list.
 */
export class SortedSet {
  readonly #chunkSize: number;
  readonly #scores = new Map<string, number>();
  #chunks: ScoredMember[][] = [];
  #memberUnits = 0;

  constructor(chunkSize = 512) {
    this.#chunkSize = chunkSize;
  }

  get size(): number {
    return this.#scores.size;
  }

  /** Approximate memory of the set. */
  get bytes(): number {
    return this.#memberUnits + this.size * MEMBER_BYTES;
  }

  score(member: string): number | undefined {
    return this.#scores.get(member);
  }

  /** True when the member is new. */
  set(member: string, score: number): boolean {
    const before = this.#scores.get(member);
    if (before === undefined) this.#memberUnits += member.length;
    else this.#removeEntry({ member, score: before });
    // Adding 0 turns -0 into 0, which is the same score and would otherwise be a second one.
    const entry = { member, score: score + 0 };
    this.#scores.set(member, entry.score);
    this.#insert(entry);
    return before === undefined;
  }

  delete(member: string): boolean {
    const score = this.#scores.get(member);
    if (score === undefined) return false;
    this.#removeEntry({ member, score });
    this.#scores.delete(member);
    this.#memberUnits -= member.length;
    return true;
  }

  /** Number of members before this one in descending order. */
  rank(member: string): number | undefined {
    const score = this.#scores.get(member);
    if (score === undefined) return undefined;
    const position = this.#find(entry => compareEntries(entry, { member, score }) >= 0);
    return this.size - 1 - this.#indexOf(position);
  }

  top(n: number, skip = 0): ScoredMember[] {
    return take(this.#descendingFrom(this.size - 1 - skip), n);
  }

  range({ min = -Infinity, max = Infinity, limit, order }: ScoreRange): ScoredMember[] {
    const first = this.#indexOf(this.#find(entry => entry.score >= min));
    const end = this.#indexOf(this.#find(entry => entry.score > max));
    const entries = order === 'ascending' ? this.#ascendingFrom(first) : this.#descendingFrom(end - 1);
    return take(entries, Math.min(limit, Math.max(0, end - first)));
  }

  count(min = -Infinity, max = Infinity): number {
    const first = this.#indexOf(this.#find(entry => entry.score >= min));
    const end = this.#indexOf(this.#find(entry => entry.score > max));
    return Math.max(0, end - first);
  }

  /** Removes the `n` lowest. */
  deleteLowest(n: number): void {
    for (const { member } of take(this.#ascendingFrom(0), n)) this.delete(member);
  }

  #removeEntry(entry: ScoredMember): void {
    const { chunk, offset } = this.#find(other => compareEntries(other, entry) >= 0);
    this.#chunks[chunk]?.splice(offset, 1);
    if (this.#chunks[chunk]?.length === 0) this.#chunks.splice(chunk, 1);
  }

  #insert(entry: ScoredMember): void {
    const { chunk, offset } = this.#find(other => compareEntries(other, entry) >= 0);
    const last = this.#chunks.at(-1);
    // Beyond the end, the entry joins the last chunk instead of starting a new one.
    if (chunk === this.#chunks.length && last) last.push(entry);
    else if (chunk === this.#chunks.length) this.#chunks.push([entry]);
    else this.#chunks[chunk]?.splice(offset, 0, entry);
    this.#splitIfLong(Math.min(chunk, this.#chunks.length - 1));
  }

  #splitIfLong(index: number): void {
    const chunk = this.#chunks[index];
    if (chunk === undefined || chunk.length <= this.#chunkSize) return;
    this.#chunks.splice(index + 1, 0, chunk.splice(chunk.length >> 1));
  }

  /** The position of the first entry for which `isAtOrAfter` holds; it must hold for all that follow. */
  #find(isAtOrAfter: (entry: ScoredMember) => boolean): EntryPosition {
    const chunk = firstIndex(this.#chunks.length, index => {
      const last = this.#chunks[index]?.at(-1);
      return last === undefined || isAtOrAfter(last);
    });
    const entries = this.#chunks[chunk] ?? [];
    const offset = firstIndex(entries.length, index => {
      const entry = entries[index];
      return entry === undefined || isAtOrAfter(entry);
    });
    return { chunk, offset };
  }

  #indexOf({ chunk, offset }: EntryPosition): number {
    let index = offset;
    for (let n = 0; n < chunk; n++) index += this.#chunks[n]?.length ?? 0;
    return index;
  }

  *#ascendingFrom(index: number): Generator<ScoredMember> {
    let before = 0;
    for (const chunk of this.#chunks) {
      if (before + chunk.length > index) yield* chunk.slice(Math.max(0, index - before));
      before += chunk.length;
    }
  }

  *#descendingFrom(index: number): Generator<ScoredMember> {
    let before = this.size;
    for (let n = this.#chunks.length - 1; n >= 0; n--) {
      const chunk = this.#chunks[n] ?? [];
      before -= chunk.length;
      if (before <= index) yield* chunk.slice(0, index - before + 1).reverse();
    }
  }
}

/** The lowest index for which `holds`, or `length`. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function compareEntries(a: ScoredMember, b: ScoredMember): number {
  if (a.score !== b.score) return a.score < b.score ? -1 : 1;
  return compareUtf8(a.member, b.member);
}

function take(entries: Generator<ScoredMember>, n: number): ScoredMember[] {
  return entries.take(n).toArray();
}

/** An entry, its position in a chunk and in the Map of scores, and the header of its text. */
const MEMBER_BYTES = 120;

interface EntryPosition {
  readonly chunk: number;
  readonly offset: number;
}

/**
 * Compares two texts by their UTF-8 bytes without encoding them. JavaScript's own order differs in one point: it puts
 * surrogates, and so everything beyond U+FFFF, before U+E000 to U+FFFF.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return byCodePoint(left) - byCodePoint(right);
  }
  return a.length - b.length;
}

/** Moves surrogates after all other units and keeps every other order. */
function byCodePoint(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
