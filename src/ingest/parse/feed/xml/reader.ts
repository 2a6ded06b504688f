import { resolveBase } from '../../text/urls.ts';
import { LIMITS, WORK } from '../limits.ts';
import type { Account, Recoveries } from '../recoveries.ts';
import { captureMarkup, captureRest } from './capture.ts';
import {
  EXCLAMATION,
  endOfName,
  GREATER,
  isNameStart,
  isSpace,
  LESS,
  QUESTION,
  SLASH,
  XmlCursor,
} from './cursor.ts';
import { XmlElement } from './element.ts';
import { NamespaceScope } from './scope.ts';
import { type OpeningTag, readAttributes } from './tags.ts';
import { readText } from './texts.ts';

/**
 * Parses the XML of a feed in one pass, without document types and expansion. It builds a small tree of the root and its
 * first elements, and emits each item at its closing tag, so that the tree never contains more than one item.
 *
 *   opening tag -> only text follows      -> a leaf, finished at once
 *               -> markup in a text       -> captured as written
 *               -> other elements follow  -> pushed; popped by its closing tag, by that of an outer element,
 *                                            by the next item, or by the end of the document
 *
 * Where the document is cut, part of a text is useful, but part of an address, an id or a date is wrong, and names
 * another article. Such values are dropped.
 */
export class XmlReader {
  readonly #cursor: XmlCursor;
  readonly #recoveries: Recoveries;
  readonly #handlers: ReaderHandlers;
  readonly #open: OpenXmlElement[] = [];
  #items = 0;
  /** The start of the current item. */
  #beginning: { readonly position: number; readonly account: Account };
  /** The start of the last closing tag of the document; elements that are open after it were truncated. */
  #lastClosing: number | null = null;

  constructor(source: string, start: number, handlers: ReaderHandlers, recoveries: Recoveries) {
    this.#cursor = new XmlCursor(source, start);
    this.#handlers = handlers;
    this.#recoveries = recoveries;
    this.#beginning = { position: start, account: recoveries.account() };
  }

  /** Parses from the opening tag of the root to its closing tag; returns the root without its items. */
  read(base: string | null): XmlElement {
    const root = this.#readRoot(base);
    while (this.#open.length > 0 && this.#step()) {
      if (this.#recoveries.work <= 0) this.#stop('too-much-markup', 'the work budget is used up');
    }
    if (this.#open.length > 0) {
      this.#recoveries.add('truncated', 'the document ends inside an element');
      this.#closeDownTo(0);
    }
    return root;
  }

  #readRoot(base: string | null): XmlElement {
    const cursor = this.#cursor;
    const nameEnd = endOfName(cursor.source, cursor.position + 1);
    const name = cursor.source.slice(cursor.position + 1, nameEnd);
    cursor.position = nameEnd;
    const tag = readAttributes(cursor, this.#recoveries);
    const scope = this.#handlers.rootScope(name, new NamespaceScope('rss').inside(tag.namespaces));
    const root = createElement(scope.keyOf(name), name, tag, { base, language: null });
    // A document may be a single entry: then the root is the item.
    if (!tag.selfClosing) this.#open.push({ element: root, scope, isItem: this.#handlers.isItem(root.key) });
    return root;
  }

  /** One tag, with the text before it; false at the end of the document. */
  #step(): boolean {
    const cursor = this.#cursor;
    if (!this.#skipBlanks()) {
      const text = readText(cursor, this.#recoveries);
      const top = this.#open[this.#open.length - 1];
      if (top !== undefined && text !== '' && top.element.text === '') top.element.text = text.trim();
    }
    if (cursor.position >= cursor.source.length) return false;
    const code = cursor.source.charCodeAt(cursor.position + 1);
    if (code === SLASH) this.#readClosingTag();
    else if (code === QUESTION || code === EXCLAMATION) this.#skipInstruction();
    else if (isNameStart(code)) this.#readOpeningTag();
    else cursor.position++;
    return true;
  }

  /** Mostly there are only blanks between elements; true when a tag follows them. */
  #skipBlanks(): boolean {
    const { source, position } = this.#cursor;
    let at = position;
    while (isSpace(source.charCodeAt(at))) at++;
    if (source.charCodeAt(at) !== LESS) return false;
    const code = source.charCodeAt(at + 1);
    if (code !== SLASH && !isNameStart(code)) return false;
    this.#cursor.position = at;
    return true;
  }

