import { attribute, type HtmlElement } from '../dom/element.ts';
import { BLOCK_TAGS, HEADING_TAGS } from '../dom/tags.ts';
import { collapse } from '../dom/text.ts';
import { CAPTION_NAMES, namesOf } from './hints.ts';

/** One line of a normalised page: an element without blocks inside, with features of its text. */
export interface TextBlock {
  readonly element: HtmlElement;
  readonly text: string;
  /** Characters of the text inside links. */
  readonly linked: number;
  readonly links: number;
  readonly images: number;
  readonly commas: number;
  /** 1 to 6 for headings, else 0. */
  readonly heading: number;
  /** Long enough and free enough of links to be a sentence of an article. */
  readonly prose: boolean;
  /** A caption or credit of a picture. */
  readonly caption: boolean;
  /** In a teaser of another article. */
  readonly teaser: boolean;
  readonly list: boolean;
  readonly table: boolean;
  readonly quote: boolean;
  /** The whole text is bold: often an informal heading. */
  readonly bold: boolean;
}

/** The lines below `root` in the order of the document; lines without text are left out. */
export function collectBlocks(root: HtmlElement, teasers: ReadonlySet<HtmlElement> = NONE): TextBlock[] {
  const blocks: TextBlock[] = [];
  collect(root, NO_CONTEXT, { teasers, blocks });
  return blocks;
}

const NONE: ReadonlySet<HtmlElement> = new Set();

interface Collecting {
  readonly teasers: ReadonlySet<HtmlElement>;
  readonly blocks: TextBlock[];
}

interface BlockContext {
  readonly teaser: boolean;
  readonly figure: boolean;
  readonly caption: boolean;
  readonly list: boolean;
  readonly table: boolean;
  readonly quote: boolean;
  readonly linked: boolean;
}

const NO_CONTEXT: BlockContext = {
  teaser: false,
  figure: false,
  caption: false,
  list: false,
  table: false,
  quote: false,
  linked: false,
};

function collect(element: HtmlElement, outer: BlockContext, collecting: Collecting): void {
  const context = contextOf(element, outer);
  collectInside(
    element,
    collecting.teasers.has(element) ? { ...context, teaser: true } : context,
    collecting,
  );
}

function collectInside(element: HtmlElement, context: BlockContext, collecting: Collecting): void {
  let leaf = true;
  for (const child of element.children) {
    if (typeof child === 'string' || !isContainer(child)) continue;
    leaf = false;
    collect(child, context, collecting);
  }
  if (leaf) {
    const block = readBlock(element, context);
    if (block) collecting.blocks.push(block);
  }
}

/** After normalising, an element with a block among its children has only blocks as children. */
function isContainer(element: HtmlElement): boolean {
  if (BLOCK_TAGS.has(element.tag)) return true;
  return element.children.some(child => typeof child !== 'string' && isContainer(child));
}

function contextOf(element: HtmlElement, outer: BlockContext): BlockContext {
  const { tag } = element;
  if (tag === 'p' && !('class' in element.attributes)) return outer;
  const figure =
    outer.figure || ((tag === 'figcaption' || tag === 'figure') && !isLongerThan(element, MAX_CAPTION));
  const caption = outer.caption || figure || (isCaption(element) && !isLongerThan(element, MAX_CAPTION));
  const list = outer.list || tag === 'li' || tag === 'dd' || tag === 'dt';
  const table = outer.table || tag === 'td' || tag === 'th';
  const quote = outer.quote || tag === 'blockquote';
  const linked = outer.linked || (tag === 'a' && attribute(element, 'href') !== '');
  return { teaser: outer.teaser, figure, caption, list, table, quote, linked };
}

function isCaption(element: HtmlElement): boolean {
  const { tag } = element;
  // In some frameworks `caption` is a font size that is also used for headings.
  return !HEADING_TAGS.has(tag) && CAPTION_NAMES.test(namesOf(element));
}

/** A longer text is part of the article, whatever its class. */
const MAX_CAPTION = 700;

function isLongerThan(element: HtmlElement, limit: number): boolean {
  let left = limit;
  const walk = (at: HtmlElement): boolean => {
    for (const child of at.children) {
      if (typeof child === 'string') left -= child.trim().length;
      else if (walk(child)) return true;
      if (left < 0) return true;
    }
    return false;
  };
  return walk(element);
}

function readBlock(element: HtmlElement, context: BlockContext): TextBlock | null {
  const reading: InlineText = { parts: [], linked: 0, links: 0, images: 0, bold: 0 };
  readInline(element, context.linked, false, reading);
  const text = collapse(reading.parts.join(''));
  if (!text) return null;
  const linked = Math.min(reading.linked, text.length);
  return {
    element,
    text,
    linked,
    links: reading.links,
    images: reading.images,
    commas: text.match(/[,،、，]/g)?.length ?? 0,
    heading: HEADING_TAGS.has(element.tag) ? Number(element.tag[1]) : 0,
    prose: !context.teaser && isLong(text) && linked < text.length * 0.4,
    teaser: context.teaser,
    // A heading of a whole sentence belongs to the text, even where the box around it is called a caption.
    caption:
      context.figure || (context.caption && !(HEADING_TAGS.has(element.tag) && text.length >= PROSE_LENGTH)),
    list: context.list,
    table: context.table,
    quote: context.quote,
    bold: reading.bold >= text.length * 0.9,
  };
}

/** A character of the East Asian scripts counts as three letters. */
function isLong(text: string): boolean {
  if (text.length >= PROSE_LENGTH) return true;
  return text.length >= PROSE_LENGTH / 3 && EAST_ASIAN.test(text);
}

const PROSE_LENGTH = 60;
const EAST_ASIAN = /[\u3040-\u30ff\u4e00-\u9fff]{6}/;

interface InlineText {
  readonly parts: string[];
  linked: number;
  links: number;
  images: number;
  bold: number;
}

function readInline(element: HtmlElement, linked: boolean, bold: boolean, reading: InlineText): void {
  for (const child of element.children) {
    if (typeof child === 'string') {
      reading.parts.push(child);
      const { length } = child.trim();
      if (linked) reading.linked += length;
      if (bold) reading.bold += length;
    } else if (child.tag === 'br') reading.parts.push('\n');
    else if (child.tag === 'img') reading.images++;
    else {
      const link = child.tag === 'a' && attribute(child, 'href') !== '';
      if (link) reading.links++;
      readInline(child, linked || link, bold || child.tag === 'b' || child.tag === 'strong', reading);
    }
  }
}
