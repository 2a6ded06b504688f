/**
 * SQL is written as SQL. `sql` turns a template into a statement whose values are sent separately from the text,
 * never inside it. A nested statement is spliced in as a fragment, with its values renumbered.
 *
 *   sql`select id from users where email = ${email} ${onlyActive ? sql`and disabled_at is null` : sql``}`
 */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Values that can be sent to PostgreSQL. Objects for jsonb go through `json()`, so that none is sent by accident. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly string[]
  | readonly number[]
  | readonly (string | null)[]
  | readonly Date[]
  | readonly Uint8Array[];

export function sql(strings: TemplateStringsArray, ...parts: readonly (SqlValue | Statement)[]): Statement {
  const plain = plainTexts.get(strings);
  if (plain !== undefined && !parts.some(isStatement)) return { text: plain, values: parts as SqlValue[] };

  let text = strings[0] ?? '';
  const values: SqlValue[] = [];
  parts.forEach((part, index) => {
    if (isStatement(part)) {
      const offset = values.length;
      text += part.text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + offset}`);
      values.push(...part.values);
    } else {
      values.push(part);
      text += `$${values.length}`;
    }
    text += strings[index + 1] ?? '';
  });
  if (!parts.some(isStatement)) plainTexts.set(strings, text);
  return { text, values };
}

/** A jsonb value. The statement must contain the cast (`${json(x)}::jsonb`). */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/** A quoted identifier chosen by the program (a table from a catalogue). Never for input. */
export function identifier(name: string): Statement {
  return { text: `"${name.replaceAll('"', '""')}"`, values: [] };
}

function isStatement(part: unknown): part is Statement {
  return typeof part === 'object' && part !== null && 'text' in part && 'values' in part;
}

/** A template's text is the same at every call unless it has fragments: it is built once. */
const plainTexts = new WeakMap<TemplateStringsArray, string>();