  #readOpeningTag(): void {
    const cursor = this.#cursor;
    const { source } = cursor;
    const from = cursor.position + 1;
    const nameEnd = endOfName(source, from);
    const name = source.slice(from, nameEnd);
    cursor.position = nameEnd;
    const tag = readAttributes(cursor, this.#recoveries);
    if (cursor.position >= source.length && !source.endsWith('>')) return;
    this.#recoveries.work -= WORK.element;
    let parent = this.#open[this.#open.length - 1];
    if (parent === undefined) return;
    const scope = tag.namespaces.length === 0 ? parent.scope : this.#scopeInside(parent.scope, tag);
    const key = scope.keyOf(name);
    const isItem = this.#handlers.isItem(key) && this.#mayBegin(tag);
    if (isItem) {
      this.#closeForgottenItem();
      if (this.#items >= LIMITS.items) {
        this.#stop('too-many-items', `only the first ${LIMITS.items} were read`);
        return;
      }
      this.#beginning = { position: from, account: this.#recoveries.account() };
      parent = this.#open[this.#open.length - 1] ?? parent;
    }
    const element = createElement(key, name, tag, parent.element);
    if (!isItem && !parent.element.append(element)) {
      this.#recoveries.add('too-much-markup', `more than ${LIMITS.children} elements in one`);
    }
    if (tag.selfClosing) {
      if (isItem) this.#emit(element);
    } else if (isItem || !this.#readLeaf(element)) this.#push({ element, scope, isItem });
  }

  #scopeInside(outer: NamespaceScope, tag: OpeningTag): NamespaceScope {
    return outer.inside(tag.namespaces, () => {
      this.#recoveries.work -= WORK.scope;
    });
  }

  /** True when the element is complete: it contains only text, or markup that belongs to its text. */
  #readLeaf(element: XmlElement): boolean {
    const cursor = this.#cursor;
    const from = cursor.position;
    const text = readText(cursor, this.#recoveries);
    if (cursor.source.charCodeAt(cursor.position + 1) === SLASH) {
      element.text = text;
      this.#closeLeaf(element);
      return true;
    }
    const opaque = this.#handlers.isText(element.key);
    if (cursor.position >= cursor.source.length) {
      element.text = this.#handlers.isProse(element.key) ? text : '';
      return true;
    }
    if (!opaque) {
      element.text = text.trim();
      return false;
    }
    cursor.position = from;
    element.markup = this.#capture(element);
    if (element.markup === null) {
      // The closing tag is missing: the text ends at the next tag.
      this.#recoveries.add('mismatched-tag', `no </${element.name}>`);
      element.text = readText(cursor, this.#recoveries).trim();
    }
    return true;
  }

  #capture({ key, name }: XmlElement): string | null {
    const cursor = this.#cursor;
    const markup = captureMarkup(cursor, name, this.#recoveries);
    if (markup !== null) return markup;
    this.#lastClosing ??= cursor.source.lastIndexOf('</');
    if (cursor.position <= this.#lastClosing) return null;
    const rest = captureRest(cursor);
    return this.#handlers.isProse(key) ? rest : '';
  }

  /** A leaf's closing tag; one with another name belongs to an outer element, or is a misspelling. */
  #closeLeaf(element: XmlElement): void {
    const cursor = this.#cursor;
    const name = this.#closingName();
    if (name === element.name) this.#skipClosingTag();
    else if (this.#indexOfOpen(name) === -1) {
      this.#recoveries.add('mismatched-tag', `</${name}> for <${element.name}>`);
      this.#skipClosingTag();
    } else if (cursor.position < cursor.source.length) {
      this.#recoveries.add('mismatched-tag', `no </${element.name}>`);
    }
  }

  #readClosingTag(): void {
    const index = this.#indexOfOpen(this.#closingName());
    this.#skipClosingTag();
    if (index !== this.#open.length - 1) {
      const detail = index === -1 ? 'an unmatched closing tag' : 'an element was not closed';
      this.#recoveries.add('mismatched-tag', detail);
    }
    if (index !== -1) this.#closeDownTo(index);
  }

