import type { HtmlElement } from '../dom/element.ts';
import { parseHtml } from '../dom/parse-html.ts';
import { collectBlocks, type TextBlock } from './blocks.ts';
import { normalise } from './normalise.ts';

/** The lines of a page as later steps receive them. */
export function blocksOf(html: string): { root: HtmlElement; blocks: TextBlock[] } {
  const root = parseHtml(html);
  normalise(root);
  return { root, blocks: collectBlocks(root) };
}
