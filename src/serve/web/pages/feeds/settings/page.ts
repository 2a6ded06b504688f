import { html } from '../../../../../app/markup/html.ts';
import { preferencesOf } from '../../../../../feeds/readers/preferences.ts';
import { listFeedTokens } from '../../../../../feeds/readers/tokens.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { Page } from '../../../layout.ts';
import { memberPage, type PageCall } from '../../../page-route.ts';
import { say } from '../../../words/say.ts';
import { type DoneWord, doneBy, type Outcome, section } from '../../outcome.ts';
import { readerTabs } from '../tabs.ts';
import { addressPart, type NewAddress } from './addresses.ts';
import { listPart } from './bring-list.ts';
import { choicesForm } from './choices.ts';
import { mutedPart } from './muted-words.ts';
import { stancePart } from './stances.ts';

/** FEED-14: everything that a reader decides about their feeds, in one place. */
export const feedSettingsPage = memberPage({
  method: 'GET',
  path: '/account/feeds',
  handler: async call => ({ page: await showFeedSettings(call, { done: doneBy(call, DONE) }) }),
});

/** A new address is shown here, this once. */
export async function showFeedSettings(
  call: PageCall<Principal>,
  outcome: Outcome & { readonly made?: NewAddress },
): Promise<Page> {
  const { context, principal } = call;
  const [preferences, tokens] = await Promise.all([
    preferencesOf(context.database, [principal.userId]),
    listFeedTokens(context.database, principal.userId),
  ]);
  const { settings, stances, mutedWords } = preferences(principal.userId);
  return {
    title: say('nav.feeds'),
    shape: 'wide',
    body: html`${readerTabs('/account/feeds')}<div class="flow"><h1>${say('nav.feeds')}</h1><p class="lede">${say('feeds.lede')}</p></div>
${section(outcome, 'choices', say('feeds.choices'), choicesForm(context, settings))}
${section(outcome, 'sources', say('feeds.stances'), await stancePart(call, stances, outcome))}
${section(outcome, 'muted', say('feeds.muted'), mutedPart(mutedWords, new Date(context.clock.now()), outcome))}
${section(outcome, 'addresses', say('feeds.addresses'), addressPart(tokens, outcome.made))}
${section(outcome, 'list', say('feeds.list'), listPart())}`,
  };
}

const DONE = new Map<string, DoneWord>([
  ['choices', ['choices', () => say('settings.saved')]],
  ['stance', ['sources', () => say('feeds.done.stance')]],
  ['muted', ['muted', () => say('feeds.done.muted')]],
  ['unmuted', ['muted', () => say('feeds.done.unmuted')]],
  ['revoked', ['addresses', () => say('feeds.done.revoked')]],
  ['list', ['list', count => say('feeds.done.list', { count })]],
]);
