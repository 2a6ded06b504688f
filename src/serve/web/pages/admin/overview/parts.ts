import type {
  Overview,
  SearchTimes,
  ServiceLevel,
  StreamStage,
} from '../../../../../app/admin/overview/overview.ts';
import { type Html, type HtmlValue, html } from '../../../../../app/markup/html.ts';
import { percent } from '../../../texts/amounts.ts';
import { formatNumber, t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { langOf } from '../../story-parts.ts';
import { dataTable } from '../parts.ts';

export function serviceLevelTable(levels: readonly ServiceLevel[]): Html {
  return dataTable({
    caption: t('overview.serviceLevels'),
    columns: [
      t('overview.serviceLevel'),
      { name: t('overview.target'), kind: 'number' },
      { name: t('overview.current'), kind: 'number' },
      t('overview.state'),
    ],
    rows: levels.map(level => [
      t(`serviceLevel.${level.name}`),
      measureOf(level, level.limit),
      level.value === undefined ? '–' : measureOf(level, level.value),
      stateOf(level),
    ]),
  });
}

function stateOf({ isMet }: ServiceLevel): Html {
  if (isMet === undefined) return html`<span class="quiet">${t('overview.unknown')}</span>`;
  return isMet
    ? html`<span class="badge">${t('overview.met')}</span>`
    : html`<span class="badge bad">${t('overview.missed')}</span>`;
}

function measureOf({ unit }: Pick<ServiceLevel, 'unit'>, value: number): HtmlValue {
  if (unit === 'count') return formatNumber(value);
  if (!Number.isFinite(value)) return '∞';
  if (unit === 'percent') return percent(value / 100, 3);
  return html`${formatNumber(Math.round(value * 1_000) / 1_000)} s`;
}

/** TREND-1: the top of the trending list of the last hour, with counts. */
export function topList({ at, items }: Overview['top']): Html {
  if (items.length === 0) return html`<p>${t('overview.topNone')}</p>`;
  return html`${dataTable({
    caption: t('overview.top'),
    columns: [
      { name: t('overview.rank'), kind: 'number' },
      t('stories.story'),
      { name: t('overview.shares'), kind: 'number' },
      { name: t('overview.reads'), kind: 'number' },
    ],
    rows: items.map(({ id, rank, thing, shares, reads }) => [
      formatNumber(rank),
      html`<a href="/stories/${id}" dir="auto"${langOf(thing.language ?? 'und')}>${thing.title}</a>`,
      formatNumber(shares),
      formatNumber(reads),
    ]),
  })}
<p class="meta">${t('trending.asOf', { at: moment(at) })} <a href="/trending">${t('overview.topAll')}</a></p>`;
}

export function searchLine({ p50, p95, p99 }: SearchTimes): Html {
  if (p50 === undefined) return html`<p>${t('overview.searchNone')}</p>`;
  const fact = (words: HtmlValue, seconds: number | undefined) =>
    html`<dt>${words}</dt><dd>${seconds === undefined ? '–' : measureOf({ unit: 'seconds' }, seconds)}</dd>`;
  return html`<dl class="facts">${fact(t('overview.p50'), p50)}${fact(t('overview.p95'), p95)}${fact(t('overview.p99'), p99)}</dl>`;
}

/** One stage: recent events per second as a line, and the lag of each consumer group. */
export function stageChart({ name, events, rates, groups }: StreamStage): Html {
  const latest = rates.at(-1) ?? 0;
  return html`<li class="stage"><h3>${name}</h3>
<p class="stage-rate">${rates.length === 0 ? '–' : formatNumber(Math.round(latest * 10) / 10)} <span class="quiet">${t('overview.perSecond')}</span></p>
${line(name, rates)}
<p class="meta">${t('overview.events', { count: events })}${groups.map(({ group, lag }) => html`<br>${group}: ${lag > 0 ? html`<strong class="behind">${t('overview.behind', { count: lag })}</strong>` : t('overview.upToDate')}`)}</p></li>`;
}

function line(name: string, rates: readonly number[]): Html {
  const highest = Math.max(1, ...rates);
  const step = WIDTH / Math.max(MIN_SAMPLES, rates.length - 1);
  const points = rates.map(
    (rate, index) => `${round(index * step)},${round(HEIGHT - (rate / highest) * (HEIGHT - 4))}`,
  );
  const end = round((rates.length - 1) * step);
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${t('overview.chart', { name, highest: Math.round(highest) })}">${rates.length > 1 && html`<polygon points="0,${HEIGHT} ${points.join(' ')} ${end},${HEIGHT}"/><polyline points="${points.join(' ')}"/>`}</svg>`;
}

export function queueLine(queues: Overview['queues']): Html {
  if (queues.length === 0) return html`<p>${t('overview.noQueues')}</p>`;
  return dataTable({
    caption: t('overview.queues'),
    columns: [
      t('overview.queue'),
      { name: t('overview.waiting'), kind: 'number' },
      { name: t('overview.inFlight'), kind: 'number' },
      { name: t('overview.stuck'), kind: 'number' },
    ],
    rows: queues.map(({ name, pending, inFlight, stuck }) => [
      html`<a href="/admin/queues/${encodeURIComponent(name)}">${name}</a>`,
      formatNumber(pending),
      formatNumber(inFlight),
      formatNumber(stuck),
    ]),
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const WIDTH = 240;
const HEIGHT = 56;
/** The chart has room for at least so many samples, so that two do not fill its width. */
const MIN_SAMPLES = 24;
