import { attribute, type HtmlElement, visitElements } from '../dom/element.ts';
import { INLINE_TAGS } from '../dom/tags.ts';
import { BESIDE_ARTICLE, CERTAIN_FURNITURE, DISCUSSION, FURNITURE, namesOf } from './hints.ts';
import type { Measures } from './measure.ts';

/**
 * Strips content that is not the article before anything is scored: elements that never contain text, hidden elements, and
 * elements whose names mean furniture. A name is ignored when the element has a large part of the page's prose, because
 * themes name whole pages `has-sidebar` or `widget-content`.
 */
export function strip(
  root: HtmlElement,
  measures: ReadonlyMap<HtmlElement, Measures>,
  byNames: boolean,
): void {
  const all = measures.get(root)?.prose ?? 0;
  const headlines = new Set<HtmlElement>();
  visitElements(root, element => {
    if (element.tag === 'h1')
      for (let at: HtmlElement | null = element; at; at = at.parent) headlines.add(at);
    return undefined;
  });
  const walk = (element: HtmlElement): void => {
    element.children = element.children.filter(child => {
      if (typeof child === 'string') return true;
      if (child.tag === 'noscript' && (measures.get(child)?.prose ?? 0) < all * TOO_MUCH) return false;
      if (NEVER_TEXT.has(child.tag) || isHidden(child)) return false;
      const prose = measures.get(child)?.prose ?? 0;
      if (byNames && isBesideArticle(child, prose, all, headlines)) return false;
      if (byNames && isNamedLine(child, measures.get(child))) return false;
      if (prose > all * NEARLY_ALL || KEPT_TAGS.has(child.tag)) {
        walk(child);
        return true;
      }
      if (isOutside(child, prose, all)) return false;
      if (byNames && isFurniture(child, prose, all)) return false;
      walk(child);
      return true;
    });
  };
  walk(root);
}

/** The name of a short paragraph is trusted, such as a byline. */
function isNamedLine(element: HtmlElement, measures: Measures | undefined): boolean {
  if (element.tag !== 'p' || !measures || measures.text > SHORT_LINE) return false;
  return FURNITURE.test(namesOf(element));
}

const SHORT_LINE = 200;
const NEARLY_ALL = 0.8;
const MUCH_TOO_MUCH = 0.6;
const TOO_MUCH = 0.3;

/**
 * Comments and side columns may be far longer than the article. They are recognised at any length, as long as enough text
 * for an article and the headline are outside of them.
 */
function isBesideArticle(
  element: HtmlElement,
  prose: number,
  all: number,
  headlines: ReadonlySet<HtmlElement>,
): boolean {
  if (prose === 0 || all - prose < ARTICLE_LENGTH || headlines.has(element) || KEPT_TAGS.has(element.tag))
    return false;
  return element.tag === 'aside' || BESIDE_ARTICLE.test(namesOf(element));
}

const ARTICLE_LENGTH = 600;

function isOutside(element: HtmlElement, prose: number, all: number): boolean {
  if (OUTSIDE_TAGS.has(element.tag))
    return prose <= all * (element.tag === 'aside' ? MUCH_TOO_MUCH : TOO_MUCH);
  if (element.tag === 'footer') return prose <= all * TOO_MUCH && element.parent?.tag !== 'blockquote';
  const role = attribute(element, 'role');
  return role !== '' && OUTSIDE_ROLES.has(role) && prose <= all * TOO_MUCH;
}

function isFurniture(element: HtmlElement, prose: number, all: number): boolean {
  const names = namesOf(element);
  if (!names) return false;
  // Inside a sentence, names describe words, such as the dateline of a report.
  if (element.parent?.tag === 'p' && INLINE_TAGS.has(element.tag)) return UNSEEN_NAMES.test(names);
  if (DISCUSSION.test(names)) return true;
  if (prose <= all * TOO_MUCH && FURNITURE.test(names)) return true;
  return prose <= all * MUCH_TOO_MUCH && CERTAIN_FURNITURE.test(names);
}

const UNSEEN_NAMES = /screen-reader|sr-only|visually-?hidden|share|social|editsection|noprint/;

function isHidden({ attributes }: HtmlElement): boolean {
  if ('hidden' in attributes || attributes['aria-hidden'] === 'true') return true;
  const style = attributes['style'];
  return style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

const NEVER_TEXT: ReadonlySet<string> = new Set(
  (
    'script head link meta title base nav select input textarea button datalist optgroup option label ' +
    'audio map area object applet embed param frame frameset dialog marquee progress meter output'
  ).split(' '),
);
const OUTSIDE_TAGS: ReadonlySet<string> = new Set(['aside', 'form', 'menu', 'iframe']);
const OUTSIDE_ROLES: ReadonlySet<string> = new Set([
  'navigation',
  'complementary',
  'contentinfo',
  'search',
  'dialog',
  'alertdialog',
  'alert',
  'banner',
  'menu',
  'menubar',
  'toolbar',
  'button',
]);
const KEPT_TAGS: ReadonlySet<string> = new Set([
  'html',
  'body',
  'article',
  'main',
  'p',
  'h1',
  'br',
  'b',
  'i',
  'em',
  'strong',
]);
