import type { Dictionary } from './dictionary.ts';

/** All keys in order, each with the places at which the dictionaries have it. */
export function* sameKeys(dictionaries: readonly Dictionary[]): Generator<SameKey> {
  const heads = dictionaries.map(() => 0);
  const keys = dictionaries.map(dictionary => (dictionary.size > 0 ? dictionary.keyAt(0) : null));
  for (;;) {
    let least: Buffer | null = null;
    for (const key of keys) if (key && (least === null || key.compare(least) < 0)) least = key;
    if (least === null) return;
    const at: { part: number; index: number }[] = [];
    for (const [part, key] of keys.entries()) {
      if (key === null || !key.equals(least)) continue;
      const index = heads[part] ?? 0;
      at.push({ part, index });
      heads[part] = index + 1;
      keys[part] =
        index + 1 < (dictionaries[part]?.size ?? 0) ? (dictionaries[part]?.keyAt(index + 1) ?? null) : null;
    }
    yield { key: least, at };
  }
}

interface SameKey {
  readonly key: Buffer;
  readonly at: readonly { readonly part: number; readonly index: number }[];
}
