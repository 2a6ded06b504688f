import { requireStory } from '../../../app/admin/stories.ts';
import { changeReader } from '../../../app/feeds/reader-changes.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { markUnread, saveStory, unsaveStory } from '../../../feeds/readers/reading-lists.ts';
import { markVisited } from '../../../feeds/readers/story-visits.ts';
import { isUuid } from '../../../lib/ids.ts';
import { localPath } from '../../../lib/local-path.ts';
import type { Transaction } from '../../../platform/database/port.ts';
import { memberPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';

/**
 * FEED-10, WEB-5: saves a story and marks it as read. Every page of a reader has one form, and the buttons of
 * all stories belong to it; `web/scripts/keep.ts` submits them without leaving the page. The keys `s` and `m`
 * press them.
 */
export function keepForm(address: string): Html {
  const [path = '/'] = address.split('?', 1);
  return html`<form id="keep" method="post" action="/stories/keep" hidden><input type="hidden" name="back" value="${localPath(address, path)}"></form>
`;
}

export function keepButtons(storyId: string, { isSaved, isRead }: Kept): Html {
  return html`<div class="keep"><button class="keep-save" form="keep" name="${isSaved ? 'unsave' : 'save'}" value="${storyId}" data-key="s" aria-pressed="${String(isSaved)}">${t('keep.save')}</button><button class="keep-read" form="keep" name="${isRead ? 'unread' : 'read'}" value="${storyId}" data-key="m" aria-pressed="${String(isRead)}">${t('keep.read')}</button></div>`;
}

export const keepAction = memberPage({
  method: 'POST',
  path: '/stories/keep',
  handler: async ({ context, principal, field }) => {
    const name = ACTION_NAMES.find(each => field(each) !== '');
    if (!name || !isUuid(field(name))) throw new Problem('story-not-found');
    const { id } = await requireStory(context, field(name));
    const now = new Date(context.clock.now());
    await changeReader(context, principal.userId, tx => ACTIONS[name](tx, principal.userId, id, now));
    return { redirect: localPath(field('back')) };
  },
});

const ACTIONS: Readonly<Record<(typeof ACTION_NAMES)[number], KeepAction>> = {
  save: saveStory,
  unsave: unsaveStory,
  read: async (tx, userId, storyId, now) => void (await markVisited(tx, [{ userId, storyId, at: now }])),
  unread: markUnread,
};
const ACTION_NAMES = ['save', 'unsave', 'read', 'unread'] as const;

type KeepAction = (tx: Transaction, userId: string, storyId: string, now: Date) => Promise<void>;

interface Kept {
  readonly isSaved: boolean;
  readonly isRead: boolean;
}
