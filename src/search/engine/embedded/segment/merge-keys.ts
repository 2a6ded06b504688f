import type { SortedDictionary } from './dictionary.ts';

/** All keys in order, each with its indexes in the dictionaries that contain it. */
export function* mergeKeys(dictionaries: readonly SortedDictionary[]): Generator<MergedKey> {
  const heads = dictionaries.map(() => 0);
  const keys = dictionaries.map(dictionary => (dictionary.size > 0 ? dictionary.keyAt(0) : null));
  for (;;) {
    let lowest: Buffer | null = null;
    for (const key of keys) if (key && (lowest === null || key.compare(lowest) < 0)) lowest = key;
    if (lowest === null) return;
    const at: { part: number; index: number }[] = [];
    for (const [part, key] of keys.entries()) {
      if (key === null || !key.equals(lowest)) continue;
      const index = heads[part] ?? 0;
      at.push({ part, index });
      heads[part] = index + 1;
      keys[part] =
        index + 1 < (dictionaries[part]?.size ?? 0) ? (dictionaries[part]?.keyAt(index + 1) ?? null) : null;
    }
    yield { key: lowest, at };
  }
}

interface MergedKey {
  readonly key: Buffer;
  readonly at: readonly { readonly part: number; readonly index: number }[];
}
