/**
 * A light DOM: elements with their attributes, and text as plain strings between them, without live collections,
 * namespaces and styles.
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

/** Calls `visit` for every element below `root`; false skips the children of an element. */
export function visitElements(root: HtmlElement, visit: (element: HtmlElement) => boolean | undefined): void {
  for (const child of root.children) {
    if (typeof child !== 'string' && visit(child) !== false) visitElements(child, visit);
  }
}
