import {
  deleteOwnSavedSearch,
  editSavedSearch,
  requireSavedSearch,
  retryWebhook,
  type SavedSearchMatch,
  savedMatches,
  webhookSecretOf,
  webhookStateOf,
} from '../../../../app/alerts/saved-searches.ts';
import type { AppContext } from '../../../../app/context.ts';
import {
  createFeedAddresses,
  type FeedAddresses,
  feedTokensOf,
  revokeFeedAddresses,
} from '../../../../app/feeds/feed-addresses.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import type { Principal } from '../../../../model/principal.ts';
import { MAX_FAILURES } from '../../../../search/alerts/delivery/send-webhooks.ts';
import { webhookErrorReason } from '../../../../search/alerts/delivery/webhook-state.ts';
import { EMAIL_FREQUENCIES, type StoredSavedSearch } from '../../../../search/alerts/saved-searches.ts';
import type { Page } from '../../page.ts';
import { memberPage, type PageAnswer, type PageCall, type PageRoute } from '../../page-route.ts';
import { type Refusal, refusalOf } from '../../refusal.ts';
import { formatNumber, t } from '../../texts/messages.ts';
import { translate } from '../../texts/translate.ts';
import { moment } from '../../times.ts';
import { selectField } from '../admin/parts.ts';
import { notice, refused, textField } from '../parts.ts';
import { langOf } from '../story-parts.ts';

/** One saved search: its matches, and how its owner is notified. */
export const savedSearchPage = memberPage({
  method: 'GET',
  path: '/saved-searches/{id}',
  handler: async call => ({ page: await show(call, { done: call.query('done') }) }),
});

export const SAVED_ACTIONS: readonly PageRoute[] = [
  action('change', async call => {
    const { context, principal, field, param } = call;
    const webhook = field('webhook').trim();
    await editSavedSearch(context, principal.userId, param('id'), {
      name: field('name').trim().slice(0, 120) || undefined,
      query: field('query').trim().slice(0, 1_000) || undefined,
      email: EMAIL_FREQUENCIES.find(each => each === field('email')),
      webhookUrl: webhook === '' ? null : webhook,
    });
    return done(call, 'changed');
  }),
  action('pause', async call => {
    const { context, principal, field, param } = call;
    const isPaused = field('paused') === 'yes';
    await editSavedSearch(context, principal.userId, param('id'), { isPaused });
    return done(call, 'changed');
  }),
  action('challenge', async call => {
    const { context, principal, param } = call;
    await retryWebhook(context, principal.userId, param('id'));
    return done(call, 'challenged');
  }),
  action('delete', async ({ context, principal, param }) => {
    await deleteOwnSavedSearch(context, principal.userId, param('id'));
    return { redirect: '/saved-searches?done=deleted' };
  }),
  action('feed', async call => {
    const { context, principal, param } = call;
    const { id } = await requireSavedSearch(context, principal.userId, param('id'));
    return {
      page: await show(call, { made: await createFeedAddresses(context, principal.userId, 'search', id) }),
    };
  }),
  action('take-back', async call => {
    const { context, principal, field } = call;
    await revokeFeedAddresses(context, principal.userId, field('token'));
    return done(call, 'taken-back');
  }),
];

function action(name: string, run: (call: PageCall<Principal>) => Promise<PageAnswer>): PageRoute {
  return memberPage({
    method: 'POST',
    path: `/saved-searches/{id}/${name}`,
    handler: async call => {
      try {
        return await run(call);
      } catch (error) {
        return { page: await show(call, { refusal: refusalOf(error) }), status: 422 };
      }
    },
  });
}

function done({ param }: PageCall<Principal>, what: string): PageAnswer {
  return { redirect: `/saved-searches/${param('id')}?done=${what}` };
}

async function show(call: PageCall<Principal>, outcome: SavedSearchOutcome): Promise<Page> {
  const { context, principal } = call;
  const saved = await requireSavedSearch(context, principal.userId, call.param('id'));
  const matches = await savedMatches(context, saved.id, { after: null, limit: SHOWN });
  const message = DONE.get(outcome.done ?? '');
  return {
    title: saved.name,
    shape: 'wide',
    body: html`<div class="flow"><p class="kicker"><a href="/saved-searches">${t('savedSearch.title')}</a></p><h1>${saved.name}</h1>
<p class="meta"><a href="/search?q=${encodeURIComponent(saved.query)}">${saved.query}</a>${saved.pausedAt && html` · ${t('savedSearch.paused')}`}</p>
${notice(message)}${refused(outcome.refusal)}</div>
<section class="flow panel" aria-labelledby="matches"><h2 id="matches">${t('savedSearch.matches')}</h2>${matchList(matches)}</section>
${changeForm(call, saved, outcome)}
${webhookSection(context, saved)}
${await feedSection(call, saved, outcome.made)}
<div class="actions"><form method="post" action="/saved-searches/${saved.id}/pause"><input type="hidden" name="paused" value="${saved.pausedAt ? 'no' : 'yes'}"><button class="plain">${t(saved.pausedAt ? 'savedSearch.resume' : 'savedSearch.pause')}</button></form>
<form method="post" action="/saved-searches/${saved.id}/delete"><button class="plain">${t('savedSearch.delete')}</button></form></div>`,
  };
}

