import { type Html, html } from '../../../app/markup/html.ts';
import type { Timeline } from '../../../stories/queries/index.ts';
import { t } from '../texts/messages.ts';
import { moment, shortMoment } from '../times.ts';

/** STORY-4: coverage over time as bars, with a text alternative. */
export function timelineChart(timeline: Timeline, isBlocked: (sourceId: string) => boolean): Html {
  const { unit, spans, breaking } = timeline;
  const headlines = timeline.headlines.filter(({ sourceId }) => !isBlocked(sourceId));
  const firstReport =
    timeline.firstReport && !isBlocked(timeline.firstReport.sourceId) ? timeline.firstReport : null;
  const bars = barsOf(unit, spans, breaking);
  const max = Math.max(1, ...bars.map(({ articles }) => articles));
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return html`<p>${t('story.noTimeline')}</p>`;
  return html`<figure class="timeline"><svg viewBox="0 0 ${Math.max(MIN_BARS, bars.length) * WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${t('story.timelineLabel', { count: bars.length, max })}">${bars.map(
    ({ articles, isBreaking }, index) => {
      const height = articles === 0 ? 1 : Math.max(3, (articles / max) * HEIGHT);
      return html`<rect${isBreaking && html` class="hot"`} x="${index * WIDTH}" y="${HEIGHT - height}" width="${WIDTH - 2}" height="${height}"/>`;
    },
  )}</svg>
<figcaption><span>${shortMoment(first.at)}</span>${bars.length > 1 && html`<span>${shortMoment(last.at)}</span>`}</figcaption></figure>
${firstReport && html`<p class="meta">${t('story.firstReport')} <a href="/articles/${firstReport.id}" dir="auto">${firstReport.title}</a>${firstReport.sourceName !== '' && ` · ${firstReport.sourceName}`} · ${moment(firstReport.at)}</p>`}
${breaking.map(({ beganAt, endedAt }) => html`<p class="meta"><span class="breaking${endedAt ? ' over' : ''}">${t('story.breaking')}</span> ${endedAt ? t('story.fromTo', { from: moment(beganAt), to: moment(endedAt) }) : t('story.from', { from: moment(beganAt) })}</p>`)}
${headlines.length > 0 && html`<details class="folds"><summary class="fold">${t('story.headlines', { count: headlines.length })}</summary><ul class="plain-list">${headlines.map(({ articleId, title, seenAt, sourceName }) => html`<li><a href="/articles/${articleId}#changes" dir="auto">${title}</a><p class="meta">${sourceName} · ${moment(seenAt)}</p></li>`)}</ul></details>`}`;
}

/** One bar per hour or day, including empty ones; above `MAX_BARS`, several hours or days share a bar. */
export function barsOf(
  unit: Timeline['unit'],
  spans: Timeline['spans'],
  breaking: Timeline['breaking'],
): TimelineBar[] {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  const unitMs = unit === 'hour' ? HOUR_MS : 24 * HOUR_MS;
  const from = first.at.getTime();
  const units = Math.round((last.at.getTime() - from) / unitMs) + 1;
  const stepMs = unitMs * Math.ceil(units / MAX_BARS);
  const bars = Array.from({ length: Math.floor((last.at.getTime() - from) / stepMs) + 1 }, (_, index) => {
    const at = from + index * stepMs;
    return {
      at: new Date(at),
      articles: 0,
      isBreaking: breaking.some(period => overlaps(period, at, at + stepMs)),
    };
  });
  for (const { at, articles } of spans) {
    const bar = bars[Math.floor((at.getTime() - from) / stepMs)];
    if (bar) bar.articles += articles;
  }
  return bars;
}

function overlaps({ beganAt, endedAt }: Timeline['breaking'][number], from: number, to: number): boolean {
  return beganAt.getTime() < to && (endedAt === null || endedAt.getTime() >= from);
}

const HOUR_MS = 3_600_000;
const MAX_BARS = 60;
/** The chart has room for at least so many, so that a single bar does not fill its width. */
const MIN_BARS = 12;
const WIDTH = 10;
const HEIGHT = 60;

export interface TimelineBar {
  readonly at: Date;
  articles: number;
  readonly isBreaking: boolean;
}
