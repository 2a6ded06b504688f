import type { NamedColumn, RowType } from './rows.ts';

/** A field as PostgreSQL describes it in its result. */
export interface Field {
  name: string;
  dataTypeID: number;
}

/**
 * Converts rows of text to typed rows. The first result of a statement is compared with its declared type, and the
 * resulting plan is cached; the error of a mismatch names both sides.
 */
export function decodeRows<T>(type: RowType<T>, text: string, fields: readonly Field[], rows: RawRow[]): T[] {
  const plan = planFor(type, text, fields);
  return rows.map(raw => {
    const decoded: Record<string, unknown> = {};
    for (const { index, property, name, column } of plan) {
      const value = raw[index];
      if (value !== null && value !== undefined) decoded[property] = column.decode(value);
      else if (column.nullable) decoded[property] = null;
      else throw new TypeError(`column ${name} is null, but its type is not nullable: ${firstLine(text)}`);
    }
    return decoded as T;
  });
}

function planFor(type: RowType<unknown>, text: string, fields: readonly Field[]): Plan {
  let plans = knownPlans.get(type);
  if (!plans) {
    plans = new Map();
    knownPlans.set(type, plans);
  }
  let plan = plans.get(text);
  if (!plan) {
    plan = compare(type.columns, text, fields);
    plans.set(text, plan);
  }
  return plan;
}

function compare(columns: readonly NamedColumn[], text: string, fields: readonly Field[]): Plan {
  if (columns.length !== fields.length) {
    throw new TypeError(
      `the statement returns ${list(fields)}, but its row type has ${list(columns)}: ${firstLine(text)}`,
    );
  }
  return columns.map(named => {
    const index = fields.findIndex(field => field.name === named.name);
    const field = fields[index];
    if (!field) throw new TypeError(`no column ${named.name} in ${list(fields)}: ${firstLine(text)}`);
    if (!named.column.oids.includes(field.dataTypeID)) {
      throw new TypeError(
        `column ${named.name} has type id ${field.dataTypeID}, its row type expects ${named.column.oids.join(' or ')}: ${firstLine(text)}`,
      );
    }
    return { ...named, index };
  });
}

function list(items: readonly { name: string }[]): string {
  return `(${items.map(item => item.name).join(', ')})`;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}

const knownPlans = new WeakMap<RowType<unknown>, Map<string, Plan>>();

export type RawRow = readonly (string | null)[];
type Plan = readonly (NamedColumn & { index: number })[];
