import type { Transaction } from '../../../platform/database/port.ts';
import { json, sql } from '../../../platform/database/sql.ts';
import { readArticleFacts } from '../article-facts.ts';
import { readList } from '../snapshot.ts';
import { TrendingCounts } from '../trending-counts.ts';
import { HOUR_MS, hoursBetween } from './exact-hours.ts';

/** TREND-7: what was trending at the end of an hour, over that hour and over the day that it ended. */
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
    const tally = new TrendingCounts(at);
    for (const facts of articles) tally.articles.update(facts);
    for (const each of hours) tally.replaceHour(each.hour, each.sums);
    // An hour that is over is a sub-window of the day, and the only one when there are no others.
    const edition = { window: '24h', version: 0, at, ...tally.build('24h', at) } as const;
    return Object.keys(edition.lists).map(list => ({ span, list, ...columnsOf(readList(edition, list)) }));
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
  const kept = entries.slice(0, KEPT);
  return {
    ids: kept.map(({ id }) => id),
    scores: kept.map(({ score }) => score),
    shares: kept.map(({ shares }) => shares),
    reads: kept.map(({ reads }) => reads),
  };
}

const KEPT = 100;
