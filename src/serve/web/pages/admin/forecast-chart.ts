import { type Html, html } from '../../../../app/markup/html.ts';
import type { Forecast } from '../../../../platform/tasks/port.ts';
import { formatNumber, type Message, t } from '../../texts/messages.ts';
import { moment } from '../../times.ts';
import { dataTable } from './parts.ts';

/**
 * TASK-6: a bar for each of the next ten minutes, and a line at the executors' capacity per minute. Tasks
 * above the line will start late. The table below has the same data.
 *
 *   y  TOP ... BASE    from the highest of all down to none
 *   x  one SLOT for each minute
 */
export function forecastChart({ minutes, executorRatePerMinute: rate }: Forecast): Html {
  if (rate === null && minutes.every(({ due }) => due === 0)) return html`<p>${t('forecast.nothing')}</p>`;
  const highest = Math.max(1, rate ?? 0, ...minutes.map(({ due }) => due));
  const y = (value: number) => round(BASE - (value / highest) * (BASE - TOP));
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${summary(minutes, rate)}">
<line class="axis" x1="0" y1="${BASE}" x2="${WIDTH}" y2="${BASE}"/>
${minutes.map(({ due }, index) => bar({ due, index, top: y(due), exceedsRate: rate !== null && due > rate }))}
${rate !== null && rateLine(y(rate))}
</svg>
<p class="meta">${rateInWords(rate)}</p>
<details><summary>${t('trending.table')}</summary>${table(minutes)}</details>`;
}

function bar({ due, index, top, exceedsRate }: ForecastBar): Html {
  const left = index * SLOT + GAP / 2;
  const middle = round(left + (SLOT - GAP) / 2);
  const height = due === 0 ? 0 : Math.max(2, BASE - top);
  return html`<rect class="bar${exceedsRate ? ' too-much' : ''}" x="${left}" y="${round(BASE - height)}" width="${SLOT - GAP}" height="${round(height)}"/>
<text x="${middle}" y="${round(BASE - height - 6)}">${formatNumber(due)}</text>
<text class="tick" x="${middle}" y="${BASE + 20}">${index === 0 ? t('forecast.now') : `+${index}`}</text>
`;
}

function rateLine(y: number): Html {
  return html`<line class="rate" x1="0" y1="${y}" x2="${WIDTH}" y2="${y}"/>`;
}

function summary(minutes: Forecast['minutes'], rate: number | null): Message {
  const max = minutes.reduce((high, { due }) => Math.max(high, due), 0);
  const total = minutes.reduce((sum, { due }) => sum + due, 0);
  return t('forecast.summary', { count: total, max, rate: rateInWords(rate) });
}

function rateInWords(rate: number | null): Message {
  return rate === null ? t('forecast.unknown') : t('forecast.rate', { rate: Math.round(rate) });
}

function table(minutes: Forecast['minutes']): Html {
  return dataTable({
    caption: t('forecast.table'),
    columns: [t('forecast.minute'), { name: t('tasks.due'), kind: 'number' }],
    rows: minutes.map(({ at, due }) => [moment(at), formatNumber(due)]),
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const WIDTH = 480;
const HEIGHT = 220;
const TOP = 24;
const BASE = 190;
const SLOT = 48;
const GAP = 12;

interface ForecastBar {
  readonly due: number;
  readonly index: number;
  readonly top: number;
  readonly exceedsRate: boolean;
}
