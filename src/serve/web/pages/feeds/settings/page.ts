import { type Html, html } from '../../../../../app/markup/html.ts';
import { listHiddenStories } from '../../../../../feeds/readers/hidden-stories.ts';
import { preferencesOf } from '../../../../../feeds/readers/preferences.ts';
import { listFeedTokens } from '../../../../../feeds/readers/tokens.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { Page } from '../../../page.ts';
import { memberPage, type PageCall } from '../../../page-route.ts';
import { t } from '../../../texts/messages.ts';
import { type DoneWord, doneBy, type Outcome, section } from '../../outcome.ts';
import { readerTabs } from '../tabs.ts';
import { addressPart, type NewAddress } from './addresses.ts';
import { choicesForm } from './choices.ts';
import { hiddenPart } from './hidden-stories.ts';
import { mutedPart } from './muted-words.ts';
import { stancePart } from './stances.ts';

/** FEED-14: all feed settings of a reader. */
export const feedSettingsPage = memberPage({
  method: 'GET',
  path: '/account/feeds',
  handler: async call => ({ page: await showFeedSettings(call, { done: doneBy(call, DONE) }) }),
});

/** A new address is shown only here, once. */
export async function showFeedSettings(
  call: PageCall<Principal>,
  outcome: Outcome & { readonly made?: NewAddress },
): Promise<Page> {
  const { context, principal } = call;
  const [preferences, tokens, hidden] = await Promise.all([
    preferencesOf(context.database, [principal.userId]),
    listFeedTokens(context.database, principal.userId),
    listHiddenStories(context.database, principal.userId, HIDDEN_SHOWN),
  ]);
  const { settings, stances, mutedWords } = preferences(principal.userId);
  return {
    title: t('nav.feeds'),
    shape: 'wide',
    body: html`${readerTabs('/account/feeds')}<div class="flow"><h1>${t('nav.feeds')}</h1><p class="lede">${t('feeds.lede')}</p></div>
${section(outcome, 'choices', t('feeds.choices'), choicesForm(context, settings))}
${section(outcome, 'sources', t('feeds.stances'), await stancePart(call, stances, outcome))}
${section(outcome, 'muted', t('feeds.muted'), mutedPart(mutedWords, new Date(context.clock.now()), outcome))}
${section(outcome, 'hidden', t('feeds.hidden'), hiddenPart(hidden))}
${section(outcome, 'addresses', t('feeds.addresses'), addressPart(tokens, outcome.made))}
${section(outcome, 'list', t('feeds.importTitle'), listPart())}`,
  };
}

/** FEED-7: imports the OPML list of another feed reader: its feeds that are sources here are followed. */
function listPart(): Html {
  return html`<p>${t('feeds.importText')}</p>
<form class="inline" method="post" action="/account/feeds/list#list" enctype="multipart/form-data"><div class="field"><label for="opml">${t('feeds.file')}</label><input id="opml" name="opml" type="file" accept=".opml,.xml,text/xml,text/x-opml" required></div><button class="plain">${t('feeds.import')}</button></form>`;
}

const HIDDEN_SHOWN = 50;

const DONE = new Map<string, DoneWord>([
  ['choices', ['choices', () => t('settings.saved')]],
  ['stance', ['sources', () => t('feeds.done.stance')]],
  ['muted', ['muted', () => t('feeds.done.muted')]],
  ['unmuted', ['muted', () => t('feeds.done.unmuted')]],
  ['unhidden', ['hidden', () => t('feeds.done.unhidden')]],
  ['revoked', ['addresses', () => t('feeds.done.revoked')]],
  ['list', ['list', count => t('feeds.done.list', { count })]],
]);
