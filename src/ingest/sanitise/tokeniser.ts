import { type Tag, type TagAttributes, TagReader } from './tags.ts';

/**
 * Splits HTML into text, start tags and end tags like a browser, in one pass that reads each character only a few times.
 *
 * htmlparser2 needs 2.5 to 3.1 times as long for the same documents (`benchmarks/sanitise`): here unwanted attributes are
 * skipped without creating strings, and the end of raw text is found by one native search.
 */
export function tokenise(html: string, sink: TokenSink): void {
  const reader = new TagReader(html);
  const ends = new EndTags(html);
  let textFrom = 0;
  let searchFrom = 0;
  // Inside a CDATA section: its end marker is not text, wherever it is.
  let inSection = false;

  const wants = (name: string) => sink.wants(name);
  const text = (to: number) => {
    if (to === textFrom) return;
    const raw = html.slice(textFrom, to);
    sink.text(inSection ? raw.replaceAll(SECTION_END, '') : raw);
    if (inSection && raw.includes(SECTION_END)) inSection = false;
  };

  while (!sink.done) {
    const at = html.indexOf('<', searchFrom);
    if (at < 0) break;
    const next = html.charCodeAt(at + 1);
    const isEnd = next === SLASH;
    if (isLetter(isEnd ? html.charCodeAt(at + 2) : next)) {
      text(at);
      const tag = reader.read(isEnd ? at + 2 : at + 1, isEnd ? NOTHING : wants);
      if (!tag) return;
      if (isEnd) sink.end(tag.name);
      textFrom = isEnd ? tag.end : startTag(html, tag, sink, ends);
    } else if (next === EXCLAMATION && html.startsWith(SECTION_START, at)) {
      text(at);
      inSection = true;
      textFrom = at + SECTION_START.length;
    } else if (next === EXCLAMATION || next === QUESTION || (isEnd && at + 2 < html.length)) {
      text(at);
      textFrom = skipComment(html, at);
    } else {
      searchFrom = at + 1;
      continue;
    }
    searchFrom = textFrom;
  }
  if (!sink.done) text(html.length);
}

function startTag(html: string, tag: Tag, sink: TokenSink, ends: EndTags): number {
  sink.start(tag.name, tag.attributes, tag.selfClosing, () => ends.after(tag.name, tag.end) >= 0);
  if (tag.name === 'plaintext') return rawText(html, tag, sink, html.length);
  return RAW_TEXT.has(tag.name) ? skipRawText(html, tag, sink, ends) : tag.end;
}

/**
 * XML-like markup closes a frame with a slash, and truncated markup not at all: a browser would treat the rest of the
 * article as its content; we do not. After a script without an end tag, the rest is code and is dropped.
 */
function skipRawText(html: string, tag: Tag, sink: TokenSink, ends: EndTags): number {
  const { name, end, selfClosing } = tag;
  if (FRAMES.has(name) && selfClosing) return end;
  const to = ends.after(name, end);
  if (to >= 0) return rawText(html, tag, sink, to);
  return selfClosing || FRAMES.has(name) ? end : rawText(html, tag, sink, html.length);
}

function rawText(html: string, { name, end }: Tag, sink: TokenSink, to: number): number {
  if (to > end) sink.rawText(name, html.slice(end, to));
  return to;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/**
 * The index after a comment, or after markup that browsers treat like one: `<?xml ... >`, `<!doctype>`, `</3>`. An
 * unclosed one takes the rest.
 */
function skipComment(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return skipRealComment(html, at);
  const end = html.indexOf('>', at);
  return end < 0 ? html.length : end + 1;
}

/** `<!-->` and `<!--->` are complete; `--!>` ends a comment too, but not with the opening dashes. */
function skipRealComment(html: string, at: number): number {
  let match = searchEnd(html, at + 2);
  if (match && match.index < at + 4 && match[0] === '--!>') match = searchEnd(html, at + 4);
  return match ? match.index + match[0].length : html.length;
}

function searchEnd(html: string, from: number): RegExpExecArray | null {
  COMMENT_END.lastIndex = from;
  return COMMENT_END.exec(html);
}

const COMMENT_END = /--!?>/g;

/** Elements whose content is not markup. */
const RAW_TEXT = new Set(['iframe', 'noembed', 'noframes', 'script', 'style', 'textarea', 'title', 'xmp']);
const FRAMES = new Set(['iframe', 'noembed', 'noframes']);

/** Feeds that wrap twice leave this in the HTML. A browser would hide part of the text. */
const SECTION_START = '<![CDATA[';
const SECTION_END = ']]>';

const NOTHING = () => undefined;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;

export interface TokenSink {
  /** True when the rest can be skipped. */
  readonly done: boolean;
  /** The attributes to read of an element, or undefined for none. */
  wants(name: string): ReadonlySet<string> | undefined;
  /** Names are in lower case, values decoded, and the first attribute of a name counts. */
  start(name: string, attributes: TagAttributes, selfClosing: boolean, endFollows: () => boolean): void;
  end(name: string): void;
  /** With undecoded references. */
  text(text: string): void;
  /** The content of a raw text element. */
  rawText(name: string, text: string): void;
}

/**
 * Finds the next end tag of a name. Results are cached, because hostile markup may need thousands of searches for an end
 * tag that is far away or missing, and each would run over the rest of the document.
 */
class EndTags {
  readonly #html: string;
  readonly #known = new Map<string, EndTagSearch>();

  constructor(html: string) {
    this.#html = html;
  }

  /** The index of `</name` at or after `from`, or -1. */
  after(name: string, from: number): number {
    const known = this.#known.get(name);
    if (known && from >= known.searchedFrom && (known.foundAt < 0 || known.foundAt >= from))
      return known.foundAt;
    const foundAt = this.#search(name, from);
    this.#known.set(name, { searchedFrom: from, foundAt });
    return foundAt;
  }

  #search(name: string, from: number): number {
    const pattern = new RegExp(`</${name}(?=[\\s/>]|$)`, 'gi');
    pattern.lastIndex = from;
    return pattern.exec(this.#html)?.index ?? -1;
  }
}

interface EndTagSearch {
  readonly searchedFrom: number;
  readonly foundAt: number;
}
