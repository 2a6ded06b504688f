import type { Transaction } from '../../../platform/database/port.ts';
import { json, sql } from '../../../platform/database/sql.ts';
import { readArticleFacts } from '../article-facts.ts';
import { readList } from '../snapshot.ts';
import { TrendingCounts } from '../trending-counts.ts';
import { HOUR_MS, hoursBetween } from './exact-hours.ts';

/** TREND-7: stores the trending lists at the end of an hour, for that hour and for the last 24. */
export async function storeHourlySnapshots(tx: Transaction, hour: number): Promise<void> {
  const day = await hoursBetween(tx, hour - 23, hour);
  const articles = await readArticleFacts(
    tx,
    day.flatMap(({ sums }) => sums.map(({ articleId }) => articleId)),
  );
  const at = (hour + 1) * HOUR_MS;
  const rows = [
    { span: '1h', hours: day.filter(each => each.hour === hour) },
    { span: '24h', hours: day },
  ].flatMap(({ span, hours }) => {
    const counts = new TrendingCounts(at);
    for (const facts of articles) counts.articles.update(facts);
    for (const each of hours) counts.replaceHour(each.hour, each.sums);
    // A finished hour is a sub-window of the day window, so a day window with one hour gives the hour's list.
    const snapshot = { window: '24h', version: 0, at, ...counts.build('24h', at) } as const;
    return Object.keys(snapshot.lists).map(list => ({ span, list, ...columnsOf(readList(snapshot, list)) }));
  });
  if (rows.length > 0)
    await tx.execute(sql`
      insert into trending_snapshots (at, span, list, ids, scores, shares, reads)
      select ${new Date(at)}, * from json_to_recordset(${json(rows)}::json) as kept (
        span text, list text, ids uuid[], scores real[], shares integer[], reads integer[]
      )
      on conflict (span, list, at) do nothing
    `);
}

function columnsOf(entries: ReturnType<typeof readList>) {
  const top = entries.slice(0, KEPT);
  return {
    ids: top.map(({ id }) => id),
    scores: top.map(({ score }) => score),
    shares: top.map(({ shares }) => shares),
    reads: top.map(({ reads }) => reads),
  };
}

const KEPT = 100;
