/**
 * ALL-8: a row's type is written once and both sides are checked against it. `row({...})` names the columns with
 * their PostgreSQL types; TypeScript derives the row's type from it, and the first result of every statement is
 * compared with it (names and type ids). A statement that drifted from its type fails at its first use instead of
 * returning wrong values.
 *
 * Columns are snake_case in SQL and camelCase in TypeScript.
 */
export interface ColumnType<T> {
  /** Type ids as in pg_type. */
  readonly oids: readonly number[];
  readonly decode: (text: string) => T;
  readonly nullable: boolean;
}

export type Row<Shape extends RowShape> = {
  readonly [Name in keyof Shape as CamelCase<Name & string>]: Shape[Name] extends ColumnType<infer T>
    ? T
    : never;
};

export type RowShape = Readonly<Record<string, ColumnType<unknown>>>;

/** The TypeScript type of the rows that a `row(...)` describes. */
export type RowOf<R> = R extends RowType<infer T> ? T : never;

export interface RowType<T> {
  readonly columns: readonly NamedColumn[];
  /** Only for inference; never set. */
  readonly _row?: T;
}

export interface NamedColumn {
  readonly name: string;
  readonly property: string;
  readonly column: ColumnType<unknown>;
}

export function row<Shape extends RowShape>(shape: Shape): RowType<Row<Shape>> {
  return {
    columns: Object.entries(shape).map(([name, column]) => ({ name, property: camel(name), column })),
  };
}

export function nullable<T>(column: ColumnType<T>): ColumnType<T | null> {
  return { ...column, nullable: true };
}

export const uuid: ColumnType<string> = column([2950], text => text);
export const text: ColumnType<string> = column([25, 1043, 19, 1042], value => value);
export const bool: ColumnType<boolean> = column([16], value => value === 't');
export const int4: ColumnType<number> = column([23, 21, 26], Number);
/** Counts and sizes that stay below 2^53; a larger one throws instead of being rounded. */
export const int8: ColumnType<number> = column([20], safeInteger);
export const float8: ColumnType<number> = column([701, 700, 1700], Number);
export const bytea: ColumnType<Buffer> = column([17], value => Buffer.from(value.slice(2), 'hex'));
export const timestamptz: ColumnType<Date> = column([1184], parseTimestamp);
export const date: ColumnType<string> = column([1082], value => value);
export const textArray: ColumnType<readonly string[]> = column([1009, 1015, 1003], parseTextArray);
export const jsonb: ColumnType<unknown> = column([3802, 114], value => JSON.parse(value) as unknown);

function column<T>(oids: readonly number[], decode: (text: string) => T): ColumnType<T> {
  return { oids, decode, nullable: false };
}

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit a safe integer`);
  return number;
}

/**
 * PostgreSQL writes `2026-01-02 03:04:05.678901+00` with the session's time zone, which the pool sets to UTC. That
 * form is parsed digit by digit, in a sixth of the time of Date.parse; every other form is left to Date.parse.
 */
function parseTimestamp(value: string): Date {
  const time = PLAIN_UTC.test(value) ? plainUtc(value) : parseWithZone(value);
  if (Number.isNaN(time)) throw new RangeError(`'${value}' is outside the range of a Date`);
  return new Date(time);
}

const PLAIN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;

function plainUtc(value: string): number {
  const year = Number(value.slice(0, 4));
  // Date.UTC maps years below 100 to the twentieth century.
  if (year < 100) return parseWithZone(value);
  const [month, day] = [twoDigits(value, 5) - 1, twoDigits(value, 8)];
  const [hour, minute, second] = [twoDigits(value, 11), twoDigits(value, 14), twoDigits(value, 17)];
  const fraction = value.length > 22 ? value.slice(20, 23).replace('+', '').padEnd(3, '0') : '0';
  return Date.UTC(year, month, day, hour, minute, second, Number(fraction));
}

function twoDigits(value: string, at: number): number {
  return (value.charCodeAt(at) - 48) * 10 + value.charCodeAt(at + 1) - 48;
}

function parseWithZone(value: string): number {
  return Date.parse(`${value.slice(0, 10)}T${value.slice(11).replace(/([+-]\d\d)$/, '$1:00')}`);
}

/** `{plain,"quoted \"one\"",NULL}`; the schema uses only arrays of one dimension without nulls. */
function parseTextArray(value: string): readonly string[] {
  if (value === '{}') return [];
  const items: string[] = [];
  for (const match of value.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)) {
    items.push(match[1] === undefined ? (match[2] ?? '') : match[1].replace(/\\(.)/g, '$1'));
  }
  return items;
}

function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;
