import { arrayOf, type Guard } from './guards.ts';

/** One field of many items: a single value when all items share it, otherwise one value per item. */
export type Column<T extends Cell> = T | readonly T[];

export type Cell = string | number | boolean | null;

export function toColumn<From, T extends Cell>(items: readonly From[], of: (item: From) => T): Column<T> {
  const [first] = items;
  if (first === undefined) return [];
  const value = of(first);
  return items.every(item => of(item) === value) ? value : items.map(of);
}

export function cellOf<T extends Cell>(column: Column<T>, index: number, missing: T): T {
  return isList(column) ? (column[index] ?? missing) : column;
}

export function columnOf<T extends Cell>(guard: Guard<T>): Guard<Column<T>> {
  const isListOf = arrayOf(guard);
  return (value): value is Column<T> => guard(value) || isListOf(value);
}

function isList<T extends Cell>(column: Column<T>): column is readonly T[] {
  return Array.isArray(column);
}
