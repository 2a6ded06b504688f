import { PROBLEMS, type Problem, type ProblemCode } from '../../../errors.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';

/** An error as a page that helps: what happened, what can be done about it, and where to go from here. */
export function problemPage(problem: Problem): Page {
  const { title, status } = PROBLEMS[problem.code];
  const { advice, links = [] } = HELP[problem.code] ?? (status >= 500 ? OURS : YOURS);
  const detail = problem.message === title || problem.code === 'internal' ? null : problem.message;
  return {
    title,
    body: html`<p class="kicker">Error ${status}</p>
<h1>${title}</h1>
${detail === null ? null : html`<p class="lede">${detail}</p>`}
${problem.retryAfterSeconds === undefined ? null : html`<p><strong>Try again in ${inWords(problem.retryAfterSeconds)}.</strong></p>`}
<p>${advice}</p>
<div class="actions">${[FRONT_PAGE, ...links].map(([href, text], index) => html`<a class="button${index > 0 ? ' plain' : ''}" href="${href}">${text}</a>`)}</div>
<p class="meta">The name of this error is <a href="/api/docs#error-${problem.code}"><code>${problem.code}</code></a>.</p>`,
  };
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'one second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

type Link = readonly [href: string, text: string];

interface Help {
  readonly advice: string;
  readonly links?: readonly Link[];
}

const FRONT_PAGE: Link = ['/', 'To the front page'];
const SIGN_IN: Link = ['/sign-in', 'Sign in'];

const OURS: Help = {
  advice: 'This is not your fault. Try again in a moment; nothing you sent was half done.',
};
const YOURS: Help = { advice: 'Go back, look at what was asked for, and try once more.' };

const HELP: Partial<Record<ProblemCode, Help>> = {
  'not-found': {
    advice: 'The address may be mistyped, or what it named is no longer here.',
  },
  'link-used': {
    advice:
      'Such a link works once, and for a day. If you have used it, you can sign in now; if not, ask the operator of this site for a new one.',
    links: [SIGN_IN],
  },
  'too-many-requests': {
    advice: 'This keeps guessers out and the site up. Your account is as it was.',
  },
  forbidden: { advice: 'Nothing was changed. Perhaps you can sign in another way.', links: [SIGN_IN] },
  'not-signed-in': { advice: 'Sign in and try again.', links: [SIGN_IN] },
  'invalid-credentials': { advice: 'Nothing was changed.', links: [SIGN_IN] },
  'fresh-sign-in-required': {
    advice: 'It has been a while since you signed in. Prove that it is you, then do it again.',
    links: [['/account/prove', 'Prove that it is you']],
  },
  'identity-provider-failed': { advice: 'Try once more, or sign in another way.', links: [SIGN_IN] },
  'sign-up-closed': {
    advice: 'The operator of this site makes the accounts. If you have one already, sign in.',
    links: [SIGN_IN],
  },
  'cross-site-request': {
    advice: 'Forms have to be sent from the pages of this site itself. Open the page here and send it again.',
  },
};
