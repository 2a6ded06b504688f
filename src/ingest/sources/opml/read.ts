import { type Reason, reason, reasonText } from '../../../reasons.ts';
import { Recoveries } from '../../parse/feed/recoveries.ts';
import {
  EXCLAMATION,
  endOfName,
  isNameStart,
  NEWLINE,
  SLASH,
  XmlCursor,
} from '../../parse/feed/xml/cursor.ts';
import { readAttributes } from '../../parse/feed/xml/tags.ts';
import { decodeBytes } from '../../parse/text/encoding.ts';
import { decodeReferences } from '../../parse/text/entities.ts';

/**
 * SRC-3: parses the sources of an OPML list, with the folder and the line of each. Only outline tags are parsed, so errors
 * elsewhere do no harm: unescaped ampersands, missing closing tags, a missing end.
 *
 *   <outline text="World">                     without an address, and open: a folder
 *     <outline text="News" xmlUrl="..."/>      with an address: an entry of the folders that are open
 */
export function parseOpml(bytes: Uint8Array): OpmlList {
  if (bytes.length > MAX_BYTES)
    throw new NotOpml(reason('opml-too-large', { bytes: bytes.length, max: MAX_BYTES }));
  const { text } = decodeBytes(bytes, null);
  if (!/<(?:\w+:)?(?:opml|outline|body)[\s>]/i.test(text)) throw new NotOpml(reason('not-opml'));
  return new OpmlReader(text).read();
}

/** The document is not an OPML list; the reason is shown to the person who sent it. */
export class NotOpml extends Error {
  override name = 'NotOpml';
  readonly reason: Reason;

  constructor(why: Reason) {
    super(reasonText(why));
    this.reason = why;
  }
}

class OpmlReader {
  readonly #cursor: XmlCursor;
  readonly #entries: OpmlEntry[] = [];
  /** Outlines that are open: their names, or null for entries that hold other outlines. */
  readonly #open: (string | null)[] = [];
  #line = 1;
  #countedTo = 0;
  #isTruncated = false;
  /** Characters that may still be searched for addresses in broken tags. */
  #recoveryBudget = 4_000_000;

  constructor(source: string) {
    this.#cursor = new XmlCursor(source, 0);
  }

  read(): OpmlList {
    const cursor = this.#cursor;
    while (!this.#isTruncated) {
      const at = cursor.find('<', cursor.position);
      if (at === -1) break;
      cursor.position = at + 1;
      this.#readTag();
    }
    return { entries: this.#entries, isTruncated: this.#isTruncated };
  }

  #readTag(): void {
    const cursor = this.#cursor;
    const code = cursor.source.charCodeAt(cursor.position);
    if (code === EXCLAMATION) this.#skipComment();
    else if (code === SLASH) {
      if (this.#nameAt(cursor.position + 1) === 'outline') this.#open.pop();
    } else if (isNameStart(code) && this.#nameAt(cursor.position) === 'outline') this.#readOutline();
  }

  #nameAt(from: number): string {
    const { source } = this.#cursor;
    return source.slice(from, Math.min(endOfName(source, from), from + 40)).toLowerCase();
  }

  #skipComment(): void {
    const cursor = this.#cursor;
    if (!cursor.startsWith('!--', cursor.position)) return;
    const end = cursor.find('-->', cursor.position);
    // A comment that never ends is not a comment: what follows is parsed.
    if (end !== -1) cursor.position = end + 3;
  }

