import type { HtmlElement } from './element.ts';
import { BLOCK_TAGS } from './tags.ts';
import { collapse } from './text.ts';

/** The text of a page as a reader sees it, line by line; hidden and folded things are not looked for. */
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
