import type { HtmlElement } from './element.ts';
import { BLOCK_TAGS } from './tags.ts';

/** The text of an element on one line. */
export function textOf(element: HtmlElement): string {
  const parts: string[] = [];
  collect(element, parts);
  return collapse(parts.join(''));
}

/** White space of any kind becomes one blank; marks that only say where a word may break are dropped. */
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
