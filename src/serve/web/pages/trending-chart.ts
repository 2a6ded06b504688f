import type { AppContext } from '../../../app/context.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import type { TrendingItem } from '../../../app/trending/trending-lists.ts';
import type { ListName } from '../../../signals/trending/lists.ts';
import { type RankAt, rankHistory } from '../../../signals/trending/queries/snapshot-history.ts';
import { formatNumber, t } from '../texts/messages.ts';
import { shortMoment } from '../times.ts';
import { dataTable } from './admin/parts.ts';

/**
 * TREND-7: the ranks of the top items at each full hour of two days, a line each. The table below has the
 * same data.
 *
 *   x  an hour a STEP, the last one at the right    y  rank 1 at the top, LOWEST and everything below it at the bottom
 */
export async function rankChart(
  { database, clock }: AppContext,
  list: ListName,
  items: readonly TrendingItem[],
  past: Date | undefined,
): Promise<Html | null> {
  const to = past ?? new Date(clock.now());
  const from = new Date(to.getTime() - HOURS * HOUR_MS);
  const lines = await Promise.all(
    items.map(async item => ({ item, ranks: await rankHistory(database, list, item.id, { from, to }) })),
  );
  const hours = lines[0]?.ranks.map(({ at }) => at) ?? [];
  if (hours.length < 2) return null;
  const x = (at: Date) => LEFT + ((at.getTime() - from.getTime()) / HOUR_MS) * STEP;
  return html`<section class="story-part" aria-labelledby="ranks"><h2 id="ranks">${t('trending.chart')}</h2>
<svg class="chart ranks" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${t('trending.chartAbout')}">
${[1, 5, 10].map(rank => html`<line class="axis" x1="${LEFT}" y1="${y(rank)}" x2="${WIDTH - RIGHT}" y2="${y(rank)}"/><text class="tick" x="12" y="${y(rank) + 5}">${rank}</text>`)}
${lines.map(({ item, ranks }, index) => line(ranks, x, index, item.rank))}
</svg>
<p class="meta chart-span"><span>${shortMoment(from)}</span><span>${shortMoment(to)}</span></p>
<details><summary>${t('trending.table')}</summary>${table(lines, hours)}</details></section>`;
}

/** Hours off the list are gaps. */
function line(ranks: readonly RankAt[], x: (at: Date) => number, index: number, name: number): Html {
  let path = '';
  let isDrawing = false;
  for (const { at, rank } of ranks) {
    if (rank !== null) path += `${isDrawing ? 'L' : 'M'}${round(x(at))} ${y(rank)}`;
    isDrawing = rank !== null;
  }
  const last = ranks.findLast(({ rank }) => rank !== null);
  return html`<path class="line-${index + 1}" d="${path}"/>${last?.rank != null && html`<text x="${round(x(last.at)) + 12}" y="${y(last.rank) + 5}">${formatNumber(name)}</text>`}`;
}

function table(
  lines: readonly { item: TrendingItem; ranks: readonly RankAt[] }[],
  hours: readonly Date[],
): Html {
  return dataTable({
    caption: t('trending.chart'),
    columns: [t('trending.tableHour'), ...lines.map(({ item }) => item.thing.title)],
    rows: hours.map((hour, index) => [
      shortMoment(hour),
      ...lines.map(({ ranks }) => ranks[index]?.rank ?? '–'),
    ]),
  });
}

function y(rank: number): number {
  return round(TOP + ((Math.min(rank, LOWEST) - 1) / (LOWEST - 1)) * (BASE - TOP));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const HOUR_MS = 3_600_000;
const HOURS = 48;
const LEFT = 28;
const RIGHT = 28;
const WIDTH = 480;
const STEP = (WIDTH - LEFT - RIGHT) / HOURS;
const HEIGHT = 220;
const TOP = 16;
const BASE = 200;
const LOWEST = 12;
