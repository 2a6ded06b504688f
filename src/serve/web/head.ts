import { Html, type HtmlValue, html } from '../../app/markup/html.ts';
import type { Frame, Page } from './page.ts';

/** The head of a page: for browsers, search engines and link previews (WEB-8). */
export function head(frame: Frame, page: Page): Html {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${COLOUR_SCHEMES[frame.display.theme]}">
<title>${titleOf(frame, page)}</title>
${frame.fonts.map(path => html`<link rel="preload" as="font" type="font/woff2" href="${path}" crossorigin>\n`)}<link rel="stylesheet" href="${frame.stylesheet}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icon-192.png">
<link rel="manifest" href="/manifest.webmanifest">
${THEME_COLOURS[frame.display.theme]}
<script type="module" blocking="render" src="${frame.siteScript}"></script>
<script type="module" async src="${frame.readerScript}"></script>
${page.script !== undefined && html`<script type="module" blocking="render" src="${page.script}"></script>\n`}${shared(frame, page)}</head>`;
}

function titleOf({ siteName }: Frame, { title }: Page): HtmlValue {
  return title === siteName ? title : html`${title} · ${siteName}`;
}

function shared(frame: Frame, page: Page): Html {
  const { facts } = page;
  if (!facts) return html`<meta name="robots" content="noindex">\n`;
  const address = `${frame.origin}${facts.path}`;
  return html`<link rel="canonical" href="${address}">
${facts.description !== undefined && html`<meta name="description" content="${facts.description}">\n<meta property="og:description" content="${facts.description}">\n`}<meta property="og:title" content="${page.title}">
<meta property="og:type" content="${facts.kind ?? 'website'}">
<meta property="og:url" content="${address}">
<meta property="og:site_name" content="${frame.siteName}">
<meta property="og:image" content="${frame.origin}${facts.image ?? '/icon-512.png'}">
<meta name="twitter:card" content="${facts.image === undefined ? 'summary' : 'summary_large_image'}">
${(facts.feeds ?? []).map(({ href, type, title }) => html`<link rel="alternate" type="${type}" href="${href}" title="${title}">\n`)}${facts.data !== undefined && structured(facts.data)}`;
}

/**
 * schema.org data. It is never executed, so the content security policy allows it. `<` is written as a JSON
 * escape, so that no publisher's text can end the block.
 */
function structured(data: unknown): Html {
  const text = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escapeOf);
  return html`<script type="application/ld+json">${new Html(text)}</script>\n`;
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const COLOUR_SCHEMES = { system: 'light dark', light: 'light', dark: 'dark' } as const;
const LIGHT = '#fbf9f4';
const DARK = '#161513';
const THEME_COLOURS = {
  light: html`<meta name="theme-color" content="${LIGHT}">`,
  dark: html`<meta name="theme-color" content="${DARK}">`,
  system: html`<meta name="theme-color" content="${LIGHT}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${DARK}" media="(prefers-color-scheme: dark)">`,
};
