import { type Options, selectAll } from 'css-select';
import type { HtmlChild, HtmlElement } from './element.ts';
import { textOf } from './text.ts';

/** The elements that a CSS selector finds, in the order of the page. Throws on an invalid selector. */
export function selectElements(root: HtmlElement, selector: string): HtmlElement[] {
  return selectAll<HtmlChild, HtmlElement>(selector, root, { adapter: ADAPTER });
}

const ADAPTER: NonNullable<Options<HtmlChild, HtmlElement>['adapter']> = {
  isTag: (node): node is HtmlElement => typeof node !== 'string',
  getAttributeValue: (element, name) => element.attributes[name],
  getChildren: node => (typeof node === 'string' ? [] : node.children),
  getName: element => element.tag,
  getParent: element => element.parent,
  getSiblings: node => (typeof node === 'string' ? [] : (node.parent?.children ?? [node])),
  getText: node => (typeof node === 'string' ? node : textOf(node)),
  hasAttrib: (element, name) => name in element.attributes,
  removeSubsets: nodes => [...new Set(nodes)],
};
