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

/** Every element below `root` in the order of the document; the tree's depth is bounded by the parser. */
export function* descendants(root: HtmlElement): Generator<HtmlElement> {
  for (const child of root.children) {
    if (typeof child === 'string') continue;
    yield child;
    yield* descendants(child);
  }
}

/** Calls `visit` for every element below `root`; where it answers false, the element's children are left out. */
export function visitElements(root: HtmlElement, visit: (element: HtmlElement) => boolean | undefined): void {
  for (const child of root.children) {
    if (typeof child !== 'string' && visit(child) !== false) visitElements(child, visit);
  }
}

export function removeElement(element: HtmlElement): void {
  const siblings = element.parent?.children;
  const index = siblings?.indexOf(element) ?? -1;
  if (siblings && index >= 0) siblings.splice(index, 1);
  element.parent = null;
}

export function contains(ancestor: HtmlElement, element: HtmlElement): boolean {
  for (let at: HtmlElement | null = element; at; at = at.parent) if (at === ancestor) return true;
  return false;
}
