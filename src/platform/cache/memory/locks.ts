import { checkLifetime } from '../arguments.ts';
import type { FencingToken, Locks } from '../port.ts';
import type { Space } from './space.ts';

export function createLocks(space: Space): Locks {
  const shelf = space.shelf<FencingToken>({ lasting: true });
  // One sequence for all keys: it ascends for each of them without having to outlive any lock.
  let lastToken: FencingToken = 0;
  const holds = (key: string, token: FencingToken) => shelf.get(key)?.value === token;
  const hold = (key: string, token: FencingToken, ttlMs: number) => {
    const held = shelf.put(key, token, TOKEN_BYTES, space.now() + ttlMs);
    if (!held) throw new Error('the memory of the cache is full of locks');
  };
  return {
    async acquire(key, ttlMs) {
      checkLifetime(ttlMs);
      if (shelf.get(key) !== undefined) return null;
      const token = Math.max(lastToken + 1, Math.floor(space.now()) * 1_000);
      hold(key, token, ttlMs);
      lastToken = token;
      return token;
    },
    async extend(key, token, ttlMs) {
      checkLifetime(ttlMs);
      if (!holds(key, token)) return false;
      hold(key, token, ttlMs);
      return true;
    },
    async release(key, token) {
      return holds(key, token) && shelf.delete(key);
    },
  };
}

const TOKEN_BYTES = 8;
