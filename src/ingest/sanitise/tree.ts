import { BLOCKS, HEADINGS, isOmittedWhenEmpty, TABLE_PARTS, VOID } from './elements.ts';
import { Fragments, type StartTag, startTagText } from './fragments.ts';

/**
 * Writes elements so that a browser parses back the intended tree: every element is closed in order, and is where a
 * browser's parser would leave it. Elements that a browser would move or end implicitly are ended here first, so the
 * output is stable under parsing and writing again.
 */
export class HtmlWriter {
  readonly #chunks: string[] = [];
  readonly #fragments = new Fragments();
  readonly #open: OpenHtmlElement[] = [];
  /** How many elements of a name are open, which answers most lookups. */
  readonly #openByName = new Map<string, number>();
  /** Elements that were begun but omitted, by name: their end tags must not end other elements. */
  readonly #omitted = new Map<string, number>();
  #size = 0;
  #full = false;

  /** The output has reached its limit. */
  get full(): boolean {
    return this.#full;
  }

  get current(): string {
    return this.#open.at(-1)?.name ?? '';
  }

  /** Returns false when the element was omitted because of its depth or because it is outside a table. */
  begin(tag: StartTag): boolean {
    const { name } = tag;
    if (TABLE_PARTS.has(name)) {
      if (!this.#openTableContext(name)) return false;
    } else {
      this.#fillTableGap();
      this.#endImplied(name);
    }
    if (VOID.has(name)) return this.#write(tag);
    // Table parts may exceed the limit: a table without cells would lose its text.
    if (this.#open.length >= MAX_DEPTH && !TABLE_PARTS.has(name)) {
      this.omit(name);
      return false;
    }
    return this.#push(tag);
  }

  /** Omits the tags of an element and keeps its content. */
  omit(name: string): void {
    this.#omitted.set(name, (this.#omitted.get(name) ?? 0) + 1);
  }

  end(name: string): void {
    const unwritten = this.#omitted.get(name) ?? 0;
    if (unwritten > 0) this.#omitted.set(name, unwritten - 1);
    else if (HEADINGS.has(name)) this.#popTo(this.#find(ALL_HEADINGS, CELL_BOUNDARIES));
    else this.#popTo(this.#find([name], scopeOf(name)));
  }

  /** Escaped text. */
  text(markup: string): void {
    if (TABLE_GAPS.has(this.current) || this.current === 'picture') {
      if (!/[^ \t\n]/.test(markup)) return;
      if (this.current === 'picture') this.#pop();
      this.#fillTableGap();
    }
    // A browser ignores a line break right after this tag, and would ignore the next one after rewriting.
    const text = this.#isAtStartOf('pre') ? markup.replace(/^\n+/, '') : markup;
    if (text !== '') this.#append(text);
  }

  finish(): string {
    this.#popTo(0);
    const blanked = this.#fragments.resolve(this.#chunks);
    return (blanked ? withoutEmptyElements(this.#chunks) : this.#chunks).join('');
  }

  #push(tag: StartTag): boolean {
    const start = this.#chunks.length;
    if (!this.#write(tag)) return false;
    this.#open.push({ name: tag.name, start });
    this.#openByName.set(tag.name, (this.#openByName.get(tag.name) ?? 0) + 1);
    return true;
  }

  #write(tag: StartTag): boolean {
    if (!this.#append(startTagText(tag))) return false;
    this.#fragments.note(this.#chunks.length - 1, tag);
    return true;
  }

  #append(chunk: string): boolean {
    if (this.#size + chunk.length > MAX_OUTPUT_LENGTH) this.#full = true;
    if (this.#full) return false;
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    return true;
  }

  #endImplied(name: string): void {
    if (this.current === 'picture' && name !== 'img' && name !== 'source') this.#pop();
    if (BLOCKS.has(name)) {
      this.#popTo(this.#find(PARAGRAPH, CELL_BOUNDARIES));
      if (HEADINGS.has(name) && HEADINGS.has(this.current)) this.#pop();
    }
    const rivals = IMPLIED_ENDS.get(name);
    if (rivals) this.#popTo(this.#find(rivals.ends, rivals.within));
  }

  /** Ends the elements between a table part and its parent, and begins implied rows. */
  #openTableContext(name: string): boolean {
    const table = this.#find(['table'], TABLE);
    if (table < 0) return false;
    const places = TABLE_PARENTS.get(name) ?? TABLE;
    while (this.#open.length > table + 1 && !places.has(this.current)) this.#pop();
    if (name === 'col' && this.current === 'table') this.#push({ name: 'colgroup' });
    if (name === 'tr' && this.current === 'table') this.#push({ name: 'tbody' });
    if (CELLS.has(name) && this.current !== 'tr') this.#beginRow();
    return true;
  }

  /** A browser would move text between cells in front of the table; an extra cell keeps it in order. */
  #fillTableGap(): void {
    if (!TABLE_GAPS.has(this.current)) return;
    if (this.current === 'colgroup') this.#pop();
    if (this.current !== 'tr') this.#beginRow();
    this.#push({ name: 'td' });
  }

  #beginRow(): void {
    if (this.current === 'table') this.#push({ name: 'tbody' });
    this.#push({ name: 'tr' });
  }

  /** The index of the innermost open element of these names, or -1 when a boundary is inside it. */
  #find(names: readonly string[], walls: ReadonlySet<string>): number {
    if (!names.some(name => this.#isOpen(name))) return -1;
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const name = this.#open[index]?.name ?? '';
      if (names.includes(name)) return index;
      if (walls.has(name)) return -1;
    }
    return -1;
  }

  #isOpen(name: string): boolean {
    return (this.#openByName.get(name) ?? 0) > 0;
  }

  #popTo(index: number): void {
    if (index >= 0) while (this.#open.length > index) this.#pop();
  }

  #pop(): void {
    const element = this.#open.pop();
    if (!element) return;
    const { name, start } = element;
    this.#openByName.set(name, (this.#openByName.get(name) ?? 0) - 1);
    const isEmpty = this.#chunks.length === start + 1 && !this.#fragments.isTarget(start);
    if (isEmpty && isOmittedWhenEmpty(name, this.#chunks[start] ?? '')) this.#forgetFrom(start);
    else if (name === 'picture' && !this.#hasPictureSince(start)) this.#forgetFrom(start);
    else this.#close(name);
  }

  /** Also past the limit: every begun element is closed. */
  #close(name: string): void {
    const tag = `</${name}>`;
    this.#size += tag.length;
    this.#chunks.push(tag);
  }

  #forgetFrom(start: number): void {
    for (const chunk of this.#chunks.splice(start)) this.#size -= chunk.length;
    this.#fragments.forgetFrom(start);
  }

  /** Without an `img`, the sources of a `picture` are never shown. */
  #hasPictureSince(start: number): boolean {
    return this.#chunks.slice(start).some(chunk => chunk.startsWith('<img '));
  }

  #isAtStartOf(name: string): boolean {
    const last = this.#open.at(-1);
    return last?.name === name && last.start === this.#chunks.length - 1;
  }
}

