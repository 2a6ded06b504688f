import { growFloats, growIntegers, growWords } from './columns.ts';
import { NONE, type TextSlots } from './text-slots.ts';

/**
 * Copy groups: each text belongs to one, and a ring of links connects the texts of a group. Merging relabels the
 * smaller group, so a text is relabelled at most 24 times among ten million. Unlike in a union-find forest, a text
 * can leave when it expires: the group lives as long as it has a text, under the name of its oldest article, which
 * may have expired.
 */
export class CopyGroups {
  readonly #slots: TextSlots;
  readonly #ids = new UuidColumn();
  #oldestAt = new Float64Array(FIRST);
  #size = new Int32Array(FIRST);
  #someMember = new Int32Array(FIRST);
  #free: number[] = [];
  #reached = 0;

  constructor(slots: TextSlots) {
    this.#slots = slots;
  }

  /** Creates a group of one text. */
  create(slot: number, id: string, at: number): void {
    const group = this.#allocate();
    this.#ids.write(group, id);
    this.#oldestAt[group] = at;
    this.#size[group] = 1;
    this.#someMember[group] = slot;
    this.#slots.group[slot] = group;
    this.#slots.nextMember[slot] = slot;
    this.#slots.previousMember[slot] = slot;
  }

  of(slot: number): number {
    return this.#slots.group[slot] ?? NONE;
  }

  name(group: number): string {
    return this.#ids.read(group);
  }

  /** The oldest article names the group; ties go to the smaller id. */
  rename(group: number, id: string, at: number): void {
    const oldestAt = this.#oldestAt[group] ?? 0;
    if (at > oldestAt || (at === oldestAt && id >= this.name(group))) return;
    this.#ids.write(group, id);
    this.#oldestAt[group] = at;
  }

  /** Merges two groups and returns the remaining one. */
  join(a: number, b: number): number {
    if (a === b) return a;
    const [large, small] = (this.#size[a] ?? 0) >= (this.#size[b] ?? 0) ? [a, b] : [b, a];
    this.rename(large, this.name(small), this.#oldestAt[small] ?? 0);
    this.#moveMembers(small, large);
    this.#size[large] = (this.#size[large] ?? 0) + (this.#size[small] ?? 0);
    this.#free.push(small);
    return large;
  }

  leave(slot: number): void {
    const { nextMember, previousMember } = this.#slots;
    const group = this.of(slot);
    const [next, previous] = [nextMember[slot] ?? NONE, previousMember[slot] ?? NONE];
    nextMember[previous] = next;
    previousMember[next] = previous;
    this.#someMember[group] = next;
    this.#size[group] = (this.#size[group] ?? 0) - 1;
    if (this.#size[group] === 0) this.#free.push(group);
  }

  get bytes(): number {
    return this.#ids.bytes + this.#size.length * 16;
  }

  #moveMembers(small: number, large: number): void {
    const { group, nextMember, previousMember } = this.#slots;
    const first = this.#someMember[small] ?? NONE;
    let slot = first;
    do {
      group[slot] = large;
      slot = nextMember[slot] ?? NONE;
    } while (slot !== first);
    const inLarge = this.#someMember[large] ?? NONE;
    const [lastOfSmall, nextInLarge] = [previousMember[first] ?? NONE, nextMember[inLarge] ?? NONE];
    nextMember[inLarge] = first;
    previousMember[first] = inLarge;
    nextMember[lastOfSmall] = nextInLarge;
    previousMember[nextInLarge] = lastOfSmall;
  }

  #allocate(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#reached === this.#size.length) {
      this.#oldestAt = growFloats(this.#oldestAt);
      this.#size = growIntegers(this.#size);
      this.#someMember = growIntegers(this.#someMember);
    }
    return this.#reached++;
  }
}

/** UUIDs in 16 bytes each instead of a string of 36 characters: 0.2 GB instead of 0.6 for ten million texts. */
class UuidColumn {
  #words = new Uint32Array(4 * 1024);

  write(index: number, id: string): void {
    if (id.length !== 36) throw new RangeError(`'${id}' is not a UUID`);
    while (4 * index >= this.#words.length) this.#words = growWords(this.#words, 4);
    for (let word = 0; word < 4; word++) {
      const value = Number(`0x${id.slice(STARTS[word], ENDS[word]).replace('-', '')}`);
      if (!Number.isInteger(value)) throw new RangeError(`'${id}' is not a UUID`);
      this.#words[4 * index + word] = value;
    }
  }

  read(index: number): string {
    const hex = (word: number) => (this.#words[4 * index + word] ?? 0).toString(16).padStart(8, '0');
    const [second, third] = [hex(1), hex(2)];
    return `${hex(0)}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${hex(3)}`;
  }

  get bytes(): number {
    return this.#words.byteLength;
  }
}

/** The positions of the four words in `01234567-89ab-cdef-0123-456789abcdef`. */
const STARTS = [0, 9, 19, 28] as const;
const ENDS = [8, 18, 28, 36] as const;

const FIRST = 1024;
