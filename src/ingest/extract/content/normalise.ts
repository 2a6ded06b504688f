import { createElement, type HtmlChild, type HtmlElement } from '../dom/element.ts';
import { BLOCK_TAGS } from '../dom/tags.ts';

/**
 * Wraps every line of text in an element: loose text between blocks, or text separated by two line breaks, becomes a
 * paragraph. After this a page is a tree of containers whose leaves are lines.
 */
export function normalise(root: HtmlElement): void {
  normaliseElement(root);
}

/** Returns whether the element is a block or contains blocks. */
function normaliseElement(element: HtmlElement): boolean {
  if (element.tag === 'pre' || element.tag === 'br') return element.tag === 'pre';
  const blocks = new Set<HtmlChild>();
  for (const child of element.children) {
    if (typeof child !== 'string' && normaliseElement(child)) blocks.add(child);
  }
  if (blocks.size > 0 || hasDoubleBreak(element)) wrapLoose(element, blocks);
  return blocks.size > 0 || BLOCK_TAGS.has(element.tag) || holdsParagraphs(element);
}

function holdsParagraphs(element: HtmlElement): boolean {
  return element.children.some(child => typeof child !== 'string' && child.tag === 'p');
}

function hasDoubleBreak(element: HtmlElement): boolean {
  let breaks = 0;
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (child.trim()) breaks = 0;
    } else if (child.tag !== 'br') breaks = 0;
    else if (++breaks === 2) return true;
  }
  return false;
}

function wrapLoose(element: HtmlElement, blocks: ReadonlySet<HtmlChild>): void {
  const children: HtmlChild[] = [];
  let run: HtmlChild[] = [];
  let breaks = 0;
  const flush = (): void => {
    while (isBreakOrBlank(run.at(-1))) run.pop();
    if (run.some(hasContent)) children.push(wrap(run, element));
    run = [];
    breaks = 0;
  };
  for (const child of element.children) {
    if (blocks.has(child)) {
      flush();
      children.push(child);
      continue;
    }
    if (typeof child !== 'string' && child.tag === 'br') {
      if (++breaks >= 2) flush();
      else if (run.length) run.push(child);
      continue;
    }
    if (typeof child !== 'string' || child.trim()) breaks = 0;
    run.push(child);
  }
  flush();
  element.children = children;
}

function isBreakOrBlank(child: HtmlChild | undefined): boolean {
  if (child === undefined) return false;
  return typeof child === 'string' ? !child.trim() : child.tag === 'br';
}

function hasContent(child: HtmlChild): boolean {
  return typeof child === 'string' ? child.trim() !== '' : child.tag !== 'br';
}

function wrap(run: readonly HtmlChild[], parent: HtmlElement): HtmlElement {
  const paragraph = createElement('p', {}, parent);
  paragraph.children = [...run];
  for (const child of run) if (typeof child !== 'string') child.parent = paragraph;
  return paragraph;
}
