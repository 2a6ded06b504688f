import { decodeHTMLAttribute } from 'entities/decode';

/** Reads the tags of a document with the quirks of browsers. */
export class TagReader {
  readonly #html: string;
  #at = 0;
  #valueFrom = 0;
  #valueTo = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** Starts at the first letter of the name. Undefined when the document ends inside the tag. */
  read(from: number, wants: WantedAttributes): Tag | undefined {
    this.#at = from;
    this.#skipUntil(endsName);
    const name = this.#html.slice(from, this.#at).toLowerCase();
    if (this.#code() === GREATER) return { name, attributes: NONE, selfClosing: false, end: this.#at + 1 };
    return this.#readAttributes(name, wants(name));
  }

  #readAttributes(name: string, wanted: ReadonlySet<string> | undefined): Tag | undefined {
    const attributes = new Map<string, string>();
    while (this.#at < this.#html.length) {
      const code = this.#code();
      if (code === GREATER) {
        const selfClosing = this.#html.charCodeAt(this.#at - 1) === SLASH;
        return { name, attributes, selfClosing, end: this.#at + 1 };
      }
      if (code === SLASH || isSpace(code)) this.#at++;
      else this.#readAttribute(wanted, attributes);
    }
    return undefined;
  }

  #readAttribute(wanted: ReadonlySet<string> | undefined, into: Map<string, string>): void {
    const from = this.#at++; // A leading equals sign is part of the name.
    this.#skipUntil(endsAttributeName);
    const to = this.#at;
    this.#readValue();
    if (!wanted || to - from > MAX_NAME_LENGTH) return;
    const name = this.#html.slice(from, to).toLowerCase();
    if (wanted.has(name) && !into.has(name)) into.set(name, this.#value());
  }

  #readValue(): void {
    this.#skipUntil(isNoSpace);
    this.#valueFrom = this.#valueTo = this.#at;
    if (this.#code() !== EQUALS) return;
    this.#at++;
    this.#skipUntil(isNoSpace);
    const quote = this.#code();
    if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) this.#readQuoted(quote);
    else this.#readUnquoted();
  }

  #readUnquoted(): void {
    this.#valueFrom = this.#at;
    this.#skipUntil(endsUnquoted);
    this.#valueTo = this.#at;
  }

  /** An unclosed value takes the rest of the document, and the tag is dropped. */
  #readQuoted(quote: number): void {
    this.#valueFrom = this.#at + 1;
    const end = this.#html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", this.#valueFrom);
    this.#valueTo = end < 0 ? this.#html.length : end;
    this.#at = this.#valueTo + 1;
  }

  #value(): string {
    const raw = this.#html.slice(this.#valueFrom, this.#valueTo);
    return raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
  }

  #code(): number {
    return this.#html.charCodeAt(this.#at);
  }

  #skipUntil(ends: (code: number) => boolean): void {
    const html = this.#html;
    let at = this.#at;
    while (at < html.length && !ends(html.charCodeAt(at))) at++;
    this.#at = at;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c;
}

function isNoSpace(code: number): boolean {
  return !isSpace(code);
}

function endsName(code: number): boolean {
  return code === GREATER || code === SLASH || isSpace(code);
}

function endsAttributeName(code: number): boolean {
  return code === EQUALS || endsName(code);
}

function endsUnquoted(code: number): boolean {
  return code === GREATER || isSpace(code);
}

const GREATER = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/** No wanted attribute has a longer name. */
const MAX_NAME_LENGTH = 40;
const NONE: TagAttributes = new Map();

export type WantedAttributes = (name: string) => ReadonlySet<string> | undefined;

export interface Tag {
  readonly name: string;
  readonly attributes: TagAttributes;
  readonly selfClosing: boolean;
  /** The index after the tag. */
  readonly end: number;
}

/** By lower-case name, with decoded values. */
export type TagAttributes = ReadonlyMap<string, string>;
