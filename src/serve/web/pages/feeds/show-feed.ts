import { readFeedCursor, writeFeedCursor } from '../../../../app/feeds/feed-cursor.ts';
import { readingState } from '../../../../app/feeds/reading-state.ts';
import { storyFor } from '../../../../app/feeds/story-for-reader.ts';
import { feedReaderOf } from '../../../../app/feeds/visible-stories.ts';
import { type Html, type HtmlValue, html, type Localized } from '../../../../app/markup/html.ts';
import type { Feed } from '../../../../feeds/pages/feed.ts';
import type { FeedPage } from '../../../../feeds/pages/feed-pages.ts';
import type { Page, PageFacts } from '../../page.ts';
import type { PageCall } from '../../page-route.ts';
import { listData } from '../../structured.ts';
import { t } from '../../texts/messages.ts';
import { storyCard } from '../story-parts.ts';
import { otherSources, reasonsPart } from './item-parts.ts';
import { markAllForm, readNotice, withQuery } from './mark-read.ts';

/**
 * A page of a feed: the number of new stories, the stories, and a link to the next page. The cursor in the
 * address freezes the ranking (FEED-5): going back shows the same page, and new stories are counted but not
 * mixed in.
 */
export async function showFeed(call: PageCall, view: FeedView): Promise<Page> {
  const { context, principal, query } = call;
  const userId = feedReaderOf(principal);
  const cursor = query('cursor');
  const from = readFeedCursor(context, view.feed, userId, cursor);
  const page = await context.feeds.page(view.feed, userId, { from, limit: SHOWN });
  const isFirst = from === null;
  const news = from ? await context.feeds.newCount(view.feed, userId, from) : 0;
  const here = writeFeedCursor(context, view.feed, userId, page.here);
  const next = page.next && writeFeedCursor(context, view.feed, userId, page.next);
  const shown = page.items.length > 0;
  return {
    title: view.title,
    shape: 'wide',
    ...(view.facts
      ? { facts: { ...view.facts, data: listData(context.origin, page.items.map(storyFor)) } }
      : {}),
    body: html`${view.tabs}<div class="flow list-head">${view.head}</div>
${freshPill(view, here)}${isFirst ? false : newLine(view, news)}${readNotice(call, view.path)}
${shown ? await itemList(call, page, view, isFirst) : isFirst && view.empty}
${!shown && !isFirst && html`<p class="lede">${t('feed.end')}</p>`}
<div class="more">${next !== null ? html`<a class="button plain" href="${withQuery(view.path, 'cursor', next)}" rel="next">${t('feed.more')}</a>` : shown && view.beyond}
${principal && shown && markAllForm(view, here)}</div>`,
  };
}

async function itemList(
  call: PageCall,
  { items }: FeedPage,
  view: FeedView,
  isFirst: boolean,
): Promise<Html> {
  const { context, principal } = call;
  const stories = items.map(storyFor);
  const state = await readingState(context, principal, stories);
  return html`<ol class="latest">${items.map((item, index) => {
    const story = storyFor(item);
    const isTop = isFirst && index === 0;
    const extra = html`${view.showsReasons && reasonsPart(context, item)}${otherSources(item)}`;
    return html`<li${isTop && html` class="top"`}>${storyCard({ context, ...state }, story, { kind: 'tile', loads: isTop ? 'eager' : 'lazy', extra })}</li>
`;
  })}</ol>`;
}

/** `web/scripts/fresh.ts` shows it when new stories have arrived. */
function freshPill({ feed, path }: FeedView, here: string): Html {
  const params = new URLSearchParams({ cursor: here });
  if (feed.of !== '') params.set('of', feed.of);
  if (feed.language !== null) params.set('language', feed.language);
  if (feed.country !== null) params.set('country', feed.country);
  return html`<p class="fresh-pill" role="status"><a href="${path}" hidden data-count="/api/v1/feeds/${feed.name}/new?${params.toString()}" data-every-ms="60000" data-one="${t('fresh.one')}" data-other="${t('fresh.other')}"></a></p>
`;
}

/** The same without a script, on later pages. */
function newLine({ path }: FeedView, count: number): Html {
  return html`<p class="new-line"><a href="${path}">${count > 0 ? t('feed.new', { count }) : t('feed.toTop')}</a></p>
`;
}

const SHOWN = 24;

export interface FeedView {
  readonly feed: Feed;
  /** Path and query of the feed. */
  readonly path: string;
  readonly title: string | Localized;
  /** Heading and lede. */
  readonly head: Html;
  readonly tabs?: Html;
  readonly empty: Html;
  /** After the last story in memory: a link to older ones. */
  readonly beyond?: HtmlValue;
  readonly showsReasons?: boolean;
  readonly facts?: PageFacts;
}
