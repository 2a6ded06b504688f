import type { HtmlElement } from '../dom/element.ts';
import { BLOCK_TAGS } from '../dom/tags.ts';

/** Measures of the text below an element, computed in one walk over the tree. */
export interface Measures {
  /** Characters, with runs of white space counted once. */
  text: number;
  /** Of these, inside links. */
  linked: number;
  commas: number;
  /** Characters in blocks that read like sentences of an article. */
  prose: number;
  /** Such blocks. */
  paragraphs: number;
  links: number;
  images: number;
  headings: number;
}

export function measureTree(root: HtmlElement): Map<HtmlElement, Measures> {
  const measures = new Map<HtmlElement, Measures>();
  measure(root, false, measures);
  return measures;
}

export function linkDensity(measures: Measures): number {
  return measures.text ? measures.linked / measures.text : 0;
}

/** A line is the text between two block boundaries. It is prose when it is long enough and not mostly links. */
function measure(element: HtmlElement, inLink: boolean, all: Map<HtmlElement, Measures>): Measures {
  const own: Measures = {
    text: 0,
    linked: 0,
    commas: 0,
    prose: 0,
    paragraphs: 0,
    links: 0,
    images: 0,
    headings: 0,
  };
  const link = inLink || (element.tag === 'a' && 'href' in element.attributes);
  const line: LineMeasures = { text: 0, linked: 0, commas: 0 };
  for (const child of element.children) {
    if (typeof child === 'string') {
      const length = addText(child, line);
      if (link) line.linked += length;
      continue;
    }
    if (UNSEEN_TAGS.has(child.tag)) continue;
    const inner = measure(child, link, all);
    own.links += inner.links;
    own.images += inner.images;
    own.headings += inner.headings;
    if (child.tag === 'a') own.links++;
    else if (child.tag === 'img') own.images++;
    else if (child.tag.length === 2 && child.tag[0] === 'h' && child.tag !== 'hr') own.headings++;
    if (inner.prose === 0 && !BLOCK_TAGS.has(child.tag)) {
      line.text += inner.text;
      line.linked += inner.linked;
      line.commas += inner.commas;
    } else {
      own.text += inner.text;
      own.linked += inner.linked;
      own.commas += inner.commas;
      own.prose += inner.prose;
      own.paragraphs += inner.paragraphs;
    }
    if (child.tag === 'br' || BLOCK_TAGS.has(child.tag)) flush(line, own);
  }
  // The line of an inline element continues in its parent and is judged there.
  if (BLOCK_TAGS.has(element.tag) || own.prose > 0) flush(line, own);
  else {
    own.text += line.text;
    own.linked += line.linked;
    own.commas += line.commas;
  }
  all.set(element, own);
  return own;
}

function flush(line: LineMeasures, own: Measures): void {
  own.text += line.text;
  own.linked += line.linked;
  own.commas += line.commas;
  if (line.text >= PROSE_LENGTH && line.linked < line.text * 0.4) {
    own.prose += line.text - line.linked;
    own.paragraphs++;
  }
  line.text = 0;
  line.linked = 0;
  line.commas = 0;
}

const PROSE_LENGTH = 60;
const UNSEEN_TAGS: ReadonlySet<string> = new Set(['script', 'head', 'select', 'textarea']);

/** Adds a text to its line and returns its length: runs of white space count once, and not at its end. */
function addText(text: string, line: LineMeasures): number {
  let length = 0;
  let commas = 0;
  let blank = true;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const white = code === 32 || (code >= 9 && code <= 13) || code === 160;
    if (!white || !blank) length++;
    blank = white;
    if (isComma(code)) commas++;
  }
  if (blank && length > 0) length--;
  line.text += length;
  line.commas += commas;
  return length;
}

/** Of Latin, Arabic, Chinese and Japanese scripts. */
function isComma(code: number): boolean {
  return code === 44 || code === 0x60c || code === 0x3001 || code === 0xff0c;
}

type LineMeasures = Pick<Measures, 'text' | 'linked' | 'commas'>;
