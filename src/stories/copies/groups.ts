import { longerFloats, longerIntegers } from './columns.ts';
import { Ids } from './ids.ts';
import { NONE, type Slots } from './slots.ts';

/**
 * Copy groups: each text belongs to one, and a ring of links leads through the texts of a group. Two groups
 * become one by renaming the texts of the smaller one, so a text is renamed at most 24 times among ten million.
 * Unlike a forest of parents this lets a text leave when its time is over: the group stays as long as it has a
 * text, under the name of its oldest article, which may be long gone.
 */
export class Groups {
  readonly #slots: Slots;
  readonly #ids = new Ids();
  #oldestAt = new Float64Array(FIRST);
  #size = new Int32Array(FIRST);
  #someMember = new Int32Array(FIRST);
  #free: number[] = [];
  #reached = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** A new group of this text alone. */
  found(slot: number, id: string, at: number): void {
    const group = this.#next();
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

  /** The oldest article gives the name; of two at the same moment the smaller id. */
  rename(group: number, id: string, at: number): void {
    const oldestAt = this.#oldestAt[group] ?? 0;
    if (at > oldestAt || (at === oldestAt && id >= this.name(group))) return;
    this.#ids.write(group, id);
    this.#oldestAt[group] = at;
  }

  /** The group that is left. */
  join(a: number, b: number): number {
    if (a === b) return a;
    const [large, small] = (this.#size[a] ?? 0) >= (this.#size[b] ?? 0) ? [a, b] : [b, a];
    this.rename(large, this.name(small), this.#oldestAt[small] ?? 0);
    this.#hangOver(small, large);
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

  #hangOver(small: number, large: number): void {
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

  #next(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#reached === this.#size.length) {
      this.#oldestAt = longerFloats(this.#oldestAt);
      this.#size = longerIntegers(this.#size);
      this.#someMember = longerIntegers(this.#someMember);
    }
    return this.#reached++;
  }
}

const FIRST = 1024;
