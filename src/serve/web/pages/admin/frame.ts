import { type Html, html, type Spoken } from '../../../../app/markup/html.ts';
import { Problem } from '../../../../errors.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { Page } from '../../layout.ts';
import { memberPage, type PageRoute } from '../../page-route.ts';
import { say } from '../../words/say.ts';
import { type Run, refusing, type Show } from '../member-action.ts';

/** A page for operators. Whoever is none is told so, and sees nothing. */
export function adminPage(route: PageRoute<Principal>): PageRoute {
  return memberPage({
    ...route,
    handler: async call => {
      if (!call.principal.roles.includes('operator'))
        throw new Problem('forbidden', 'These pages are for operators.');
      return route.handler(call);
    },
  });
}

/** The form behind a page: what it refuses is shown on the page it stands on. */
export function adminAction(path: string, show: Show, section: string, run: Run): PageRoute {
  return adminPage(refusing({ path, show, section }, run));
}

/** What all of these pages have at their head. */
export function adminFrame({ title, at, lede, above, body }: AdminPage): Page {
  return {
    title,
    shape: 'wide',
    body: html`<nav class="tabs" aria-label="${say('admin.nav')}"><ul>${AREAS.map(
      ([path, name]) =>
        html`<li><a href="${path}"${path === at && html` aria-current="true"`}>${name}</a></li>`,
    )}</ul></nav>
<div class="flow">${above}<h1>${title}</h1>${lede}</div>
${body}`,
  };
}

const AREAS = [
  ['/admin', say('overview.title')],
  ['/admin/sources', say('admin.sources')],
  ['/admin/stories', say('admin.stories')],
  ['/admin/topics', say('admin.topics')],
  ['/admin/synonyms', say('admin.synonyms')],
  ['/admin/signals', say('admin.signals')],
  ['/admin/experiments', say('experiments.title')],
  ['/admin/queues', say('admin.queues')],
  ['/admin/tasks', say('admin.tasks')],
  ['/admin/log', say('admin.log')],
  ['/admin/audit', say('audit.title')],
] as const;

export type Area = (typeof AREAS)[number][0];

interface AdminPage {
  readonly title: string | Spoken;
  readonly at: Area;
  readonly lede?: Html | undefined;
  /** Where the page belongs: a way back. */
  readonly above?: Html | undefined;
  readonly body: Html;
}

export type { Run, Show } from '../member-action.ts';
export { type Done, type DoneWord, type DoneWords, doneBy, type Outcome } from '../outcome.ts';
