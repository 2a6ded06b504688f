import { actingPerson } from '../../../../../app/admin/audited.ts';
import { createSources } from '../../../../../app/admin/sources.ts';
import type { AppContext } from '../../../../../app/context.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import { invalidInput } from '../../../../../errors.ts';
import type { FeedCandidate } from '../../../../../ingest/parse/preview.ts';
import { type Discovery, discover } from '../../../../../ingest/sources/discovery/discover.ts';
import { findSource } from '../../../../../ingest/sources/registry.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import { normaliseSourceAddress } from '../../../../../ingest/sources/typed-address.ts';
import { systemClock } from '../../../../../lib/clock.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { reason } from '../../../../../reasons.ts';
import type { Page } from '../../../page.ts';
import type { PageCall, PageRoute } from '../../../page-route.ts';
import { t } from '../../../texts/messages.ts';
import { translate } from '../../../texts/translate.ts';
import { moment } from '../../../times.ts';
import { adminAction } from '../frame.ts';
import { actionButton, section } from '../parts.ts';
import { showSources } from './list.ts';
import { pathOfSource, sourcesFrame } from './parts.ts';

/** SRC-2: finds feeds at any address and shows them before any is saved. */
export const ADD_ACTIONS: readonly PageRoute[] = [
  adminAction('/admin/sources/discover', showSources, 'add', async call => {
    const found = await discoverAt(call.context, call.field('url'));
    const replaced = isUuid(call.field('for'))
      ? await findSource(call.context.database, call.field('for'))
      : null;
    return { page: showFound(call, found, replaced) };
  }),
  adminAction('/admin/sources/add', showSources, 'add', async call => {
    const { context, principal, client, field } = call;
    const url = normaliseSourceAddress(field('url'));
    const name = field('name').trim().slice(0, MAX_NAME_LENGTH) || new URL(url).hostname;
    const kind = ADDABLE_KINDS.find(each => each === field('kind')) ?? 'feed';
    const homePage = field('homePage');
    const [added] = await createSources(context, actingPerson(principal, client), [
      {
        name,
        url,
        kind,
        language: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(field('language'))
          ? field('language')
          : null,
        homePage: /^https?:/i.test(homePage) && URL.canParse(homePage) ? homePage : null,
      },
    ]);
    if (!added) throw invalidInput('/url', reason('not-saved'));
    if (!added.isNew) return { redirect: `${pathOfSource(added)}?done=known` };
    const done = kind === 'submit' ? 'added-submit#publishers' : 'added';
    return { redirect: `${pathOfSource(added)}?done=${done}` };
  }),
];

/** Requests are spaced in real time, so this uses the system clock even where a test controls time. */
function discoverAt({ outbound, config, stopping }: AppContext, address: string): Promise<Discovery> {
  return discover({ outbound, clock: systemClock, delayMs: config.crawlDelay, signal: stopping }, address);
}

function showFound(
  { field }: PageCall<Principal>,
  { url, candidates, rejected, isComplete }: Discovery,
  replaced: ScheduledSource | null,
): Page {
  return sourcesFrame({
    title: t('sources.found'),
    above: html`<p class="kicker"><a href="/admin/sources">${t('admin.sources')}</a></p>`,
    lede: field('url').trim().slice(0, 300),
    body: html`${section(
      {},
      'found',
      candidates.length === 0 ? t('sources.foundNone') : t('sources.foundSome', { count: candidates.length }),
      candidates.length === 0
        ? html`<p>${t('sources.foundNoneText', { url })}</p>`
        : html`<ul class="items">${candidates.map(each => candidate(each, replaced))}</ul>`,
    )}
${!isComplete && html`<p class="meta">${t('sources.incomplete')}</p>`}
${rejected.length > 0 && section({}, 'rejected', t('sources.rejected'), html`<ul class="items">${rejected.map(each => html`<li class="item"><div>${each.url}<p class="meta">${translate(each.reason)}</p></div></li>`)}</ul>`)}
<div class="actions"><a class="button plain" href="/admin/sources">${t('sources.elsewhere')}</a>${replaced === null && submitButton(url)}</div>`,
  });
}

function candidate(found: FeedCandidate, replaced: ScheduledSource | null): Html {
  const { url, kind, title, format, language, homePage, itemCount, sample } = found;
  const name = title ?? new URL(url).hostname;
  return html`<li class="item"><div><strong>${name}</strong>
<p class="meta">${kind === 'scrape' ? t('sources.pageItself') : format} · ${t('sources.articles', { count: itemCount })}${language !== null && ` · ${language}`}</p>
<p class="meta">${url}</p>
${sample.length > 0 && html`<ol class="sample">${sample.map(item => html`<li>${item.title ?? item.url}${item.publishedAt !== null && html` <span class="meta">${moment(new Date(item.publishedAt))}</span>`}</li>`)}</ol>`}</div>
<div class="buttons">${replaced?.kind === kind && actionButton({ action: `${pathOfSource(replaced)}/take-over`, text: t('sources.useFor', { name: replaced.name }), of: t('sources.from', { url }), fields: { url } })}
${actionButton({ action: '/admin/sources/add', text: t('sources.addButton'), of: t('sources.nameFrom', { name, url }), fields: { url, kind, name, language: language ?? '', homePage: homePage ?? '' } })}</div></li>`;
}

/** SRC-6: for a publisher who sends articles. */
function submitButton(url: string): Html {
  const site = new URL('/', url);
  return actionButton({
    action: '/admin/sources/add',
    text: t('sources.acceptSubmissions'),
    of: t('sources.from', { url: site.href }),
    fields: { url: site.href, kind: 'submit', name: site.hostname },
  });
}

const ADDABLE_KINDS = ['feed', 'scrape', 'submit'] as const;
const MAX_NAME_LENGTH = 200;
