import { Tokenizer } from 'htmlparser2';
import { createElement, type HtmlElement } from './element.ts';
import { CLOSES_PARAGRAPH, IMPLIED_ENDS, INLINE_TAGS, SCOPE_TAGS, TABLE_TAGS, VOID_TAGS } from './tags.ts';

/**
 * Parses a page of any quality into a tree. Invisible content is dropped: scripts (except data blocks), styles, drawings
 * and comments. Elements below MAX_DEPTH are not opened, and their text goes to the deepest open one, so hostile nesting
 * costs neither stack nor time.
 */
export function parseHtml(html: string): HtmlElement {
  const builder = new TreeBuilder(html.length > MAX_LENGTH ? html.slice(0, MAX_LENGTH) : html);
  return builder.build();
}

/** The rest of a page is ignored; the longest real articles need a tenth of this. */
const MAX_LENGTH = 5_000_000;
export const MAX_DEPTH = 256;
/** Several times the elements of the largest real pages. */
const MAX_ELEMENTS = 100_000;

class TreeBuilder {
  readonly #source: string;
  readonly #root = createElement('#document', {}, null);
  #current = this.#root;
  #depth = 0;
  #elements = 0;
  /** How many open elements are not in the tree, because of MAX_DEPTH. */
  #tooDeep = 0;
  /** How often each tag is open, so that a stray end tag needs no search. */
  readonly #open = new Map<string, number>();
  /** The element whose content is dropped, and how many of the same tag are open inside of it. */
  #dropped = '';
  #droppedInside = 0;
  #tag = '';
  #attributes: Record<string, string> = {};
  #name = '';
  #value = '';
  #keepsScript = false;

  constructor(source: string) {
    this.#source = source;
  }

  build(): HtmlElement {
    const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, this);
    tokenizer.write(this.#source);
    tokenizer.end();
    return this.#root;
  }

  ontext(start: number, end: number): void {
    this.#text(this.#source.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.#text(String.fromCodePoint(codepoint));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.#text(this.#source.slice(start, end - endOffset));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#source.slice(start, end).toLowerCase();
    this.#attributes = {};
  }

  onattribname(start: number, end: number): void {
    this.#name = this.#source.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#source.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (!Object.hasOwn(this.#attributes, this.#name) && this.#name !== '__proto__')
      this.#attributes[this.#name] = this.#value;
  }

  onopentagend(): void {
    this.#openTag(this.#tag, this.#attributes, false);
  }

  onselfclosingtag(): void {
    this.#openTag(this.#tag, this.#attributes, true);
  }

  onclosetag(start: number, end: number): void {
    this.#closeTag(this.#source.slice(start, end).toLowerCase());
  }

  oncomment(): void {
    return;
  }

  ondeclaration(): void {
    return;
  }

  onprocessinginstruction(): void {
    return;
  }

  onend(): void {
    return;
  }

