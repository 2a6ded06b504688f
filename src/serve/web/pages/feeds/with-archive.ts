import { type ArchiveFilter, olderStories } from '../../../../app/feeds/older-stories.ts';
import { type Html, html, type Localized } from '../../../../app/markup/html.ts';
import type { Feed } from '../../../../feeds/pages/feed.ts';
import { WINDOW_MS } from '../../../../feeds/window/story-window.ts';
import { latestIdAt } from '../../../../lib/ids.ts';
import type { Page, PageFacts } from '../../page.ts';
import type { PageCall } from '../../page-route.ts';
import { listData } from '../../structured.ts';
import { t } from '../../texts/messages.ts';
import { emptyState } from '../parts.ts';
import { archiveCursorAfter, archiveCursorIn, storyList } from '../story-parts.ts';
import { showFeed } from './show-feed.ts';

/**
 * The stories of a topic, category or entity: those of the last two days as a ranked feed from memory, then
 * older ones from the database, newest first. Without recent stories the page begins with the older ones.
 */
export async function feedWithArchive(call: PageCall, subject: ArchivedFeed): Promise<Page> {
  const { context, query } = call;
  const { name, of } = subject.feed;
  const isRecent = context.feeds.window.postings.of(`${name}:${of}` as const).size > 0;
  const isFeed = archiveCursorIn(call) === undefined && (isRecent || query('cursor') !== undefined);
  if (!isFeed) return archive(call, subject);
  const windowStart = new Date(context.clock.now() - WINDOW_MS);
  return showFeed(call, {
    ...subject,
    empty: nothingYet(),
    beyond: html`<a class="button plain" href="${subject.path}?before=${archiveCursorAfter(windowStart, latestIdAt(windowStart.getTime()))}">${t('topic.older')}</a>`,
  });
}

async function archive(call: PageCall, { path, title, head, facts, older }: ArchivedFeed): Promise<Page> {
  const { context, principal } = call;
  const cursor = archiveCursorIn(call);
  const { stories, state, last } = await olderStories(context, principal, {
    filter: older,
    after: cursor && { updatedAt: cursor.at, id: cursor.id },
    limit: SHOWN,
  });
  return {
    title,
    shape: 'wide',
    facts: { ...facts, data: listData(context.origin, stories) },
    body: html`<div class="flow list-head">${head}</div>
${stories.length > 0 ? storyList(context, stories, { ...state, leads: cursor === undefined }) : cursor ? html`<p class="lede">${t('topic.noOlder')}</p>` : nothingYet()}
${last && html`<div class="more"><a class="button plain" href="${path}?before=${archiveCursorAfter(last.updatedAt, last.id)}" rel="next">${t('topic.older')}</a></div>`}`,
  };
}

function nothingYet(): Html {
  return emptyState(t('topic.emptyTitle'), t('topic.empty'), [
    ['/', t('nav.front')],
    ['/topics', t('nav.topics')],
  ]);
}

const SHOWN = 24;

interface ArchivedFeed {
  readonly feed: Feed & { readonly name: 'category' | 'topic' | 'entity' };
  readonly path: string;
  readonly title: string | Localized;
  readonly head: Html;
  readonly facts: PageFacts;
  /** Which older stories follow. */
  readonly older: ArchiveFilter;
}
