import { createFeedAddresses, revokeFeedAddresses } from '../../../../../app/feeds/feed-addresses.ts';
import {
  addMutedWords,
  changeReader,
  chooseStance,
  startFeed,
} from '../../../../../app/feeds/reader-changes.ts';
import { unhideForReader } from '../../../../../app/feeds/story-feedback.ts';
import { SUBJECTS } from '../../../../../app/signals/interest-commands.ts';
import { bodyFault, Problem } from '../../../../../errors.ts';
import {
  changeSettings,
  type ReaderSettings,
  unmuteWords,
} from '../../../../../feeds/readers/preferences.ts';
import { PRIVATE_FEEDS } from '../../../../../feeds/readers/tokens.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import { reason } from '../../../../../reasons.ts';
import { readerSenderOf } from '../../../../http/signal-sender.ts';
import type { PageRoute } from '../../../page-route.ts';
import { memberAction, type Run } from '../../member-action.ts';
import { COUNTRY, DIGESTS, LANGUAGE } from './choices.ts';
import { MUTE_DAYS, MUTE_SPANS } from './muted-words.ts';
import { showFeedSettings } from './page.ts';
import { STANCES_OFFERED } from './stances.ts';

export const choicesAction = settingsAction(
  { path: '/account/feeds', section: 'choices' },
  async ({ context, principal, field }) => {
    const change: Partial<ReaderSettings> = {
      language: LANGUAGE.test(field('language')) ? field('language') : null,
      country: COUNTRY.test(field('country')) ? field('country') : null,
      hidesPaywalled: field('hidesPaywalled') === 'yes',
      liftsRare: field('liftsRare') === 'yes',
      foldsSeen: field('foldsSeen') === 'yes',
      digest: DIGESTS.find(each => each === field('digest')) ?? 'none',
    };
    const now = new Date(context.clock.now());
    await changeReader(context, principal.userId, tx => changeSettings(tx, principal.userId, change, now));
    return { redirect: '/account/feeds?done=choices#choices' };
  },
);

export const stanceOnPageAction = settingsAction(
  { path: '/account/feeds/stance', section: 'sources' },
  async ({ context, principal, field }) => {
    const subject = SUBJECTS.find(each => each === field('on'));
    if (!subject) throw new Problem('validation-failed');
    const stance = STANCES_OFFERED.find(each => each === field('stance')) ?? null;
    await chooseStance(context, principal.userId, { subject, id: field('id').slice(0, 200), stance });
    return { redirect: '/account/feeds?done=stance#sources' };
  },
);

export const muteAction = settingsAction(
  { path: '/account/feeds/mute', section: 'muted' },
  async ({ context, principal, field }) => {
    const words = field('words').trim();
    if (words.length > MAX_PHRASE_LENGTH || !/[\p{L}\p{N}]/u.test(words))
      throw new Problem('validation-failed', undefined, {
        faults: [bodyFault('/words', reason('mute-phrase-required'))],
      });
    const span = MUTE_SPANS.find(each => each === field('for')) ?? 'good';
    const until = span === 'good' ? null : new Date(context.clock.now() + MUTE_DAYS[span] * 86_400_000);
    await addMutedWords(context, principal.userId, words, until);
    return { redirect: '/account/feeds?done=muted#muted' };
  },
);

export const unmuteAction = settingsAction(
  { path: '/account/feeds/unmute', section: 'muted' },
  async ({ context, principal, field }) => {
    const id = field('id');
    if (isUuid(id))
      await changeReader(context, principal.userId, tx => unmuteWords(tx, principal.userId, id));
    return { redirect: '/account/feeds?done=unmuted#muted' };
  },
);

export const unhideAction = settingsAction(
  { path: '/account/feeds/unhide', section: 'hidden' },
  async call => {
    const id = call.field('id');
    if (isUuid(id)) await unhideForReader(call.context, await readerSenderOf(call), id);
    return { redirect: '/account/feeds?done=unhidden#hidden' };
  },
);

export const makeAddressAction = settingsAction(
  { path: '/account/feeds/address', section: 'addresses' },
  async call => {
    const feed = PRIVATE_FEEDS.find(each => each === call.field('feed'));
    if (!feed) throw new Problem('validation-failed');
    const made = await createFeedAddresses(call.context, call.principal.userId, feed);
    return { page: await showFeedSettings(call, { made }) };
  },
);

export const revokeAddressAction = settingsAction(
  { path: '/account/feeds/address/revoke', section: 'addresses' },
  async ({ context, principal, field }) => {
    await revokeFeedAddresses(context, principal.userId, field('id'));
    return { redirect: '/account/feeds?done=revoked#addresses' };
  },
);

export const importListAction = settingsAction(
  { path: '/account/feeds/list', section: 'list', uploadBytes: 1_100_000 },
  async ({ context, principal, file }) => {
    const sent = file('opml');
    if (!sent) throw new Problem('validation-failed');
    const opml = new TextDecoder().decode(sent.content);
    const { sources } = await startFeed(context, principal.userId, { opml });
    return { redirect: `/account/feeds?done=list&n=${sources}#list` };
  },
);

function settingsAction(
  form: { readonly path: string; readonly section: string; readonly uploadBytes?: number },
  run: Run,
): PageRoute {
  return memberAction({ ...form, show: showFeedSettings }, run);
}

const MAX_PHRASE_LENGTH = 100;
