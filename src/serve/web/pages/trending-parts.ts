import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import type { TrendingItem, TrendingListPage } from '../../../app/trending/trending-lists.ts';
import { KINDS, type ListName, MEASURES, WINDOWS } from '../../../signals/trending/lists.ts';
import type { StoredTopic } from '../../../stories/queries/index.ts';
import { formatNumber, t, topicName } from '../texts/messages.ts';
import { selectField } from './admin/parts.ts';
import { langOf } from './story-parts.ts';

/** Components of the trending page. */

export function filterForm(list: ListName, categories: readonly StoredTopic[]): Html {
  return html`<form class="inline trending-filter" method="get" action="/trending" aria-label="${t('trending.filter')}">
${selectField({ name: 'of', label: t('trending.of'), value: list.of, options: [...KINDS].reverse().map(of => [of, t(`trending.of.${of}`)]) })}
${selectField({ name: 'window', label: t('trending.window'), value: list.window, options: WINDOWS.map(window => [window, t(`trending.window.${window}`)]) })}
${selectField({ name: 'by', label: t('trending.by'), value: list.by, options: MEASURES.map(by => [by, t(`trending.by.${by}`)]) })}
${selectField({
  name: 'category',
  label: t('trending.category'),
  value: list.dimension?.value ?? '',
  options: [
    ['', t('trending.allSections')],
    ...categories.map(({ id, name }) => [id, topicName(name)] as const),
  ],
})}
<button class="plain">${t('trending.go')}</button></form>`;
}

export function trendingItems({ items, comparedWith }: TrendingListPage): Html {
  return html`<ol class="trending">${items.slice(0, SHOWN).map(
    item => html`<li><span class="rank" aria-hidden="true">${formatNumber(item.rank)}</span>
<div><h2 dir="auto"${langOf(item.thing.language)}><a href="${pathOf(item)}">${item.thing.title}</a></h2>
<p class="byline">${comparedWith !== null && movement(item)}${item.thing.sourceName !== null ? item.thing.sourceName : t('trending.articles', { count: item.thing.articleCount })}${activity(item).map(each => [' · ', each])}</p></div></li>
`,
  )}</ol>`;
}

/** Shares and reads, without those of which there are none. */
export function activity({ shares, reads }: Pick<TrendingItem, 'shares' | 'reads'>): HtmlValue[] {
  return [
    ...(shares > 0 ? [t('trending.shares', { count: shares })] : []),
    ...(reads > 0 ? [t('trending.reads', { count: reads })] : []),
  ];
}

function movement({ rank, previousRank }: TrendingItem): Html {
  if (previousRank === null) return html`<strong class="fresh">${t('trending.new')}</strong> · `;
  const by = previousRank - rank;
  if (by === 0) return mark('same', '=', t('trending.same'));
  const count = Math.abs(by);
  return by > 0
    ? mark('up', html`▲ ${formatNumber(count)}`, t('trending.up', { count }))
    : mark('down', html`▼ ${formatNumber(count)}`, t('trending.down', { count }));
}

function mark(kind: string, sign: HtmlValue, words: HtmlValue): Html {
  return html`<span class="moved ${kind}"><span aria-hidden="true">${sign}</span><span class="visually-hidden">${words}</span></span> · `;
}

/** A story has no single source. */
function pathOf({ id, thing }: TrendingItem): string {
  return thing.sourceId === null ? `/stories/${id}` : `/articles/${id}`;
}

/** TREND-7: the form to choose a past hour. */
export function timeMachine(list: ListName, at: Date): Html {
  const [day = '', time = ''] = at.toISOString().split('T');
  const hour = String(Number(time.slice(0, 2)));
  return html`<section class="story-part" aria-labelledby="look-back"><h2 id="look-back">${t('trending.past')}</h2>
<form class="inline" method="get" action="/trending">
<input type="hidden" name="of" value="${list.of}"><input type="hidden" name="by" value="${list.by}"><input type="hidden" name="window" value="${list.window === '1m' ? '1h' : list.window}">${list.dimension && html`<input type="hidden" name="category" value="${list.dimension.value}">`}
<div class="field"><label for="day">${t('trending.day')}</label><input id="day" name="day" type="date" value="${day}" required></div>
${selectField({ name: 'hour', label: t('trending.hour'), value: hour, options: Array.from({ length: 24 }, (_, each) => [String(each), `${String(each).padStart(2, '0')}:00`]) })}
<button class="plain">${t('trending.showPast')}</button></form></section>`;
}

const SHOWN = 50;
