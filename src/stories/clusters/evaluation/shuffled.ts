/** The items in an order that depends on the seed alone. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const keys = Float64Array.from(items, (_, index) => spread(index, seed));
  const order = items.map((_, index) => index).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  return order.map(index => items[index]).filter(item => item !== undefined);
}

function spread(index: number, seed: number): number {
  let hash = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
