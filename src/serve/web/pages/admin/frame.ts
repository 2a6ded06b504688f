import { type Html, html, type Localized } from '../../../../app/markup/html.ts';
import { Problem } from '../../../../errors.ts';
import type { Principal } from '../../../../model/principal.ts';
import { reason } from '../../../../reasons.ts';
import type { Page } from '../../page.ts';
import { memberPage, type PageRoute } from '../../page-route.ts';
import { t } from '../../texts/messages.ts';
import { type Run, refusing, type Show } from '../member-action.ts';

/** A page for operators; other readers get a 403. */
export function adminPage(route: PageRoute<Principal>): PageRoute {
  return memberPage({
    ...route,
    handler: async call => {
      if (!call.principal.roles.includes('operator'))
        throw new Problem('forbidden', reason('operators-only'));
      return route.handler(call);
    },
  });
}

/** A form action of a page; refusals are shown on that page. */
export function adminAction(path: string, show: Show, section: string, run: Run): PageRoute {
  return adminPage(refusing({ path, show, section }, run));
}

/** The head of every admin page. */
export function adminFrame({ title, at, lede, above, body }: AdminPage): Page {
  return {
    title,
    shape: 'wide',
    body: html`<nav class="tabs" aria-label="${t('admin.nav')}"><ul>${AREAS.map(
      ([path, name]) =>
        html`<li><a href="${path}"${path === at && html` aria-current="true"`}>${name}</a></li>`,
    )}</ul></nav>
<div class="flow">${above}<h1>${title}</h1>${lede}</div>
${body}`,
  };
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
