import { actingPerson } from '../../../../../app/admin/audited.ts';
import { crawlNow, dismiss, pause, resume, takeOverAddress } from '../../../../../app/admin/sources.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import { Problem } from '../../../../../errors.ts';
import {
  isProblemKind,
  listProblems,
  type ProblemQuery,
  type Remedy,
  remediesFor,
  type SourceProblemEntry,
} from '../../../../../ingest/sources/problems.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { reason } from '../../../../../reasons.ts';
import type { Page } from '../../../page.ts';
import type { PageCall, PageRoute } from '../../../page-route.ts';
import { t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { adminAction, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { actionButton, section } from '../parts.ts';
import { pathOfSource, sourcesFrame } from './parts.ts';

/** SRC-8: sources that need attention, oldest problem first, with remedies. */
export const problemsPage = adminPage({
  method: 'GET',
  path: '/admin/sources/problems',
  handler: async call => ({ page: await showProblems(call, { done: doneBy(call, DONE) }) }),
});

async function showProblems({ context, query }: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const found = await listProblems(context.database, { ...pageFrom(query('after')), limit: SHOWN + 1 });
  const shown = found.slice(0, SHOWN);
  const last = shown.at(-1);
  return sourcesFrame({
    title: t('sources.problems'),
    at: '/admin/sources/problems',
    lede: t('sources.problemsLede'),
    body: section(
      outcome,
      'problems',
      t('sources.waiting'),
      shown.length === 0
        ? html`<p>${t('sources.noProblems')}</p>`
        : html`<ul class="items">${shown.map(problem)}</ul>${found.length > SHOWN && last && html`<p><a href="/admin/sources/problems?after=${placeOf(last)}">${t('sources.moreProblems')}</a></p>`}`,
    ),
  });
}

function problem(each: SourceProblemEntry): Html {
  return html`<li class="item"><div><strong><a href="/admin/sources/${each.sourceId}">${each.name}</a></strong>
<p>${t(`sources.problem.${each.kind}`)}${each.movedTo !== null && html` ${t('sources.newAddress', { url: html`<span class="quiet">${each.movedTo}</span>` })}`}</p>
${each.lastError !== null && html`<p class="error">${each.lastError}</p>`}
<p class="meta">${t('sources.since', { at: moment(each.since) })} · ${each.url}</p></div>
<div class="buttons">${remediesFor(each).map(remedy => button(remedy, each))}</div></li>`;
}

function button(remedy: Remedy, { sourceId, name, kind, url }: SourceProblemEntry): Html {
  const path = pathOfSource({ id: sourceId });
  if (remedy === 'remove')
    return html`<a class="button plain small" href="${path}#remove">${t('sources.remove')}<span class="visually-hidden"> ${name}</span></a>`;
  if (remedy === 'discover')
    return actionButton({
      action: '/admin/sources/discover',
      text: t('sources.findFeed'),
      of: name,
      fields: { url: siteOf(url), for: sourceId },
    });
  return actionButton({
    action: `/admin/sources/problems/${remedy}`,
    text: t(`sources.remedy.${remedy}`),
    of: name,
    fields: { id: sourceId, kind },
  });
}

/** The home page, which may link to the replacement feed. */
function siteOf(url: string): string {
  return URL.canParse(url) ? new URL('/', url).href : url;
}

export const PROBLEM_ACTIONS: readonly PageRoute[] = (
  ['take-over', 'crawl', 'resume', 'pause', 'dismiss'] as const
).map(remedy =>
  adminAction(`/admin/sources/problems/${remedy}`, showProblems, 'problems', async call => {
    const { context, principal, client, field } = call;
    const [id, kind] = [field('id'), field('kind')];
    if (!isUuid(id) || !isProblemKind(kind))
      throw new Problem('validation-failed', reason('problem-unknown'));
    const by = actingPerson(principal, client);
    if (remedy === 'take-over') await takeOverAddress(context, by, id);
    else if (remedy === 'crawl') await crawlNow(context, by, id);
    else if (remedy === 'resume') await resume(context, by, id);
    else if (remedy === 'pause') await pause(context, by, id);
    else await dismiss(context, by, id, kind);
    return { redirect: `/admin/sources/problems?done=${remedy}` };
  }),
);

function pageFrom(cursor: string | undefined): Pick<ProblemQuery, 'after'> {
  const [since = '', sourceId = '', kind = ''] = (cursor ?? '').split('_');
  const at = new Date(since);
  if (Number.isNaN(at.getTime()) || !isUuid(sourceId) || !isProblemKind(kind)) return {};
  return { after: { since: at, sourceId, kind } };
}

function placeOf({ since, sourceId, kind }: SourceProblemEntry): string {
  return `${since.toISOString()}_${sourceId}_${kind}`;
}

const SHOWN = 50;

const DONE: DoneWords = new Map<string, DoneWord>([
  ['take-over', ['problems', () => t('sources.done.takeOver')]],
  ['crawl', ['problems', () => t('sources.done.crawl')]],
  ['resume', ['problems', () => t('sources.done.resume')]],
  ['pause', ['problems', () => t('sources.done.pause')]],
  ['dismiss', ['problems', () => t('sources.done.dismiss')]],
]);