/** Removes empty elements from the output, and elements that become empty by that. */
function withoutEmptyElements(chunks: readonly string[]): string[] {
  const kept: string[] = [];
  for (const chunk of chunks) {
    const last = kept.at(-1) ?? '';
    if (chunk.startsWith('</') && isEmptyStart(last)) kept.pop();
    else if (last.startsWith('<pre')) keep(kept, chunk.replace(/^\n+/, ''));
    else kept.push(chunk);
  }
  return kept;
}

/** The chunk before an end tag is its own start tag, or text, an end tag or a picture. */
function isEmptyStart(chunk: string): boolean {
  const name = /^<([a-z][a-z0-9]*)/.exec(chunk)?.[1];
  return name !== undefined && isOmittedWhenEmpty(name, chunk);
}

function keep(kept: string[], chunk: string): void {
  if (chunk !== '') kept.push(chunk);
}

function scopeOf(name: string): ReadonlySet<string> {
  return TABLE_PARTS.has(name) || name === 'table' ? TABLE : CELL_BOUNDARIES;
}

const MAX_DEPTH = 64;
const MAX_OUTPUT_LENGTH = 5_000_000;

const TABLE = new Set(['table']);
const PARAGRAPH = ['p'];
const ALL_HEADINGS = [...HEADINGS];
const CELLS = new Set(['td', 'th']);
const SECTIONS = ['table', 'tbody', 'tfoot', 'thead'];
const CELL_BOUNDARIES = new Set(['caption', 'table', 'td', 'th']);
const TABLE_GAPS = new Set([...SECTIONS, 'tr', 'colgroup']);
const TABLE_PARENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['col', new Set(['table', 'colgroup'])],
  ['tr', new Set(SECTIONS)],
  ['td', new Set([...SECTIONS, 'tr'])],
  ['th', new Set([...SECTIONS, 'tr'])],
]);

/** An item stays open around lists and other blocks; only inline elements, `div` and `p` are closed with it. */
const ITEM_BOUNDARIES = new Set(
  [...BLOCKS, ...CELL_BOUNDARIES].filter(name => !['address', 'div', 'p'].includes(name)),
);
const RUBY_TEXT = ['rb', 'rp', 'rt'];
const RUBY_BOUNDARIES = new Set([...BLOCKS, ...CELL_BOUNDARIES, 'ruby']);
const IMPLIED_ENDS: ReadonlyMap<string, ImpliedEnd> = new Map([
  ['a', { ends: ['a'], within: CELL_BOUNDARIES }],
  ['li', { ends: ['li'], within: ITEM_BOUNDARIES }],
  ['dd', { ends: ['dd', 'dt'], within: ITEM_BOUNDARIES }],
  ['dt', { ends: ['dd', 'dt'], within: ITEM_BOUNDARIES }],
  ...RUBY_TEXT.map(name => [name, { ends: RUBY_TEXT, within: RUBY_BOUNDARIES }] as const),
]);

interface ImpliedEnd {
  readonly ends: readonly string[];
  readonly within: ReadonlySet<string>;
}

interface OpenHtmlElement {
  readonly name: string;
  /** The index of its start tag among the chunks. */
  readonly start: number;
}
