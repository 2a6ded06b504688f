import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import { PROBLEMS, type Problem, type ProblemCode } from '../../../errors.ts';
import type { Page } from '../layout.ts';
import { problemTitle, say } from '../words/say.ts';
import { told } from '../words/told.ts';

/** An error as a page that helps: what happened, what can be done about it, and where to go from here. */
export function problemPage(problem: Problem): Page {
  const { title, status } = PROBLEMS[problem.code];
  const { advice, links = [] } = HELP[problem.code] ?? (status >= 500 ? OURS : YOURS);
  const detail = problem.message === title || problem.code === 'internal' ? null : problem.message;
  const shownTitle = problemTitle(problem.code, title);
  return {
    title: shownTitle,
    body: html`<p class="kicker">${say('problem.kicker', { status: String(status) })}</p>
<h1>${shownTitle}</h1>
${detail !== null && html`<p class="lede">${told(detail)}</p>`}
${problem.retryAfterSeconds !== undefined && html`<p><strong>${inWords(problem.retryAfterSeconds)}</strong></p>`}
<p>${advice}</p>
<div class="actions">${[FRONT_PAGE, ...links].map(([href, text], index) => html`<a class="button${index > 0 ? ' plain' : ''}" href="${href}">${text}</a>`)}</div>
<p class="meta">${say('problem.code', { code: html`<a href="/api/docs#error-${problem.code}"><code>${problem.code}</code></a>` })}</p>`,
  };
}

function inWords(seconds: number): Html {
  return seconds < 90
    ? html`${say('problem.againSeconds', { count: seconds })}`
    : html`${say('problem.againMinutes', { count: Math.ceil(seconds / 60) })}`;
}

type Link = readonly [href: string, text: HtmlValue];

interface Help {
  readonly advice: HtmlValue;
  readonly links?: readonly Link[];
}

const FRONT_PAGE: Link = ['/', say('problem.toFront')];
const SIGN_IN: Link = ['/sign-in', say('nav.signIn')];

const OURS: Help = { advice: say('problem.ours') };
const YOURS: Help = { advice: say('problem.yours') };

const HELP: Partial<Record<ProblemCode, Help>> = {
  'not-found': { advice: say('problem.notFound') },
  'link-used': { advice: say('problem.linkUsed'), links: [SIGN_IN] },
  'too-many-requests': { advice: say('problem.tooMany') },
  forbidden: { advice: say('problem.forbidden'), links: [SIGN_IN] },
  'not-signed-in': { advice: say('problem.notSignedIn'), links: [SIGN_IN] },
  'invalid-credentials': { advice: say('problem.nothingChanged'), links: [SIGN_IN] },
  'fresh-sign-in-required': {
    advice: say('problem.freshSignIn'),
    links: [['/account/prove', say('problem.prove')]],
  },
  'identity-provider-failed': { advice: say('problem.provider'), links: [SIGN_IN] },
  'sign-up-closed': { advice: say('problem.closed'), links: [SIGN_IN] },
  'cross-site-request': { advice: say('problem.crossSite') },
};
