import { Problem } from '../../../../errors.ts';
import type { Principal } from '../../../../model/principal.ts';
import { type Html, html, type Spoken } from '../../html.ts';
import type { Page } from '../../layout.ts';
import { memberPage, type PageAnswer, type PageCall, type PageRoute } from '../../page-route.ts';
import { type Refusal, refusalOf } from '../../refusal.ts';
import { say } from '../../words/say.ts';

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
  return adminPage({
    method: 'POST',
    path,
    handler: async call => {
      try {
        return await run(call);
      } catch (error) {
        const refused = { in: section, refusal: refusalOf(error) };
        return { page: await show(call, { refused }), status: 422 };
      }
    },
  });
}

/** What all of these pages have at their head. */
export function adminFrame({ title, at, lede, above, body }: AdminPage): Page {
  return {
    title,
    shape: 'wide',
    body: html`<nav class="tabs" aria-label="Administration"><ul>${AREAS.map(
      ([path, name]) =>
        html`<li><a href="${path}"${path === at && html` aria-current="true"`}>${name}</a></li>`,
    )}</ul></nav>
<div class="flow">${above}<h1>${title}</h1>${lede}</div>
${body}`,
  };
}

const AREAS = [
  ['/admin', say('overview.title')],
  ['/admin/sources', 'Sources'],
  ['/admin/stories', 'Stories'],
  ['/admin/topics', 'Topics'],
  ['/admin/signals', 'Signals'],
  ['/admin/queues', 'Queues'],
  ['/admin/tasks', 'Tasks'],
  ['/admin/log', 'Log'],
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

export type Run = (call: PageCall<Principal>) => Promise<PageAnswer>;
export type Show = (call: PageCall<Principal>, outcome: Outcome) => Promise<Page>;

/** What came of a form that was sent, and in which part of the page it belongs. */
export interface Outcome {
  readonly done?: Done | undefined;
  readonly refused?: { readonly in: string; readonly refusal: Refusal } | undefined;
}

export interface Done {
  readonly in: string;
  readonly text: string;
}

/** What the address says was done. The words come from outside, so a Map is asked, and a count has to be one. */
export function doneBy({ query }: PageCall<Principal>, words: DoneWords): Done | undefined {
  const said = words.get(query('done') ?? '');
  if (!said) return undefined;
  const count = query('n') ?? '';
  return { in: said[0], text: said[1](/^\d{1,12}$/.test(count) ? Number(count) : 0) };
}

export type DoneWords = ReadonlyMap<string, DoneWord>;
export type DoneWord = readonly [section: string, text: (count: number) => string];