  #readOutline(): void {
    const cursor = this.#cursor;
    const line = this.#lineAt(cursor.position);
    cursor.position += 'outline'.length;
    const from = cursor.position;
    // New recoveries for each tag: a list of thousands may have thousands of faults.
    const tag = readAttributes(cursor, new Recoveries());
    const attributes = attributesOf(tag.attributes);
    const isRecovered = !hasAddress(attributes) && this.#recoverAddress(from, attributes);
    const entry = toEntry(attributes, this.#folder(), line);
    if (entry) this.#add(entry);
    if (isRecovered ? this.#skipToTagEnd() : tag.selfClosing) return;
    this.#open.push(entry ? null : nameOf(attributes));
    if (this.#open.length > MAX_DEPTH) this.#isTruncated = true;
  }

  /**
   * Unescaped quotes and tags in a description break the tag for every XML parser. The first address before the next
   * outline belongs to this one.
   */
  #recoverAddress(from: number, attributes: Map<string, string>): boolean {
    const cursor = this.#cursor;
    const ends = ['<outline', '</outline'].map(mark => cursor.find(mark, from)).filter(at => at !== -1);
    const piece = cursor.source.slice(from, Math.min(...ends, from + MAX_TAG_LENGTH));
    this.#recoveryBudget -= piece.length;
    if (this.#recoveryBudget < 0) return false;
    const found = /\sxmlurl\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(piece);
    const address = found?.[1] ?? found?.[2];
    if (!found || address === undefined) return false;
    attributes.set('xmlurl', decodeReferences(address));
    cursor.position = from + found.index + found[0].length;
    return true;
  }

  /** True when the tag closes itself. */
  #skipToTagEnd(): boolean {
    const cursor = this.#cursor;
    const end = cursor.find('>', cursor.position);
    cursor.position = end === -1 ? cursor.source.length : end + 1;
    return end === -1 || cursor.source[end - 1] === '/';
  }

  #add(entry: OpmlEntry): void {
    if (this.#entries.length >= MAX_ENTRIES) this.#isTruncated = true;
    else this.#entries.push(entry);
  }

  #folder(): string | null {
    const names = this.#open
      .filter(name => name !== null && name !== '')
      .map(name => escapeFolder(name ?? ''));
    return names.length === 0 ? null : names.join('/').slice(0, MAX_TEXT_LENGTH);
  }

  #lineAt(position: number): number {
    const { source } = this.#cursor;
    for (; this.#countedTo < position; this.#countedTo++)
      if (source.charCodeAt(this.#countedTo) === NEWLINE) this.#line++;
    return this.#line;
  }
}

/** Names are in lower case; the first attribute of a name counts. */
function attributesOf(pairs: readonly string[]): Map<string, string> {
  const attributes = new Map<string, string>();
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const [name = '', value = ''] = [pairs[index], pairs[index + 1]];
    if (!attributes.has(name)) attributes.set(name, value);
  }
  return attributes;
}

function hasAddress(attributes: Map<string, string>): boolean {
  return ADDRESSES.some(name => attributes.has(name));
}

function toEntry(attributes: Map<string, string>, folder: string | null, line: number): OpmlEntry | null {
  const type = (attributes.get('type') ?? '').toLowerCase();
  const own = ADDRESSES.map(name => attributes.get(name)?.trim()).find(Boolean);
  const address = own ?? (FEED_TYPES.has(type) ? attributes.get('url')?.trim() : undefined);
  if (!address) return null;
  const [category] = (attributes.get('category') ?? '').split(',');
  return {
    line,
    url: address,
    name: nameOf(attributes),
    homePage: attributes.get('htmlurl')?.trim() || null,
    language: attributes.get('language')?.trim() || null,
    folder:
      folder ??
      (category
        ? category
            .trim()
            .replace(/^\/+|\/+$/g, '')
            .slice(0, MAX_TEXT_LENGTH) || null
        : null),
  };
}

function nameOf(attributes: Map<string, string>): string {
  const name = attributes.get('title')?.trim() || attributes.get('text')?.trim() || '';
  return name.replace(/\s+/g, ' ').slice(0, MAX_TEXT_LENGTH);
}

/** A slash in the name of a folder is not a separator. */
export function escapeFolder(name: string): string {
  return name.replaceAll('\\', '\\\\').replaceAll('/', '\\/');
}

const MAX_BYTES = 16 * 1_024 * 1_024;
const MAX_ENTRIES = 50_000;
const MAX_DEPTH = 64;
const MAX_TAG_LENGTH = 20_000;
const MAX_TEXT_LENGTH = 200;
const ADDRESSES = ['xmlurl', 'feedurl', 'feed', 'rssurl', 'rss'];
const FEED_TYPES = new Set(['rss', 'atom', 'feed', 'link', 'rss1', 'rss2', 'json']);

export interface OpmlList {
  readonly entries: readonly OpmlEntry[];
  /** The list exceeds a limit. */
  readonly isTruncated: boolean;
}

export interface OpmlEntry {
  readonly line: number;
  /** As written. */
  readonly url: string;
  /** Empty when the list gives none. */
  readonly name: string;
  readonly homePage: string | null;
  readonly language: string | null;
  /** Names from the outermost to the innermost, with slashes between them; a slash in a name is written `\/`. */
  readonly folder: string | null;
}