  #closingName(): string {
    const { source, position } = this.#cursor;
    return source.slice(position + 2, endOfName(source, position + 2));
  }

  #skipClosingTag(): void {
    const cursor = this.#cursor;
    let end = endOfName(cursor.source, cursor.position + 2);
    while (isSpace(cursor.source.charCodeAt(end))) end++;
    cursor.position = cursor.source.charCodeAt(end) === GREATER ? end + 1 : end;
  }

  #indexOfOpen(name: string): number {
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const open = this.#open[index]?.element.name;
      if (open === name) return index;
    }
    const lower = name.toLowerCase();
    return this.#open.findLastIndex(({ element }) => element.name.toLowerCase() === lower);
  }

  /**
   * An item directly inside another means that the closing tag of the outer one is missing. An empty one there is a
   * mistake, and a deeper one belongs to an extension.
   */
  #mayBegin(tag: OpeningTag): boolean {
    const outer = this.#open.findLast(({ isItem }) => isItem);
    return outer === undefined || (outer === this.#open.at(-1) && !tag.selfClosing);
  }

  #closeForgottenItem(): void {
    if (this.#open.at(-1)?.isItem !== true) return;
    this.#recoveries.add('mismatched-tag', 'an item starts inside another');
    this.#closeDownTo(this.#open.length - 1);
  }

  #closeDownTo(index: number): void {
    while (this.#open.length > index) {
      const closed = this.#open.pop();
      if (closed?.isItem) this.#emit(closed.element);
    }
  }

  #emit(item: XmlElement): void {
    this.#items++;
    this.#recoveries.work -= WORK.item;
    const { position, account } = this.#beginning;
    if (this.#handlers.onItem(item)) this.#recoveries.refund(account, this.#cursor.position - position);
  }

  #push(opened: OpenXmlElement): void {
    if (this.#open.length >= LIMITS.depth) this.#recoveries.add('too-deep', opened.element.name);
    else this.#open.push(opened);
  }

  #skipInstruction(): void {
    this.#recoveries.work -= WORK.mark;
    const cursor = this.#cursor;
    const end = cursor.find('>', cursor.position);
    cursor.position = end === -1 ? cursor.source.length : end + 1;
  }

  #stop(kind: 'too-much-markup' | 'too-many-items', detail: string): void {
    this.#recoveries.add(kind, detail);
    this.#closeDownTo(0);
  }
}

function createElement(
  key: string,
  name: string,
  tag: OpeningTag,
  outer: { readonly base: string | null; readonly language: string | null },
): XmlElement {
  if (tag.attributes.length === 0)
    return new XmlElement(key, name, tag.attributes, outer.base, outer.language);
  let { base, language } = outer;
  for (let index = 0; index < tag.attributes.length; index += 2) {
    const value = tag.attributes[index + 1] ?? '';
    if (tag.attributes[index] === 'xml:base') base = resolveBase(value, outer.base);
    if (tag.attributes[index] === 'xml:lang') language = value.trim() || null;
  }
  return new XmlElement(key, name, tag.attributes, base, language);
}

export interface ReaderHandlers {
  /** The vocabulary of names without a prefix, from the name of the root. */
  rootScope(name: string, declared: NamespaceScope): NamespaceScope;
  isItem(key: string): boolean;
  /** Whether markup inside the element belongs to its text. */
  isText(key: string): boolean;
  /** Whether readers see the text: then a part of it is useful. */
  isProse(key: string): boolean;
  /** Returns whether the item has a name that no earlier item had. */
  onItem(item: XmlElement): boolean;
}

interface OpenXmlElement {
  readonly element: XmlElement;
  readonly scope: NamespaceScope;
  readonly isItem: boolean;
}
