import type { Principal } from '../../model/principal.ts';
import { type Html, html } from './html.ts';

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
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='2' fill='%23222'/%3E%3Cpath d='M3 4h10M3 7h10M3 10h6' stroke='%23fff'/%3E%3C/svg%3E">
${page.script ? html`<script type="module" src="${page.script}"></script>` : null}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="masthead">
<a class="masthead-name" href="/">${frame.siteName}</a>
<nav aria-label="Account">${accountLinks(frame)}</nav>
</header>
<main id="main" class="${page.wide ? 'wide' : 'narrow'}">
${page.body}
</main>
<footer class="foot"><a href="/api/docs">API</a> <a href="/about">About</a></footer>
</body>
</html>`;
}

function accountLinks({ principal, signUpOpen }: Frame): Html {
  if (principal) return html`<a href="/account">Account</a>`;
  return html`<a href="/sign-in">Sign in</a>${signUpOpen ? html` <a href="/sign-up">Create account</a>` : null}`;
}

export interface Frame {
  readonly siteName: string;
  readonly stylesheet: string;
  readonly principal: Principal | null;
  readonly signUpOpen: boolean;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly script?: string;
  readonly wide?: boolean;
}
