import { requireStory } from '../../../app/admin/stories.ts';
import { changeReader } from '../../../app/feeds/reader-changes.ts';
import { saveForLater } from '../../../app/feeds/story-feedback.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { markUnread, unsaveStory } from '../../../feeds/readers/reading-lists.ts';
import { markVisited } from '../../../feeds/readers/story-visits.ts';
import { isUuid } from '../../../lib/ids.ts';
import { localPath } from '../../../lib/local-path.ts';
import type { Principal } from '../../../model/principal.ts';
import type { Transaction } from '../../../platform/database/port.ts';
import { readerSenderOf } from '../../http/signal-sender.ts';
import { memberPage, type PageCall } from '../page-route.ts';
import { t } from '../texts/messages.ts';
import { type FeedbackSubject, feedbackMenu } from './feedback.ts';

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

export function keepButtons(story: FeedbackSubject, { isSaved, isRead, isHidden }: Kept): Html {
  const { id } = story;
  return html`<div class="keep"><button class="keep-save" form="keep" name="${isSaved ? 'unsave' : 'save'}" value="${id}" data-key="s" aria-pressed="${String(isSaved)}">${t('keep.save')}</button><button class="keep-read" form="keep" name="${isRead ? 'unread' : 'read'}" value="${id}" data-key="m" aria-pressed="${String(isRead)}">${t('keep.read')}</button>${feedbackMenu(story, isHidden)}</div>`;
}

export const keepAction = memberPage({
  method: 'POST',
  path: '/stories/keep',
  handler: async call => {
    const { field } = call;
    const name = ACTION_NAMES.find(each => field(each) !== '');
    if (!name || !isUuid(field(name))) throw new Problem('story-not-found');
    if (name === 'save') await saveForLater(call.context, await readerSenderOf(call), field(name));
    else await change(call, name, field(name));
    return { redirect: localPath(field('back')) };
  },
});

async function change(
  { context, principal }: PageCall<Principal>,
  name: keyof typeof ACTIONS,
  storyId: string,
): Promise<void> {
  const { id } = await requireStory(context, storyId);
  const now = new Date(context.clock.now());
  await changeReader(context, principal.userId, tx => ACTIONS[name](tx, principal.userId, id, now));
}

const ACTIONS: Readonly<Record<'unsave' | 'read' | 'unread', KeepAction>> = {
  unsave: unsaveStory,
  read: async (tx, userId, storyId, now) => void (await markVisited(tx, [{ userId, storyId, at: now }])),
  unread: markUnread,
};
const ACTION_NAMES = ['save', 'unsave', 'read', 'unread'] as const;

type KeepAction = (tx: Transaction, userId: string, storyId: string, now: Date) => Promise<void>;

interface Kept {
  readonly isSaved: boolean;
  readonly isRead: boolean;
  readonly isHidden: boolean;
}
