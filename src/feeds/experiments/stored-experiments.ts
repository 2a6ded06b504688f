import type { Queryable } from '../../platform/database/port.ts';
import { float8, jsonb, nullable, type RowOf, row, text, timestamptz } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';

/** FEED-9: stored variants of the ranking and their experiments. */

export function listVariants(database: Queryable): Promise<StoredVariant[]> {
  return database.many(
    VariantRow,
    sql`select id, settings, note, updated_at from ranking_variants order by id`,
  );
}

export async function putVariant(
  database: Queryable,
  { id, settings, note }: Pick<StoredVariant, 'id' | 'settings' | 'note'>,
  { by, now }: Changed,
): Promise<void> {
  await database.execute(sql`
    insert into ranking_variants (id, settings, note, updated_at, changed_by)
    values (${id}, ${json(settings)}::jsonb, ${note}, ${now}, ${by})
    on conflict (id) do update set settings = excluded.settings, note = excluded.note,
      updated_at = excluded.updated_at, changed_by = excluded.changed_by
  `);
}

/** Returns false while an experiment uses it. */
export async function deleteVariant(database: Queryable, id: string): Promise<boolean> {
  const gone = await database.execute(sql`
    delete from ranking_variants where id = ${id} and not exists (
      select from ranking_experiments where ended_at is null and (control = ${id} or variant = ${id})
    )
  `);
  return gone > 0;
}

export function listExperiments(database: Queryable): Promise<StoredExperiment[]> {
  return database.many(
    ExperimentRow,
    sql`
      select id, control, variant, share, mode, started_at, ended_at from ranking_experiments
      order by ended_at desc nulls first, started_at desc, id
    `,
  );
}

/** Returns false when the name is taken. */
export async function startExperiment(
  database: Queryable,
  { id, control, variant, share, mode }: NewExperiment,
  { by, now }: Changed,
): Promise<boolean> {
  const started = await database.execute(sql`
    insert into ranking_experiments (id, control, variant, share, mode, started_at, changed_by)
    values (${id}, ${control}, ${variant}, ${share}, ${mode}, ${now}, ${by})
    on conflict (id) do nothing
  `);
  return started > 0;
}

export async function endExperiment(database: Queryable, id: string, now: Date): Promise<boolean> {
  const ended = await database.execute(
    sql`update ranking_experiments set ended_at = ${now} where id = ${id} and ended_at is null`,
  );
  return ended > 0;
}

const VariantRow = row({ id: text, settings: jsonb, note: text, updated_at: timestamptz });
const ExperimentRow = row({
  id: text,
  control: text,
  variant: text,
  share: float8,
  mode: text,
  started_at: timestamptz,
  ended_at: nullable(timestamptz),
});

/** The ranking of all readers outside experiments; a row with this name overrides the built-in settings. */
export const STANDARD_VARIANT = 'standard';

export type StoredVariant = RowOf<typeof VariantRow>;
export type StoredExperiment = RowOf<typeof ExperimentRow>;

export interface NewExperiment {
  readonly id: string;
  readonly control: string;
  readonly variant: string;
  readonly share: number;
  readonly mode: 'live' | 'shadow';
}

interface Changed {
  readonly by: string | null;
  readonly now: Date;
}
