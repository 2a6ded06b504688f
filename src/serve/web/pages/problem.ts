import { PROBLEMS, type Problem } from '../../../errors.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';

/** An error as a page that helps: what happened, and where to go from here. */
export function problemPage(problem: Problem): Page {
  const { title, status } = PROBLEMS[problem.code];
  return {
    title,
    body: html`<h1>${title}</h1>
${problem.message === title || problem.code === 'internal' ? null : html`<p>${problem.message}</p>`}
${problem.retryAfterSeconds === undefined ? null : html`<p>Try again in ${problem.retryAfterSeconds} seconds.</p>`}
<p><a href="/">To the front page</a></p>
<p class="quiet">${status} · ${problem.code}</p>`,
  };
}
