import { checkCount, checkLifetime, checkMember } from '../arguments.ts';
import type { Presence } from '../port.ts';
import { SortedSet } from './sorted-set.ts';
import type { Space } from './space.ts';

/** Members sorted by expiry: expired ones have the lowest scores. */
export function createPresence(space: Space): Presence {
  const shelf = space.shelf<SortedSet>();
  const read = (key: string) => {
    const set = shelf.get(key)?.value ?? new SortedSet();
    set.deleteLowest(set.count(undefined, space.now()));
    return set;
  };
  const store = (key: string, set: SortedSet) => {
    const last = set.top(1)[0];
    if (last === undefined) shelf.delete(key);
    else shelf.put(key, set, set.bytes, last.score);
  };
  return {
    async touch(key, member, ttlMs) {
      checkMember(member);
      checkLifetime(ttlMs);
      const set = read(key);
      set.set(member, space.now() + ttlMs);
      store(key, set);
    },
    async leave(key, member) {
      const set = read(key);
      set.delete(member);
      store(key, set);
    },
    async list(key, n) {
      checkCount(n, 'a number of members');
      return read(key)
        .top(n)
        .map(({ member }) => member);
    },
    async count(key) {
      return read(key).size;
    },
  };
}
