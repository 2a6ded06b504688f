/**
 * A light tree of a page: elements with their attributes, and text as plain strings between them. It has no
 * live collections, no namespaces and no styles, because nothing here asks for them.
 */
export interface HtmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  parent: HtmlElement | null;
  children: HtmlChild[];
}

export type HtmlChild = HtmlElement | string;

export function createElement(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  parent: HtmlElement | null,
): HtmlElement {
  return { tag, attributes, parent, children: [] };
}

export function attribute(element: HtmlElement, name: string): string {
  return element.attributes[name] ?? '';
}

/** Calls `visit` for every element below `root`; where it answers false, the element's children are left out. */
export function visitElements(root: HtmlElement, visit: (element: HtmlElement) => boolean | undefined): void {
  for (const child of root.children) {
    if (typeof child !== 'string' && visit(child) !== false) visitElements(child, visit);
  }
}
