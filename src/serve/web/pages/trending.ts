import { storyFilter } from '../../../app/feeds/visible-stories.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { listNameOf } from '../../../app/trending/list-params.ts';
import type { TrendingListPage } from '../../../app/trending/trending-lists.ts';
import { Problem } from '../../../errors.ts';
import { KINDS, type ListName, MEASURES, WINDOWS } from '../../../signals/trending/lists.ts';
import { feedLinks } from '../feed-links.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';
import { moment } from '../times.ts';
import { rankChart } from './trending-chart.ts';
import { filterForm, timeMachine, trendingItems } from './trending-parts.ts';

/** TREND-1, TREND-7: what is trending, now or at a past hour. */
export const trendingPage = publicPage({
  method: 'GET',
  path: '/trending',
  cache: 'private',
  handler: async call => {
    const { trendingService, topics } = call.context;
    const { lists } = trendingService;
    const list = await listOf(call);
    const past = pastHour(call);
    const found = past ? await lists.past(pastList(list), past) : await lists.present(list);
    const isVisible = list.of === 'stories' ? await storyFilter(call.context, call.principal) : () => true;
    const shown = found && { ...found, items: found.items.filter(({ id }) => isVisible(id)) };
    const categories = (await topics.active()).filter(({ parent }) => parent === null);
    return {
      page: {
        title: t('trending.title'),
        shape: 'wide',
        facts: {
          path: '/trending',
          description: t('trending.lede'),
          feeds: feedLinks('/feeds/trending', t('trending.title')),
        },
        body: html`<div class="flow list-head"><h1>${t('trending.title')}</h1>
<p class="lede">${t('trending.lede')}</p></div>
${filterForm(list, categories)}
${past ? rankingPart(shown, pastLine) : rankingPart(shown, nowLine)}
<div class="trending-side">${await rankChart(call.context, pastList(list), shown?.items.slice(0, CHARTED) ?? [], past)}
${timeMachine(list, past ?? new Date(call.context.clock.now()))}</div>`,
      },
    };
  },
});

function rankingPart(shown: TrendingListPage | null, line: (shown: TrendingListPage) => Html): Html {
  if (!shown)
    return html`<p role="status">${t('trending.nothingStored')} <a href="/trending">${t('trending.backToNow')}</a></p>`;
  const about = line(shown);
  if (shown.items.length === 0) return html`<p class="meta">${about}</p><p>${t('trending.nothing')}</p>`;
  const since = shown.comparedWith && html` ${t('trending.movement', { at: moment(shown.comparedWith) })}`;
  return html`<p class="meta">${about}${since}</p>
${trendingItems(shown)}`;
}

function nowLine({ at }: TrendingListPage): Html {
  return html`${t('trending.asOf', { at: moment(at) })}`;
}

function pastLine({ at }: TrendingListPage): Html {
  return html`${t('trending.then', { at: moment(at), back: html`<a href="/trending">${t('trending.backToNow')}</a>` })}`;
}

/** Missing or unknown parameters get their default. */
function listOf({ context, query }: PageCall): Promise<ListName> {
  const one = <T extends string>(known: readonly T[], name: string) =>
    known.find(each => each === query(name));
  const category = query('category') || undefined;
  if (category !== undefined && !/^[a-z0-9-]{1,60}$/.test(category)) throw new Problem('topic-not-found');
  return listNameOf(
    { window: one(WINDOWS, 'window'), of: one(KINDS, 'of') ?? 'stories', by: one(MEASURES, 'by'), category },
    context.topics,
  );
}

/** History exists for lists of an hour and a day only. */
function pastList(list: ListName): ListName {
  return list.window === '1m' ? { ...list, window: '1h' } : list;
}

function pastHour({ query }: PageCall): Date | undefined {
  const [day = '', hour = ''] = [query('day'), query('hour')];
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d{1,2}$/.test(hour)) return undefined;
  const at = new Date(`${day}T${hour.padStart(2, '0')}:00:00Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const CHARTED = 5;
