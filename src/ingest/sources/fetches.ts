import { HIGHEST_ID } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { int4, nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** SRC-4: the last fetches of a source, newest first; `after` is the last one of the page before. */
export function listFetches(
  database: Queryable,
  sourceId: string,
  { after, limit: most }: FetchesPage,
): Promise<SourceFetch[]> {
  return database.many(
    FetchRow,
    sql`
      select id, at, url, purpose, due_at, status, outcome, error, wire_bytes, body_bytes, duration_ms, found, stored,
        revised, archive_key
      from fetches
      where source_id = ${sourceId}
        and (at, id) < (${after?.at ?? 'infinity'}::timestamptz, ${after?.id ?? HIGHEST_ID}::uuid)
      order by at desc, id desc
      limit ${most}
    `,
  );
}

const FetchRow = row({
  id: uuid,
  at: timestamptz,
  url: text,
  purpose: text,
  due_at: nullable(timestamptz),
  status: nullable(int4),
  outcome: text,
  error: nullable(text),
  wire_bytes: int4,
  body_bytes: int4,
  duration_ms: int4,
  found: int4,
  stored: int4,
  revised: int4,
  archive_key: nullable(text),
});
export type SourceFetch = RowOf<typeof FetchRow>;

export interface FetchesPage {
  readonly after?: { readonly at: Date; readonly id: string };
  readonly limit: number;
}
