import { getDomain } from 'tldts';
import { attribute, type HtmlElement } from './dom/element.ts';
import { HEADING_TAGS } from './dom/tags.ts';
import { textOf } from './dom/text.ts';
import { resolve } from './metadata/page.ts';

/**
 * The articles of a list page are links in the same pattern (the same tags and classes around them) with headlines as
 * texts and article-like addresses. Links are grouped by their pattern; a group that looks like a list of articles is
 * taken as a whole, so that a short headline among long ones is found.
 */
export function articleLinksIn(document: HtmlElement, url: string, base: string): ArticleLink[] {
  const links = collectLinks(document, url, base);
  const groups = new Map<string, PageLink[]>();
  for (const link of links) {
    const group = groups.get(link.pattern);
    if (group) group.push(link);
    else groups.set(link.pattern, [link]);
  }
  const chosen = new Set([...groups.values()].filter(isArticleGroup).flat());
  const found = new Map<string, string>();
  for (const link of links) {
    if (!chosen.has(link) || link.score <= 0) continue;
    const before = found.get(link.url);
    // The same article is linked by its picture, its headline and "read more": the headline is kept.
    if (before === undefined || (link.text.length > before.length && link.text.length <= MAX_TITLE_LENGTH))
      found.set(link.url, link.text);
  }
  return [...found]
    .filter(([, title]) => title.length >= MIN_TITLE_LENGTH)
    .map(([address, title]) => ({ url: address, title }));
}

const MIN_TITLE_LENGTH = 12;
const MAX_TITLE_LENGTH = 220;

/** At least three links, or one in a heading, that look like headlines on average. */
function isArticleGroup(links: readonly PageLink[]): boolean {
  const distinct = new Set(links.map(link => link.url)).size;
  const mean = links.reduce((sum, link) => sum + link.score, 0) / links.length;
  const inHeadings = links.filter(link => link.inHeading).length;
  if (distinct >= 3) return mean >= 2;
  return inHeadings > 0 && mean >= 3;
}

function collectLinks(document: HtmlElement, url: string, base: string): PageLink[] {
  const page = URL.parse(url);
  const links: PageLink[] = [];
  const walk = (element: HtmlElement, context: LinkContext): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      const inner = enter(child, context);
      if (child.tag === 'a') addLink(child, inner, page, base, links);
      walk(child, inner);
    }
  };
  walk(document, { pattern: '', inHeading: false, inFurniture: false });
  return links;
}

function enter(element: HtmlElement, context: LinkContext): LinkContext {
  const [first = ''] = attribute(element, 'class').trim().split(/\s+/);
  // Numbers distinguish boxes of the same pattern, so they are not part of it.
  const step = `${element.tag}.${first.replace(/\d+/g, '')}`;
  return {
    pattern: context.pattern.split('>').slice(-4).concat(step).join('>'),
    inHeading: context.inHeading || HEADING_TAGS.has(element.tag),
    inFurniture: context.inFurniture || isFurniture(element),
  };
}

function isFurniture(element: HtmlElement): boolean {
  if (['nav', 'footer', 'form', 'dialog'].includes(element.tag)) return true;
  return FURNITURE.test(
    `${attribute(element, 'class')} ${attribute(element, 'id')} ${attribute(element, 'role')}`,
  );
}

const FURNITURE =
  /(?:^|[\s_-])(?:nav(?:bar|igation)?|menu|footer|breadcrumbs?|pagination|pager|tags?|tagcloud|share|social|cookie|login|language|legal|skip)(?:[\s_-]|$)/i;

function addLink(
  element: HtmlElement,
  context: LinkContext,
  page: URL | null,
  base: string,
  links: PageLink[],
): void {
  const address = resolve(attribute(element, 'href'), base)?.replace(/#.*$/, '');
  const target = address ? URL.parse(address) : null;
  if (
    !address ||
    !target ||
    !page ||
    !isSameSite(target, page) ||
    target.href === page.href.replace(/#.*$/, '')
  )
    return;
  const inner = headingIn(element);
  const text = textOf(inner ?? element) || attribute(element, 'title') || attribute(element, 'aria-label');
  const inHeading = context.inHeading || inner !== null;
  const score = context.inFurniture ? 0 : scoreText(text) + scoreAddress(target) + (inHeading ? 1.5 : 0);
  links.push({ url: address, text, pattern: context.pattern, inHeading, score: text ? score : 0 });
}

function headingIn(element: HtmlElement): HtmlElement | null {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const found = HEADING_TAGS.has(child.tag) ? child : headingIn(child);
    if (found) return found;
  }
  return null;
}

/** A site and the subdomains of its sections, such as `sport.example.com`. */
function isSameSite(target: URL, page: URL): boolean {
  if (target.hostname === page.hostname) return true;
  const domain = getDomain(page.hostname);
  return domain !== null && getDomain(target.hostname) === domain;
}

function scoreText(text: string): number {
  const words = text.split(' ').length;
  if (
    /^(?:mehr|more|read more|weiterlesen|weiter|continue reading|lire la suite|leer más|comments?|kommentare)\b.{0,20}$/i.test(
      text,
    )
  )
    return -2;
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);
  if (unspaced ? text.length >= 8 : words >= 5 && text.length >= 25)
    return text.length <= MAX_TITLE_LENGTH ? 2 : 0.5;
  return words >= 3 && text.length >= 15 ? 1 : -1;
}

function scoreAddress(target: URL): number {
  const path = decodeURIComponentSafely(target.pathname);
  if (path === '/' && !target.search) return -3;
  if (/\.(?:jpe?g|png|gif|pdf|zip|mp[34]|xml|rss)$/i.test(path)) return -3;
  if (
    /\/(?:tag|tags|category|kategorie|author|autor|autoren|thema|themen|topic|topics|search|suche|login|abo|impressum|datenschutz|privacy|kontakt|contact|about|newsletter|page)(?:\/|$)/i.test(
      path,
    )
  )
    return -2;
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  let score = 0;
  if (/\/(?:19|20)\d\d\/(?:\d\d?\/)?|(?:19|20)\d\d-\d\d-\d\d/.test(path)) score += 1;
  if (last.split(/[-_]/).length >= 4) score += 1.5;
  if (/\d{5,}/.test(last) || /[?&](?:id|p|article|news)=\d+/i.test(target.search)) score += 0.75;
  if (/\.html?$/.test(last)) score += 0.5;
  return score > 0 ? score : -0.5;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is common in addresses; the path is used undecoded.
    return text;
  }
}

interface LinkContext {
  readonly pattern: string;
  readonly inHeading: boolean;
  readonly inFurniture: boolean;
}

interface PageLink {
  readonly url: string;
  readonly text: string;
  readonly pattern: string;
  readonly inHeading: boolean;
  readonly score: number;
}

/** An article that a list page links to. */
export interface ArticleLink {
  readonly url: string;
  readonly title: string;
}
