import { readFeedCursor } from '../../../../app/feeds/feed-cursor.ts';
import { changeReader } from '../../../../app/feeds/reader-changes.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import { Problem } from '../../../../errors.ts';
import { FEED_NAMES, type Feed } from '../../../../feeds/pages/feed.ts';
import { markAllRead, undoMarkAllRead } from '../../../../feeds/readers/reading-lists.ts';
import { isUuid } from '../../../../lib/ids.ts';
import { localPath } from '../../../../lib/local-path.ts';
import { memberPage, type PageCall } from '../../page-route.ts';
import { t } from '../../texts/messages.ts';
import { notice } from '../parts.ts';

/** FEED-14: marks all stories of a feed, as ranked for this page, as read; can be undone. */
export const markAllAction = memberPage({
  method: 'POST',
  path: '/read',
  handler: async call => {
    const { context, principal, field } = call;
    const { userId } = principal;
    const feed = feedIn(call);
    const from = readFeedCursor(context, feed, userId, field('cursor'));
    const storyIds = from ? await context.feeds.ranking(feed, userId, from) : [];
    const batch = { id: context.newId(), userId, storyIds, now: new Date(context.clock.now()) };
    const count = await changeReader(context, userId, tx => markAllRead(tx, batch));
    return { redirect: withQuery(withQuery(localPath(field('back')), 'read', batch.id), 'n', String(count)) };
  },
});

export const undoMarkAllAction = memberPage({
  method: 'POST',
  path: '/read/undo',
  handler: async ({ context, principal, field }) => {
    const id = field('id');
    if (!isUuid(id)) throw new Problem('not-found');
    const now = new Date(context.clock.now());
    await changeReader(context, principal.userId, tx => undoMarkAllRead(tx, principal.userId, id, now));
    return { redirect: withQuery(localPath(field('back')), 'read', 'undone') };
  },
});

export function markAllForm({ feed, path }: { feed: Feed; path: string }, cursor: string): Html {
  const { name, of, language, country } = feed;
  const fields = { feed: name, of, language: language ?? '', country: country ?? '', cursor, back: path };
  return html`<form class="mark-all" method="post" action="/read">${Object.entries(fields).map(([key, value]) => value !== '' && html`<input type="hidden" name="${key}" value="${value}">`)}<button class="plain small">${t('feed.markAll')}</button></form>`;
}

/** The result, with an undo button. */
export function readNotice({ query, principal }: PageCall, path: string): Html | null {
  const id = query('read') ?? '';
  if (id === 'undone') return notice(t('feed.undone'));
  if (!principal || !isUuid(id)) return null;
  const count = /^\d{1,4}$/.test(query('n') ?? '') ? Number(query('n')) : 0;
  return html`<div class="notice undo" role="status"><p>${t('feed.marked', { count })}</p><form method="post" action="/read/undo"><input type="hidden" name="id" value="${id}"><input type="hidden" name="back" value="${path}"><button class="plain small">${t('feed.undo')}</button></form></div>`;
}

export function withQuery(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}

function feedIn({ field }: PageCall): Feed {
  const name = FEED_NAMES.find(each => each === field('feed'));
  if (!name) throw new Problem('not-found');
  const [language, country] = [field('language'), field('country')];
  return { name, of: field('of'), language: language || null, country: country || null };
}
