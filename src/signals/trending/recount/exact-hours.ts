import type { Queryable } from '../../../platform/database/port.ts';
import { row, text, timestamptz } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { HourlySum } from '../trending-counts.ts';

/** Recounted hours of the last day that are not in `known`. Hours are numbered since 1970. */
export async function newExactHours(
  database: Queryable,
  now: number,
  known: Set<number>,
): Promise<ExactHour[]> {
  const present = Math.floor(now / HOUR_MS);
  for (const hour of known) if (hour < present - 24) known.delete(hour);
  const hours = await database.many(
    row({ hour: timestamptz }),
    sql`select hour from trending_hours where hour >= ${new Date((present - 24) * HOUR_MS)} order by hour`,
  );
  const found: ExactHour[] = [];
  for (const { hour } of hours) {
    const number = hour.getTime() / HOUR_MS;
    if (!known.has(number)) found.push(...(await hoursBetween(database, number, number)));
  }
  return found;
}

/** Both ends included, without hours that were not recounted. */
export async function hoursBetween(database: Queryable, first: number, last: number): Promise<ExactHour[]> {
  const rows = await database.many(
    row({ hour: timestamptz, sums: text }),
    sql`
      select hour, sums from trending_hours
      where hour between ${new Date(first * HOUR_MS)} and ${new Date(last * HOUR_MS)}
      order by hour
    `,
  );
  return rows.map(({ hour, sums }) => ({ hour: hour.getTime() / HOUR_MS, sums: readSums(sums) }));
}

export function writeSums(sums: readonly HourlySum[]): string {
  return JSON.stringify(sums.map(({ articleId, by, country, sum }) => [articleId, by, country, sum]));
}

function readSums(text: string): HourlySum[] {
  const rows = JSON.parse(text) as [string, HourlySum['by'], string | null, number][];
  return rows.map(([articleId, by, country, sum]) => ({ articleId, by, country, sum }));
}

export const HOUR_MS = 3_600_000;

export interface ExactHour {
  readonly hour: number;
  readonly sums: readonly HourlySum[];
}