  #text(text: string): void {
    if ((this.#dropped && !this.#keepsScript) || this.#elements >= MAX_ELEMENTS) return;
    const { children } = this.#current;
    const last = children.length - 1;
    const before = children[last];
    if (typeof before === 'string') children[last] = before + text;
    else children.push(text);
  }

  #openTag(tag: string, attributes: Readonly<Record<string, string>>, selfClosing: boolean): void {
    if (this.#elements >= MAX_ELEMENTS) return;
    if (this.#dropped) {
      if (tag === this.#dropped && !selfClosing) this.#droppedInside++;
      return;
    }
    if (DROPPED_TAGS.has(tag)) {
      this.#drop(tag, attributes, selfClosing);
      return;
    }
    this.#closeImplied(tag);
    const element = createElement(tag === 'image' ? 'img' : tag, attributes, this.#current);
    if (VOID_TAGS.has(tag)) {
      this.#current.children.push(element);
      this.#elements++;
      return;
    }
    if (this.#depth >= MAX_DEPTH) {
      this.#tooDeep++;
      return;
    }
    this.#push(element);
  }

  /** Scripts with data keep their text, which the tokenizer emits as one raw piece. */
  #drop(tag: string, attributes: Readonly<Record<string, string>>, selfClosing: boolean): void {
    if (selfClosing && tag !== 'script' && tag !== 'style') return;
    this.#keepsScript = tag === 'script' && /json/i.test(attributes['type'] ?? '') && this.#depth < MAX_DEPTH;
    if (this.#keepsScript) this.#push(createElement(tag, attributes, this.#current));
    this.#dropped = tag;
    this.#droppedInside = 0;
  }

  #closeTag(tag: string): void {
    if (this.#dropped) {
      if (tag === this.#dropped && this.#droppedInside-- === 0) this.#endDrop();
      return;
    }
    if (tag === 'br') this.#openTag('br', {}, true);
    if (this.#tooDeep > 0) {
      if (!VOID_TAGS.has(tag)) this.#tooDeep--;
      return;
    }
    if (!this.#open.get(tag)) return;
    const target = this.#findOpen(tag);
    if (!target) return;
    if (tag === 'a') this.#closeLink(target);
    else this.#popTo(target);
  }

  #endDrop(): void {
    this.#dropped = '';
    if (this.#keepsScript) this.#pop();
    this.#keepsScript = false;
  }

  /** The open element of an end tag; an inline end tag does not close elements outside its block. */
  #findOpen(tag: string): HtmlElement | null {
    const inline = INLINE_TAGS.has(tag) && tag !== 'a';
    const tabular = TABLE_TAGS.has(tag);
    for (let at = this.#current; at.parent; at = at.parent) {
      if (at.tag === tag) return at;
      if (inline && !INLINE_TAGS.has(at.tag)) return null;
      if (tabular ? at.tag === 'table' : SCOPE_TAGS.has(at.tag)) return null;
    }
    return null;
  }

  /**
   * `<a><div></a>` ends the link and not the block: the blocks between are opened again beside the link.
   * Without this a forgotten link would swallow the rest of the page.
   */
  #closeLink(link: HtmlElement): void {
    const between: HtmlElement[] = [];
    for (let at = this.#current; at !== link && at.parent; at = at.parent) {
      if (!INLINE_TAGS.has(at.tag)) between.push(at);
    }
    if (between.length > MAX_REOPENED) return;
    this.#popTo(link);
    for (const block of between.reverse()) {
      if (this.#depth < MAX_DEPTH) this.#push(createElement(block.tag, block.attributes, this.#current));
    }
  }

  #closeImplied(tag: string): void {
    if (CLOSES_PARAGRAPH.has(tag) && this.#open.get('p')) this.#closeParagraph();
    const implied = IMPLIED_ENDS.get(tag);
    if (!implied) return;
    for (let at = this.#current; at.parent; at = at.parent) {
      if (implied.closes.has(at.tag)) {
        if (tag === 'a') this.#closeLink(at);
        else this.#popTo(at);
        return;
      }
      if (implied.within.has(at.tag)) return;
    }
  }

  #closeParagraph(): void {
    for (let at = this.#current; at.parent; at = at.parent) {
      if (at.tag === 'p') {
        this.#popTo(at);
        return;
      }
      if (!INLINE_TAGS.has(at.tag)) return;
    }
  }

  #push(element: HtmlElement): void {
    this.#elements++;
    this.#current.children.push(element);
    this.#current = element;
    this.#depth++;
    this.#open.set(element.tag, (this.#open.get(element.tag) ?? 0) + 1);
  }

  #popTo(element: HtmlElement): void {
    while (this.#current !== element && this.#current.parent) this.#pop();
    this.#pop();
  }

  #pop(): void {
    const element = this.#current;
    if (!element.parent) return;
    this.#open.set(element.tag, (this.#open.get(element.tag) ?? 1) - 1);
    this.#current = element.parent;
    this.#depth--;
    // Editors leave empty paragraphs, sometimes very many.
    if (element.tag === 'p' && element.children.length === 0) {
      element.parent.children.pop();
      this.#elements--;
    }
  }
}

/** Browsers stop after as many rounds of the same repair. */
const MAX_REOPENED = 8;

/** Their content is invisible and unused. */
const DROPPED_TAGS: ReadonlySet<string> = new Set([
  'script',
  'style',
  'svg',
  'template',
  'canvas',
  'noembed',
]);
