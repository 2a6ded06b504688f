/** The same field of many things: one value when it is that of all, else as many as there are things. */
export type Column<T extends Cell> = T | readonly T[];

export type Cell = string | number | boolean | null;

export function toColumn<From, T extends Cell>(things: readonly From[], of: (thing: From) => T): Column<T> {
  const [first] = things;
  if (first === undefined) return [];
  const value = of(first);
  return things.every(thing => of(thing) === value) ? value : things.map(of);
}

export function cellOf<T extends Cell>(column: Column<T>, index: number, missing: T): T {
  return Array.isArray(column) ? (column[index] ?? missing) : (column as T);
}
