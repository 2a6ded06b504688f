import type { Queryable } from '../../platform/database/port.ts';
import { float8, int4, int8, nullable, row, text, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Arm } from './assign.ts';

/**
 * FEED-9: the results of an experiment: the share of shown stories that the readers who saw them read within a day. A
 * frequent reader counts often, so intervals are computed over readers and not over stories.
 */
export async function resultsOf(database: Queryable, experiment: string): Promise<ExperimentResults> {
  const readers = await readersOf(database, experiment);
  const arms = (['control', 'variant'] as const).map(arm =>
    summed(
      arm,
      readers.filter(reader => reader.arm === arm),
    ),
  );
  const { overlap } = await database.one(
    row({ overlap: nullable(float8) }),
    sql`
      select avg(cardinality(array(select unnest(story_ids) intersect select unnest(shadow_ids)))::float8
        / greatest(1, cardinality(story_ids))) as overlap
      from ranking_exposures where experiment_id = ${experiment} and shadow_ids is not null
    `,
  );
  return { arms, difference: differenceOf(arms), overlap };
}

function readersOf(database: Queryable, experiment: string): Promise<ReaderOutcome[]> {
  return database.many(
    ReaderRow,
    sql`
      with shown as (
        select arm, user_id, story_id, min(at) as at
        from ranking_exposures cross join lateral unnest(story_ids) as story_id
        where experiment_id = ${experiment} and user_id is not null
        group by arm, user_id, story_id
      ), pages as (
        select arm, user_id, count(*)::int as pages from ranking_exposures
        where experiment_id = ${experiment} and user_id is not null group by arm, user_id
      )
      select shown.arm, shown.user_id, max(pages.pages) as pages, count(*) as shown, count(*) filter (
        where exists (
          select from signals join story_articles on story_articles.article_id = signals.article_id
          where signals.user_id = shown.user_id and story_articles.story_id = shown.story_id
            and signals.kind = 'read' and signals.dropped_by is null
            and signals.at >= shown.at and signals.at < shown.at + interval '1 day'
        )
      ) as read
      from shown join pages using (arm, user_id)
      group by shown.arm, shown.user_id
    `,
  );
}

/** The rate is reads per story shown; its error is that of a ratio of two sums over readers (delta method). */
function summed(arm: Arm, readers: readonly ReaderOutcome[]): ArmResult {
  const sum = (of: (reader: ReaderOutcome) => number) =>
    readers.reduce((total, reader) => total + of(reader), 0);
  const [shown, read, pages] = [sum(r => r.shown), sum(r => r.read), sum(r => r.pages)];
  const rate = shown === 0 ? 0 : read / shown;
  const squares = sum(reader => (reader.read - rate * reader.shown) ** 2);
  const many = readers.length;
  const error = many < 2 || shown === 0 ? null : Math.sqrt((squares * many) / (many - 1)) / shown;
  return { arm, readers: many, pages, shown, read, rate, error, interval: intervalOf(rate, error) };
}

function differenceOf([control, variant]: readonly ArmResult[]): ExperimentResults['difference'] {
  if (!control || !variant || control.error === null || variant.error === null) return null;
  const value = variant.rate - control.rate;
  const error = Math.hypot(control.error, variant.error);
  return { value, interval: intervalOf(value, error) ?? [value, value] };
}

function intervalOf(value: number, error: number | null): readonly [number, number] | null {
  return error === null ? null : [value - CONFIDENCE_95 * error, value + CONFIDENCE_95 * error];
}

const CONFIDENCE_95 = 1.96;
const ReaderRow = row({ arm: text, user_id: uuid, pages: int4, shown: int8, read: int8 });

interface ReaderOutcome {
  readonly arm: string;
  readonly pages: number;
  readonly shown: number;
  readonly read: number;
}

export interface ArmResult {
  readonly arm: Arm;
  readonly readers: number;
  readonly pages: number;
  readonly shown: number;
  readonly read: number;
  readonly rate: number;
  readonly error: number | null;
  readonly interval: readonly [number, number] | null;
}

export interface ExperimentResults {
  readonly arms: readonly ArmResult[];
  /** The difference of the rates, variant minus control, with its interval; null while there are too few readers. */
  readonly difference: { readonly value: number; readonly interval: readonly [number, number] } | null;
  /** In shadow mode: the share of the shown stories that the other arm would have shown too. */
  readonly overlap: number | null;
}
