import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import { PROBLEMS, type Problem, type ProblemCode } from '../../../errors.ts';
import type { Page } from '../page.ts';
import { problemTitle, t } from '../texts/messages.ts';
import { translate } from '../texts/translate.ts';

/** An error page: what happened, what to do about it, and where to go from here. */
export function problemPage(problem: Problem): Page {
  const { title, status } = PROBLEMS[problem.code];
  const { advice, links = [] } = HELP[problem.code] ?? helpFor(status);
  const detail = detailOf(problem);
  const shownTitle = problemTitle(problem.code, title);
  return {
    title: shownTitle,
    body: html`<p class="kicker">${t('problem.kicker', { status: String(status) })}</p>
<h1>${shownTitle}</h1>
${detail !== null && html`<p class="lede">${detail}</p>`}
${problem.retryAfterSeconds !== undefined && html`<p><strong>${retryText(problem.retryAfterSeconds)}</strong></p>`}
<p>${advice}</p>
<div class="actions">${[FRONT_PAGE, ...links].map(([href, text], index) => html`<a class="button${index > 0 ? ' plain' : ''}" href="${href}">${text}</a>`)}</div>
<p class="meta">${t('problem.code', { code: html`<a href="/api/docs#error-${problem.code}"><code>${problem.code}</code></a>` })}</p>`,
  };
}

function helpFor(status: number): Help {
  if (status === 404) return NOT_FOUND_HELP;
  return status >= 500 ? SERVER_HELP : CLIENT_HELP;
}

/** Details of unexpected errors may hold secrets and are never shown. */
function detailOf({ code, message, reason }: Problem): HtmlValue {
  if (code === 'internal' || message === PROBLEMS[code].title) return null;
  return reason ? translate(reason) : message;
}

function retryText(seconds: number): Html {
  return seconds < 90
    ? html`${t('problem.againSeconds', { count: seconds })}`
    : html`${t('problem.againMinutes', { count: Math.ceil(seconds / 60) })}`;
}

type Link = readonly [href: string, text: HtmlValue];

interface Help {
  readonly advice: HtmlValue;
  readonly links?: readonly Link[];
}

const FRONT_PAGE: Link = ['/', t('problem.toFront')];
const SIGN_IN: Link = ['/sign-in', t('nav.signIn')];

const SERVER_HELP: Help = { advice: t('problem.ours') };
const NOT_FOUND_HELP: Help = { advice: t('problem.notFound') };
const CLIENT_HELP: Help = { advice: t('problem.yours') };

const HELP: Partial<Record<ProblemCode, Help>> = {
  'link-used': { advice: t('problem.linkUsed'), links: [SIGN_IN] },
  'too-many-requests': { advice: t('problem.tooMany') },
  forbidden: { advice: t('problem.forbidden'), links: [SIGN_IN] },
  'not-signed-in': { advice: t('problem.notSignedIn'), links: [SIGN_IN] },
  'invalid-credentials': { advice: t('problem.nothingChanged'), links: [SIGN_IN] },
  'fresh-sign-in-required': {
    advice: t('problem.freshSignIn'),
    links: [['/account/prove', t('problem.prove')]],
  },
  'identity-provider-failed': { advice: t('problem.provider'), links: [SIGN_IN] },
  'sign-up-closed': { advice: t('problem.closed'), links: [SIGN_IN] },
  'cross-site-request': { advice: t('problem.crossSite') },
};
