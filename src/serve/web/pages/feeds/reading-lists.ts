import { makeCursor, readCursor } from '../../../../app/cursor.ts';
import { readingListPage } from '../../../../app/feeds/reading-list.ts';
import { readingState } from '../../../../app/feeds/reading-state.ts';
import { storyFor } from '../../../../app/feeds/story-for-reader.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { Page } from '../../page.ts';
import { memberPage, type PageCall } from '../../page-route.ts';
import { t } from '../../texts/messages.ts';
import { emptyState } from '../parts.ts';
import { storyList } from '../story-parts.ts';
import { readerTabs } from './tabs.ts';

/**
 * FEED-1, FEED-10: saved and read stories, newest first. The service worker stores saved ones for offline
 * use.
 */
export const savedPage = memberPage({
  method: 'GET',
  path: '/saved',
  handler: async call => ({ page: await showKept(call, 'saved') }),
});

export const historyPage = memberPage({
  method: 'GET',
  path: '/history',
  handler: async call => ({ page: await showKept(call, 'history') }),
});

async function showKept(call: PageCall<Principal>, list: 'saved' | 'history'): Promise<Page> {
  const { context, principal, query } = call;
  const record = readCursor(context.keys, list, principal.userId, query('cursor'));
  const after = record ? { at: new Date(record['at'] ?? ''), storyId: record['id'] ?? '' } : undefined;
  const { items, next } = await readingListPage(context, principal.userId, { list, after, limit: SHOWN });
  const stories = items.map(storyFor);
  const state = await readingState(context, principal, stories);
  const cursor =
    next && makeCursor(context.keys, list, principal.userId, { at: next.at.toISOString(), id: next.storyId });
  return {
    title: t(`nav.${list}`),
    shape: 'wide',
    body: html`${readerTabs(`/${list}`)}<div class="flow list-head"><h1>${t(`nav.${list}`)}</h1><p class="lede">${t(`${list}.lede`)}</p></div>
${stories.length > 0 ? storyList(context, stories, state) : nothing(list, after === undefined)}
${cursor !== null && html`<div class="more"><a class="button plain" href="/${list}?cursor=${encodeURIComponent(cursor)}" rel="next">${t('feed.more')}</a></div>`}`,
  };
}

function nothing(list: 'saved' | 'history', isFirst: boolean): Html {
  if (!isFirst) return html`<p class="lede">${t('feed.end')}</p>`;
  return emptyState(t(`${list}.emptyTitle`), t(`${list}.empty`), [
    ['/for-you', t('nav.forYou')],
    ['/', t('nav.front')],
  ]);
}

const SHOWN = 24;
