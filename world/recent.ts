/** Caches the `limit` most recently used values and derives others again, so that memory stays bounded. */
export function keepRecent<K, V>(limit: number, derive: (key: K) => V): (key: K) => V {
  const kept = new Map<K, V>();
  return key => {
    let value = kept.get(key);
    if (value === undefined) value = derive(key);
    else kept.delete(key);
    kept.set(key, value);
    if (kept.size > limit) {
      const oldest = kept.keys().next();
      if (!oldest.done) kept.delete(oldest.value);
    }
    return value;
  };
}
