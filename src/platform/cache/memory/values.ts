import { checkLifetime, checkWhole } from '../arguments.ts';
import { CacheUsageError, type Values } from '../port.ts';
import type { Shelf, Space } from './space.ts';

/** Bytes are copied on the way in and out: a caller that changes its array must not change the store. */
export function createValues(space: Space): Values {
  const shelf = space.shelf<Uint8Array>();
  const read = (key: string) => {
    const slot = shelf.get(key);
    return slot === undefined ? null : new Uint8Array(slot.value);
  };
  return {
    async get(key) {
      return read(key);
    },
    async getWithLifetime(key) {
      const slot = shelf.get(key);
      return slot === undefined
        ? null
        : { value: new Uint8Array(slot.value), leftMs: slot.expiresAt - space.now() };
    },
    async getMany(keys) {
      return keys.map(read);
    },
    async set(key, value, ttlMs) {
      checkLifetime(ttlMs);
      shelf.put(key, new Uint8Array(value), value.byteLength, space.now() + ttlMs);
    },
    async delete(keys) {
      for (const key of keys) shelf.delete(key);
    },
    async increment(key, by, ttlMs) {
      checkWhole(by, 'an increment');
      checkLifetime(ttlMs);
      return incrementIn(shelf, key, by, space.now() + ttlMs);
    },
  };
}

function incrementIn(shelf: Shelf<Uint8Array>, key: string, by: number, expiresAt: number): number {
  const slot = shelf.get(key);
  const count = (slot === undefined ? 0 : parseCount(slot.value)) + by;
  if (!Number.isSafeInteger(count)) throw new CacheUsageError('the counter exceeds the safe integers');
  const digits = new TextEncoder().encode(String(count));
  shelf.put(key, digits, digits.byteLength, slot?.expiresAt ?? expiresAt);
  return count;
}

function parseCount(bytes: Uint8Array): number {
  const text = new TextDecoder().decode(bytes);
  if (!/^-?\d{1,16}$/.test(text)) throw new CacheUsageError('the value is not a counter');
  return Number(text);
}
