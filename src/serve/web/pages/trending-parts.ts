import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import type { ShownItem, ShownList } from '../../../app/trending/reader.ts';
import { KINDS, type ListName, MEASURES, WINDOWS } from '../../../signals/trending/lists.ts';
import type { StoredTopic } from '../../../stories/read/index.ts';
import { figure, say, topicName } from '../words/say.ts';
import { selectField } from './admin/parts.ts';
import { langOf } from './story-parts.ts';

/** Pieces of the page of what is trending. */

export function filterForm(list: ListName, categories: readonly StoredTopic[]): Html {
  return html`<form class="inline trending-filter" method="get" action="/trending" aria-label="${say('trending.filter')}">
${selectField({ name: 'of', label: say('trending.of'), value: list.of, options: [...KINDS].reverse().map(of => [of, say(`trending.of.${of}`)]) })}
${selectField({ name: 'window', label: say('trending.window'), value: list.window, options: WINDOWS.map(window => [window, say(`trending.window.${window}`)]) })}
${selectField({ name: 'by', label: say('trending.by'), value: list.by, options: MEASURES.map(by => [by, say(`trending.by.${by}`)]) })}
${selectField({
  name: 'category',
  label: say('trending.category'),
  value: list.dimension?.value ?? '',
  options: [
    ['', say('trending.everything')],
    ...categories.map(({ id, name }) => [id, topicName(name)] as const),
  ],
})}
<button class="plain">${say('trending.go')}</button></form>`;
}

export function trendingItems({ items, comparedWith }: ShownList): Html {
  return html`<ol class="trending">${items.slice(0, SHOWN).map(
    item => html`<li><span class="rank" aria-hidden="true">${figure(item.rank)}</span>
<div><h2 dir="auto"${langOf(item.thing.language)}><a href="${pathOf(item)}">${item.thing.title}</a></h2>
<p class="byline">${comparedWith !== null && movement(item)}${item.thing.sourceName !== null ? item.thing.sourceName : say('trending.articles', { count: item.thing.articleCount })} · ${say('trending.shares', { count: item.shares })} · ${say('trending.reads', { count: item.reads })}</p></div></li>
`,
  )}</ol>`;
}

function movement({ rank, previousRank }: ShownItem): Html {
  if (previousRank === null) return html`<strong class="fresh">${say('trending.new')}</strong> · `;
  const by = previousRank - rank;
  if (by === 0) return mark('same', '=', say('trending.same'));
  const count = Math.abs(by);
  return by > 0
    ? mark('up', html`▲ ${figure(count)}`, say('trending.up', { count }))
    : mark('down', html`▼ ${figure(count)}`, say('trending.down', { count }));
}

function mark(kind: string, sign: HtmlValue, words: HtmlValue): Html {
  return html`<span class="moved ${kind}"><span aria-hidden="true">${sign}</span><span class="visually-hidden">${words}</span></span> · `;
}

/** Stories have no source of their own. */
function pathOf({ id, thing }: ShownItem): string {
  return thing.sourceId === null ? `/stories/${id}` : `/articles/${id}`;
}

/** TREND-7 */
export function timeMachine(list: ListName, at: Date): Html {
  const [day = '', time = ''] = at.toISOString().split('T');
  const hour = String(Number(time.slice(0, 2)));
  return html`<section class="story-part" aria-labelledby="look-back"><h2 id="look-back">${say('trending.machine')}</h2>
<form class="inline" method="get" action="/trending">
<input type="hidden" name="of" value="${list.of}"><input type="hidden" name="by" value="${list.by}"><input type="hidden" name="window" value="${list.window === '1m' ? '1h' : list.window}">${list.dimension && html`<input type="hidden" name="category" value="${list.dimension.value}">`}
<div class="field"><label for="day">${say('trending.day')}</label><input id="day" name="day" type="date" value="${day}" required></div>
${selectField({ name: 'hour', label: say('trending.hour'), value: hour, options: Array.from({ length: 24 }, (_, each) => [String(each), `${String(each).padStart(2, '0')}:00`]) })}
<button class="plain">${say('trending.lookBack')}</button></form></section>`;
}

const SHOWN = 50;
