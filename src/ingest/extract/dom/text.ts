import type { HtmlElement } from './element.ts';
import { BLOCK_TAGS } from './tags.ts';

/** The text of an element on one line. */
export function textOf(element: HtmlElement): string {
  const parts: string[] = [];
  collect(element, parts);
  return collapse(parts.join(''));
}

/** Collapses white space and removes soft hyphens. */
export function collapse(text: string): string {
  return text
    .replace(/[\u00ad\u2060]+/g, '')
    .replace(/[\s\u200b\ufeff]+/g, ' ')
    .trim();
}

function collect(element: HtmlElement, parts: string[]): void {
  for (const child of element.children) {
    if (typeof child === 'string') parts.push(child);
    else if (child.tag === 'br') parts.push(' ');
    else if (child.tag !== 'script') {
      const block = BLOCK_TAGS.has(child.tag);
      if (block) parts.push(' ');
      collect(child, parts);
      if (block) parts.push(' ');
    }
  }
}

/** The text of a page line by line; CSS that hides elements is ignored. */
export function visibleLines(root: HtmlElement): string[] {
  const lines: string[] = [];
  let line = '';
  const flush = (): void => {
    const text = line && collapse(line);
    if (text) lines.push(text);
    line = '';
  };
  const walk = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') line += child;
      else if (child.tag === 'br') flush();
      else if (!UNSEEN.has(child.tag)) {
        const block = BLOCK_TAGS.has(child.tag);
        if (block) flush();
        walk(child);
        if (block) flush();
      }
    }
  };
  walk(root);
  flush();
  return lines;
}

const UNSEEN: ReadonlySet<string> = new Set([
  'script',
  'head',
  'select',
  'textarea',
  'noscript',
  'nav',
  'button',
]);
