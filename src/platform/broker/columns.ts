import type { ColumnType } from '../database/rows.ts';

/** Arrays of numbers without nulls. Ids stay text. */
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

/** A bigint as text, which keeps it exact. */
export const bigId: ColumnType<string> = { oids: [20], nullable: false, decode: value => value };

/** An array literal of numbers; the driver would quote and escape each element. */
export function arrayOf(numbers: readonly (string | number)[]): string {
  return `{${numbers.join(',')}}`;
}
