import { checkCount, checkLifetime, checkScored } from '../arguments.ts';
import type { ScoredMember, SortedSets } from '../port.ts';
import { SortedSet } from './sorted-set.ts';
import type { Shelf, Space } from './space.ts';

export function createSortedSets(space: Space): SortedSets {
  const shelf = space.shelf<SortedSet>();
  const read = (key: string) => shelf.get(key)?.value ?? EMPTY;
  return {
    async add(key, members, ttlMs) {
      checkScored(members);
      checkLifetime(ttlMs);
      const set = shelf.get(key)?.value ?? new SortedSet();
      const before = set.size;
      for (const { member, score } of members) set.set(member, score);
      store(shelf, key, set, space.now() + ttlMs);
      return set.size - before;
    },
    async replace(key, members, ttlMs) {
      checkScored(members);
      checkLifetime(ttlMs);
      const set = new SortedSet();
      for (const { member, score } of members) set.set(member, score);
      store(shelf, key, set, space.now() + ttlMs);
    },
    async increment(key, members, ttlMs) {
      checkScored(members);
      checkLifetime(ttlMs);
      const set = shelf.get(key)?.value ?? new SortedSet();
      const scores = members.map(change => incremented(set, change));
      store(shelf, key, set, space.now() + ttlMs);
      return scores;
    },
    async top(key, n, skip = 0) {
      checkCount(n, 'a number of members');
      checkCount(skip, 'a number to skip');
      return read(key).top(n, skip);
    },
    async range(key, range) {
      checkCount(range.limit, 'a number of members');
      return read(key).range(range);
    },
    async rank(key, member) {
      return read(key).rank(member) ?? null;
    },
    async score(key, member) {
      return read(key).score(member) ?? null;
    },
    async remove(key, members) {
      return shrink(shelf, key, set => {
        for (const member of members) set.delete(member);
      });
    },
    async trim(key, n) {
      checkCount(n, 'a number of members');
      return shrink(shelf, key, set => set.deleteLowest(Math.max(0, set.size - n)));
    },
    async count(key, { min, max } = {}) {
      return read(key).count(min, max);
    },
    async expire(key, ttlMs) {
      checkLifetime(ttlMs);
      const slot = shelf.get(key);
      if (slot) store(shelf, key, slot.value, space.now() + ttlMs);
      return slot !== undefined;
    },
    async delete(key) {
      shelf.delete(key);
    },
  };
}

const EMPTY = new SortedSet();

function incremented(set: SortedSet, { member, score }: ScoredMember): number {
  const sum = (set.score(member) ?? 0) + score;
  set.set(member, sum);
  return sum;
}

function shrink(shelf: Shelf<SortedSet>, key: string, change: (set: SortedSet) => void): number {
  const slot = shelf.get(key);
  if (slot === undefined) return 0;
  const before = slot.value.size;
  change(slot.value);
  store(shelf, key, slot.value, slot.expiresAt);
  return before - slot.value.size;
}

/** Stores the set again under its new size; a set without members does not exist. */
function store(shelf: Shelf<SortedSet>, key: string, set: SortedSet, expiresAt: number): void {
  if (set.size === 0) shelf.delete(key);
  else shelf.put(key, set, set.bytes, expiresAt);
}
