import { BLOCKS, RAW_TEXT_SHOWN } from './elements.ts';
import { decodedText } from './escaping.ts';
import { HiddenContent } from './hidden.ts';
import { type TokenSink, tokenise } from './tokeniser.ts';

/**
 * The visible text of HTML, as a person would copy it: an empty line between paragraphs, a line break between other
 * blocks, a blank between cells.
 */
export function plainTextOf(html: string): string {
  const writer = new PlainTextWriter();
  tokenise(html.slice(0, MAX_INPUT_LENGTH), writer);
  return writer.finish();
}

class PlainTextWriter implements TokenSink {
  readonly done = false;
  readonly #hidden = new HiddenContent();
  readonly #parts: string[] = [];
  /** The separator before the next word: nothing, a blank, a line break or an empty line. */
  #gap = '';
  #preformatted = 0;

  wants(): undefined {
    return undefined;
  }

  start(name: string, _: unknown, selfClosing: boolean, endFollows: () => boolean): void {
    if (this.#hidden.hides(name, selfClosing)) return;
    this.#hidden.enter(name, selfClosing, endFollows);
    this.#separate(gapAround(name));
    if (PREFORMATTED.has(name) && endFollows()) this.#preformatted++;
  }

  end(name: string): void {
    if (this.#hidden.hidesEnd(name)) return;
    this.#separate(gapAround(name));
    if (PREFORMATTED.has(name) && this.#preformatted > 0) this.#preformatted--;
  }

  text(text: string): void {
    if (this.#hidden.isActive) return;
    const decoded = decodedText(text);
    if (this.#preformatted > 0) this.#writeLines(decoded);
    else this.#writeWords(decoded);
  }

  rawText(name: string, text: string): void {
    if (RAW_TEXT_SHOWN.has(name) && !this.#hidden.isActive) this.#writeLines(text);
  }

  finish(): string {
    return this.#parts.join('');
  }

  #writeWords(text: string): void {
    const words = text.replace(BLANKS, ' ');
    if (words.startsWith(' ')) this.#separate(' ');
    const trimmed = words.trim();
    if (trimmed === '') return;
    this.#write(trimmed);
    if (words.endsWith(' ')) this.#separate(' ');
  }

  #writeLines(text: string): void {
    const lines = text.replace(/^\n+|\n+$/g, '');
    if (text.startsWith('\n')) this.#separate('\n');
    if (lines !== '') this.#write(lines);
    if (text.endsWith('\n')) this.#separate('\n');
  }

  #write(text: string): void {
    if (this.#parts.length > 0) this.#parts.push(this.#gap);
    this.#parts.push(text);
    this.#gap = '';
  }

  /** Of two separators in a row the larger one counts. */
  #separate(gap: string): void {
    if (GAPS.indexOf(gap) > GAPS.indexOf(this.#gap)) this.#gap = gap;
  }
}

function gapAround(name: string): string {
  if (PARAGRAPHS.has(name)) return '\n\n';
  if (LINES.has(name)) return '\n';
  return CELLS.has(name) ? ' ' : '';
}

const GAPS = ['', ' ', '\n', '\n\n'];
const MAX_INPUT_LENGTH = 6_000_000;
const BLANKS = /[ \t\n\f\r\u00a0]+/g;
const PREFORMATTED = new Set(['listing', 'pre', 'xmp']);
const CELLS = new Set(['td', 'th']);
const LINES = new Set([
  'br',
  'dd',
  'dt',
  'caption',
  'center',
  'div',
  'figcaption',
  'form',
  'legend',
  'li',
  'option',
  'summary',
  'tbody',
  'tfoot',
  'thead',
  'tr',
]);
const PARAGRAPHS = new Set(
  [...BLOCKS, 'body', 'fieldset', 'listing', 'main', 'menu', 'nav', 'xmp'].filter(name => !LINES.has(name)),
);
