import type { Principal } from '../../model/principal.ts';
import { type Html, html } from './html.ts';
import { day } from './times.ts';

/** The frame of every page: masthead, main, foot. */
export function layout(frame: Frame, page: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title === frame.siteName ? page.title : `${page.title} · ${frame.siteName}`}</title>
<link rel="stylesheet" href="${frame.stylesheet}">
<link rel="icon" href="${ICON}">
${[frame.timesScript, page.script].map(script)}
</head>
<body${page.shape === 'front' ? html` class="front"` : null}>
<a class="skip" href="#main">Skip to content</a>
<header class="masthead">
<div class="edition"><p>${day(frame.today)}</p><nav aria-label="Account"><ul>${accountLinks(frame)}</ul></nav></div>
<p class="nameplate"><a href="/">${frame.siteName}</a></p>
</header>
${frame.isDemo ? demoNotice(frame) : null}<main id="main" tabindex="-1" class="${page.shape ?? 'text'}">
${page.body}
</main>
<footer class="foot"><p>${frame.siteName}</p><nav aria-label="About this site"><ul><li><a href="/about">About</a></li><li><a href="/api/docs">API</a></li></ul></nav></footer>
</body>
</html>`;
}

/** Held back from the screen until it has run, so that nothing moves under the reader's eyes. */
function script(path: string | undefined): Html | null {
  return path === undefined
    ? null
    : html`<script type="module" blocking="render" src="${path}"></script>
`;
}

function accountLinks({ principal, signUpOpen }: Frame): Html {
  if (principal)
    return html`${principal.roles.includes('operator') && html`<li><a href="/admin/sources">Admin</a></li>`}<li><a href="/account">Account</a></li>`;
  return html`<li><a href="/sign-in">Sign in</a></li>${signUpOpen ? html`<li class="if-room"><a href="/sign-up">Create account</a></li>` : null}`;
}

/** RUN-1: nobody shall take made-up news for news. */
function demoNotice({ principal }: Frame): Html {
  const remove = html`<form method="post" action="/admin/demo/remove"><button class="plain" type="submit">Remove it</button></form>`;
  return html`<aside class="demo" aria-label="Demo edition"><p><strong>Demo edition.</strong> Every publisher and every story on these pages is made up.</p>${principal?.roles.includes('operator') ? remove : null}</aside>
`;
}

/** Lines of type on a dark sheet. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='2' fill='%231b1917'/%3E%3Cpath d='M3 4.5h10' stroke='%23fff' stroke-width='2'/%3E%3Cpath d='M3 8h4M9 8h4M3 10.5h4M9 10.5h4M3 13h4' stroke='%23fff'/%3E%3C/svg%3E";

export interface Frame {
  readonly siteName: string;
  readonly today: Date;
  readonly stylesheet: string;
  readonly timesScript: string;
  readonly principal: Principal | null;
  readonly signUpOpen: boolean;
  readonly isDemo: boolean;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly script?: string;
  /** A column to read (the default), a column to fill in, the front page, or the full width. */
  readonly shape?: 'text' | 'form' | 'front' | 'wide';
}
