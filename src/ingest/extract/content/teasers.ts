import type { HtmlElement } from '../dom/element.ts';
import { HEADING_TAGS } from '../dom/tags.ts';
import { namesOf } from './hints.ts';
import { linkDensity, type Measures } from './measure.ts';

/**
 * The teasers of other articles on a page: a linked headline with a sentence or two. They come in rows of similar elements,
 * and are recognised by this shape, whatever their names and language. A page with nothing else is a list of articles, and
 * keeps them.
 */
export function findTeasers(
  root: HtmlElement,
  measures: ReadonlyMap<HtmlElement, Measures>,
): Set<HtmlElement> {
  const teasers = new Set<HtmlElement>();
  let left = measures.get(root)?.prose ?? 0;
  const walk = (element: HtmlElement): boolean => {
    let titled = isLinkedTitle(element, measures.get(element));
    let rows: Map<string, HtmlElement[]> | null = null;
    for (const child of element.children) {
      if (typeof child === 'string' || !walk(child)) continue;
      titled = true;
      if (isShortBox(child, measures.get(child))) rows = withBox(rows, child);
    }
    for (const [tag, row] of rows ?? []) {
      const prose = row.reduce((sum, box) => sum + (measures.get(box)?.prose ?? 0), 0);
      if (row.length < (tag === 'article' ? 1 : MIN_BOXES) || left - prose < ARTICLE_LENGTH) continue;
      left -= prose;
      for (const box of row) teasers.add(box);
    }
    return titled;
  };
  walk(root);
  return teasers;
}

/** Fewer sibling boxes may be chapters; a single `article` inside another is a teaser. */
const MIN_BOXES = 3;
const ARTICLE_LENGTH = 600;

/** Most elements have no such child, and need no map. */
function withBox(rows: Map<string, HtmlElement[]> | null, box: HtmlElement): Map<string, HtmlElement[]> {
  const all = rows ?? new Map<string, HtmlElement[]>();
  const row = all.get(box.tag);
  if (row) row.push(box);
  else all.set(box.tag, [box]);
  return all;
}

function isLinkedTitle(element: HtmlElement, measures: Measures | undefined): boolean {
  if (!measures || measures.text < MIN_TITLE_LENGTH || measures.text > MAX_TITLE_LENGTH) return false;
  if (linkDensity(measures) < 0.9) return false;
  if (element.tag === 'h1') return false;
  return HEADING_TAGS.has(element.tag) || TITLE_NAMES.test(namesOf(element));
}

const MIN_TITLE_LENGTH = 15;
const MAX_TITLE_LENGTH = 200;
const TITLE_NAMES = /(?:^|[- ])(?:title|headline|heading|titulo|titre|titel)(?:[- ]|$)/;

function isShortBox({ tag }: HtmlElement, measures: Measures | undefined): boolean {
  if (!measures || !BOX_TAGS.has(tag)) return false;
  return measures.text <= MAX_BOX_LENGTH && measures.paragraphs <= 2 && measures.headings <= 2;
}

const BOX_TAGS: ReadonlySet<string> = new Set(['li', 'div', 'article', 'section', 'a', 'td']);
const MAX_BOX_LENGTH = 600;
