import type { ColumnType } from '../database/rows.ts';

/** Arrays of numbers without nulls; ids stay text, which is what callers see of them. */
export const idArray: ColumnType<readonly string[]> = {
  oids: [1016],
  nullable: false,
  decode: value => (value === '{}' ? [] : value.slice(1, -1).split(',')),
};

export const numberArray: ColumnType<readonly number[]> = {
  oids: [1016, 1007, 1005],
  nullable: false,
  decode: value => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number)),
};

/** A bigint as text: exact whatever its size, and never calculated with. */
export const bigId: ColumnType<string> = { oids: [20], nullable: false, decode: value => value };

/** The literal of an array of numbers; the driver would quote and escape each of them. */
export function arrayOf(numbers: readonly (string | number)[]): string {
  return `{${numbers.join(',')}}`;
}
