import { decodeHtmlReferences } from './entities.ts';
import { resolveBase } from './urls.ts';

/**
 * Makes the relative addresses in an HTML text absolute, and leaves everything else unchanged: a scan that understands
 * quotes and comments finds the tags, without parsing and serialising.
 */
export function resolveHtmlUrls(
  html: string,
  base: string | null,
  budget: AddressBudget = newAddressBudget(Number.MAX_SAFE_INTEGER),
): string {
  const nested = html.includes('xml:base');
  if (!nested && (base === null || !mayBeRelative(html))) return html;
  return nested ? rewriteNested(html, base, budget) : rewrite(html, () => base, budget);
}

/** How many more tags with addresses may be rewritten; the others stay unchanged. */
export interface AddressBudget {
  remaining: number;
}

export function newAddressBudget(remaining: number): AddressBudget {
  return { remaining };
}

/** The address of the first picture, for feeds without a picture outside the text. */
export function firstImage(html: string): string | null {
  IMAGE.lastIndex = 0;
  for (let tries = 0; tries < MAX_IMAGES; tries++) {
    const at = IMAGE.exec(html)?.index;
    const end = at === undefined ? -1 : endOfTag(html, at);
    if (at === undefined || end === -1) return null;
    const tag = html.slice(at, end);
    const source = attributeOf(tag, 'src');
    // Counters and spacers are not pictures.
    if (source && !isPixel(tag)) return source;
    IMAGE.lastIndex = end;
  }
  return null;
}

/** A quick test that saves the scan for the many texts with only absolute addresses. */
function mayBeRelative(html: string): boolean {
  let looks = 0;
  for (let at = html.indexOf('='); at !== -1; at = html.indexOf('=', at + 1)) {
    if (++looks > MAX_LOOKUPS) return false;
    let from = at + 1;
    while (html.charCodeAt(from) === SPACE || html.charCodeAt(from) === NEWLINE) from++;
    const quote = html.charCodeAt(from);
    if (quote === DOUBLE || quote === SINGLE) from++;
    if (html.startsWith('http', from)) continue;
    if (ENDS_IN_NAME.test(html.slice(Math.max(0, at - MAX_NAME_LENGTH), at))) return true;
  }
  return false;
}

type BaseOf = (tag: string, closing: boolean) => string | null;

function rewrite(html: string, baseOf: BaseOf, budget: AddressBudget): string {
  let result = '';
  let from = 0;
  let at = html.indexOf('<');
  while (at !== -1 && budget.remaining > 0) {
    const end = endOfTag(html, at);
    if (end === -1) break;
    const tag = html.slice(at, end);
    const base = baseOf(tag, html.charCodeAt(at + 1) === SLASH);
    const isComment = html.charCodeAt(at + 1) === EXCLAMATION;
    const rewritten = base === null || isComment || !HAS_ADDRESS.test(tag) ? tag : rewriteTag(tag, base);
    if (base !== null && rewritten !== tag) {
      budget.remaining--;
      result += html.slice(from, at) + rewritten;
      from = end;
    }
    at = html.indexOf('<', end);
  }
  return from === 0 ? html : result + html.slice(from);
}

/** xml:base applies inside its element, so elements with it are on a stack. */
function rewriteNested(html: string, outer: string | null, budget: AddressBudget): string {
  const stack: { name: string; depth: number; base: string | null }[] = [];
  return rewrite(
    html,
    (tag, closing) => {
      const name = /^<\/?([\w:-]+)/.exec(tag)?.[1] ?? '';
      const top = stack.at(-1);
      const current = top === undefined ? outer : top.base;
      if (name === '') return current;
      if (closing) {
        if (top?.name === name && --top.depth === 0) stack.pop();
        return current;
      }
      const own = attributeOf(tag, 'xml:base');
      const base = own === null ? current : resolveBase(own, current);
      if (tag.endsWith('/>')) return base;
      if (own !== null) budget.remaining--;
      if (own !== null) stack.push({ name, depth: 1, base });
      else if (top?.name === name) top.depth++;
      return base;
    },
    budget,
  );
}

function rewriteTag(tag: string, base: string): string {
  return tag.replace(ATTRIBUTE, (whole, lead: string, name: string, double, single, bare) => {
    const value: string = double ?? single ?? bare ?? '';
    const lower = name.toLowerCase();
    const resolved = lower.endsWith('srcset') ? absoluteSet(value, base) : absolute(value, base);
    if (resolved === value) return whole;
    return `${lead}"${resolved.replaceAll('"', '&quot;')}"`;
  });
}

function absolute(value: string, base: string): string {
  const text = decodeHtmlReferences(value).trim();
  // A fragment points into the displayed text itself.
  if (text === '' || text.startsWith('#') || SCHEME.test(text)) return text === value.trim() ? text : value;
  const url = URL.parse(text, base);
  return url === null ? value : url.href.replaceAll('&', '&amp;');
}

function absoluteSet(value: string, base: string): string {
  const candidates = value.split(/,\s+|,(?=https?:|\/)/, MAX_CANDIDATES + 1);
  if (candidates.length > MAX_CANDIDATES) return value;
  return candidates
    .map(candidate => {
      const [url = '', ...rest] = candidate.trim().split(/\s+/);
      return [absolute(url, base), ...rest].join(' ');
    })
    .join(', ');
}

/** The index after the `>` or the comment, or of the next character when this is not a tag; -1 when unfinished. */
function endOfTag(html: string, at: number): number {
  const next = html.charCodeAt(at + 1);
  if (next === EXCLAMATION && html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4);
    return end === -1 ? -1 : end + 3;
  }
  if (next !== SLASH && !isLetter(next)) return at + 1;
  for (let index = at + 2; index < html.length; index++) {
    const code = html.charCodeAt(index);
    if (code === GREATER) return index + 1;
    if ((code === DOUBLE || code === SINGLE) && html.charCodeAt(index - 1) === EQUALS) {
      const close = html.indexOf(code === DOUBLE ? '"' : "'", index + 1);
      if (close === -1) return -1;
      index = close;
    }
  }
  return -1;
}

function attributeOf(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? null : decodeHtmlReferences(value).trim();
}

function isPixel(tag: string): boolean {
  return /\s(?:width|height)\s*=\s*["']?[01](?:px)?["'\s/>]/i.test(tag);
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

const NEWLINE = 10;
const SPACE = 32;
const SLASH = 47;
const EXCLAMATION = 33;
const GREATER = 62;
const DOUBLE = 34;
const SINGLE = 39;
const EQUALS = 61;
const MAX_IMAGES = 8;
const MAX_LOOKUPS = 20_000;
const MAX_CANDIDATES = 50;

const NAMES =
  'href|src|srcset|imagesrcset|data-src|data-srcset|poster|cite|action|formaction|background|longdesc|' +
  'usemap|classid|codebase|profile|data|xlink:href|icon|manifest';
const HAS_ADDRESS = new RegExp(`\\s(?:${NAMES})\\s*=`, 'i');
const ENDS_IN_NAME = new RegExp(`(?:${NAMES})\\s*$`, 'i');
const MAX_NAME_LENGTH = 16;
const ATTRIBUTE = new RegExp(`(\\s(${NAMES})\\s*=\\s*)(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'gi');
const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]*:/;
const IMAGE = /<img\s/gi;
