import { type Html, html, type Localized } from '../../../../app/markup/html.ts';
import { Problem } from '../../../../errors.ts';
import { countProblems } from '../../../../ingest/sources/problem-notices.ts';
import type { Principal } from '../../../../model/principal.ts';
import { reason } from '../../../../reasons.ts';
import type { Page } from '../../page.ts';
import { memberPage, type PageRoute } from '../../page-route.ts';
import { formatNumber, t } from '../../texts/messages.ts';
import { type Run, refusing, type Show } from '../member-action.ts';

/** A page for operators; other readers get a 403. */
export function adminPage(route: PageRoute<Principal>): PageRoute {
  return memberPage({
    ...route,
    handler: async call => {
      if (!call.principal.roles.includes('operator'))
        throw new Problem('forbidden', reason('operators-only'));
      const [answer, problems] = await Promise.all([
        route.handler(call),
        countProblems(call.context.database),
      ]);
      return 'page' in answer ? { ...answer, page: withNavigation(answer.page, problems) } : answer;
    },
  });
}

/** A form action of a page; refusals are shown on that page. */
export function adminAction(path: string, show: Show, section: string, run: Run): PageRoute {
  return adminPage(refusing({ path, show, section }, run));
}

/** The head of every admin page; `adminPage` adds the navigation. */
export function adminFrame({ title, at, lede, above, body }: AdminPage): Page {
  return {
    title,
    shape: 'wide',
    area: at,
    body: html`<div class="flow">${above}<h1>${title}</h1>${lede}</div>
${body}`,
  };
}

/** SRC-8: the area of the sources shows how many problems wait for an operator. */
function withNavigation(page: Page, problems: number): Page {
  const links = AREAS.map(
    ([path, name]) =>
      html`<li><a href="${path}"${path === page.area && html` aria-current="true"`}>${name}</a>${path === '/admin/sources' && problemCount(problems)}</li>`,
  );
  return {
    ...page,
    body: html`<nav class="tabs" aria-label="${t('admin.nav')}"><ul>${links}</ul></nav>
${page.body}`,
  };
}

function problemCount(count: number): Html | false {
  return (
    count > 0 &&
    html` <a class="badge bad" href="/admin/sources/problems">${formatNumber(count)}<span class="visually-hidden"> ${t('admin.problems')}</span></a>`
  );
}

const AREAS = [
  ['/admin', t('overview.title')],
  ['/admin/sources', t('admin.sources')],
  ['/admin/stories', t('admin.stories')],
  ['/admin/topics', t('admin.topics')],
  ['/admin/synonyms', t('admin.synonyms')],
  ['/admin/signals', t('admin.signals')],
  ['/admin/experiments', t('experiments.title')],
  ['/admin/queues', t('admin.queues')],
  ['/admin/tasks', t('admin.tasks')],
  ['/admin/log', t('admin.log')],
  ['/admin/audit', t('audit.title')],
] as const;

export type Area = (typeof AREAS)[number][0];

interface AdminPage {
  readonly title: string | Localized;
  readonly at: Area;
  readonly lede?: Html | undefined;
  /** Link to the parent page. */
  readonly above?: Html | undefined;
  readonly body: Html;
}

export type { Run, Show } from '../member-action.ts';
export { type Done, type DoneWord, type DoneWords, doneBy, type Outcome } from '../outcome.ts';