function matchList(matches: readonly SavedSearchMatch[]): Html {
  if (matches.length === 0) return html`<p>${t('savedSearch.noMatches')}</p>`;
  return html`<ol class="results">${matches.map(
    ({ article, matchedAt }) =>
      article &&
      html`<li><h3${langOf(article.language)}><a href="${article.storyId === null ? `/articles/${article.id}` : `/stories/${article.storyId}`}">${article.title}</a></h3><p class="meta">${article.sourceName} · ${moment(matchedAt)}</p></li>`,
  )}</ol>`;
}

function changeForm(
  { field }: PageCall<Principal>,
  saved: StoredSavedSearch,
  { refusal }: SavedSearchOutcome,
): Html {
  const fieldValue = (name: string, otherwise: string) => (refusal ? field(name) : otherwise);
  return html`<section class="flow panel" aria-labelledby="change"><h2 id="change">${t('savedSearch.edit')}</h2>
<form method="post" action="/saved-searches/${saved.id}/change">
${textField({ name: 'name', label: t('savedSearch.name'), value: fieldValue('name', saved.name), autocomplete: 'off', refusal })}
${textField({ name: 'query', label: t('savedSearch.query'), value: fieldValue('query', saved.query), autocomplete: 'off', refusal })}
${selectField({ name: 'email', label: t('savedSearch.email'), value: fieldValue('email', saved.email), options: EMAIL_FREQUENCIES.map(each => [each, t(`savedSearch.email.${each}`)]) })}
${textField({ name: 'webhook', label: t('savedSearch.webhook'), value: fieldValue('webhook', saved.webhookUrl ?? ''), autocomplete: 'off', hint: t('savedSearch.webhookHint'), required: false, refusal })}
<button>${t('savedSearch.change')}</button></form></section>`;
}

/** The state of the address, and the button that challenges it again. */
function webhookSection(context: AppContext, saved: StoredSavedSearch): Html | null {
  if (saved.webhookUrl === null) return null;
  const state = webhookStateOf(saved);
  const isWorking = state === 'confirmed' && saved.webhookFailures < MAX_FAILURES;
  const error = webhookErrorReason(saved.webhookError);
  const secret = html`<code>${webhookSecretOf(context, saved)}</code>`;
  return html`<section class="flow panel" aria-labelledby="webhook-state"><h2 id="webhook-state">${t('savedSearch.webhook')}</h2>
<p>${t(`savedSearch.webhook.${state}`, { url: html`<code>${saved.webhookUrl}</code>` })}</p>
${error && html`<p class="error">${state === 'confirmed' ? t('savedSearch.webhookFailed', { count: formatNumber(saved.webhookFailures), error: translate(error) }) : translate(error)}</p>`}
<p class="hint">${t('savedSearch.secret', { secret })}</p>
${!isWorking && html`<form method="post" action="/saved-searches/${saved.id}/challenge"><button class="plain">${t('savedSearch.challenge')}</button></form>`}</section>`;
}

async function feedSection(
  { context, principal }: PageCall<Principal>,
  { id }: StoredSavedSearch,
  made: FeedAddresses | undefined,
): Promise<Html> {
  const own = await feedTokensOf(context, principal.userId, id);
  return html`<section class="flow panel" aria-labelledby="feed"><h2 id="feed">${t('savedSearch.feed')}</h2>
${made && html`<div class="notice" role="status"><p>${t('savedSearch.feedText')}</p><ul><li><code>${made.atom}</code></li><li><code>${made.rss}</code></li><li><code>${made.json}</code></li></ul></div>`}
<ul>${own.map(token => html`<li><form class="inline" method="post" action="/saved-searches/${id}/take-back">${t('savedSearch.feedSince', { at: moment(token.createdAt) })} <input type="hidden" name="token" value="${token.id}"><button class="plain small">${t('savedSearch.removeFeed')}</button></form></li>`)}</ul>
<form method="post" action="/saved-searches/${id}/feed"><button class="plain">${t('savedSearch.createFeed')}</button></form></section>`;
}

const SHOWN = 50;
const DONE = new Map([
  ['saved', t('savedSearch.saved')],
  ['changed', t('savedSearch.changed')],
  ['challenged', t('savedSearch.challenged')],
  ['taken-back', t('savedSearch.feedRemoved')],
]);

interface SavedSearchOutcome {
  readonly done?: string | undefined;
  readonly refusal?: Refusal;
  readonly made?: FeedAddresses;
}
