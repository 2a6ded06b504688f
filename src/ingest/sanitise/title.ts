import { decodeHTML } from 'entities/decode';
import { ALLOWED, RENAMED } from './elements.ts';

/**
 * A title as one line of plain text. Titles come as text, as HTML, and as HTML that was escaped twice, without a marker:
 * only tags that exist in HTML are removed, so that "a < b" and "the <T> in generics" stay as they are.
 */
export function titleText(htmlOrText: string): string {
  const text = htmlOrText.slice(0, MAX_LENGTH);
  const untagged = text.includes('<') ? text.replace(UNREAD, ' ').replace(TAG, replaceTag) : text;
  const decoded = untagged.includes('&') ? decodeTwice(untagged) : untagged;
  return decoded.replace(SPACES, ' ').replace(INVISIBLE, '').toWellFormed().replace(/ {2,}/g, ' ').trim();
}

/** Block tags separate words; inline tags may be inside a word. */
function replaceTag(tag: string, name: string | undefined): string {
  if (name === undefined) return ''; // A comment.
  const known = name.toLowerCase();
  if (!TAGS.has(known)) return tag;
  return PART_OF_WORD.has(known) ? '' : ' ';
}

/**
 * `Tom &amp;amp; Jerry` was escaped twice. Escaped tags are kept: a title with `&lt;b&gt;` means the letters.
 */
function decodeTwice(text: string): string {
  const once = decodeHTML(text);
  return once.replace(STILL_ESCAPED, reference => decodeHTML(reference));
}

/** Longer texts are not titles. */
const MAX_LENGTH = 5_000;

const TAG = /<!--[^>]{0,2000}-->|<\/?([a-zA-Z][a-zA-Z0-9-]{0,20})(?:[\s/][^<>]{0,2000})?>/g;
const UNREAD = /<(script|style)(?:[\s/][^<>]{0,2000})?>[^<]{0,5000}<\/\1\s*>/gi;
const STILL_ESCAPED =
  /&(?!(?:lt|gt|LT|GT|#0*6[02]|#[xX]0*3[cCeE]);)(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,10}\d{0,2});/g;

/** All blanks and line ends. */
const SPACES = /[\t-\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/**
 * Control characters, byte order marks, soft hyphens and direction overrides: unbalanced overrides would reverse the rest
 * of the page, and a page sets the direction of a title itself. Joiners stay, because letters and emoji need them; so do
 * single direction marks, which only affect their neighbours.
 */
const INVISIBLE =
  /[\0-\x1f\x7f-\x9f\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\u206a-\u206f\ufeff\ufff9-\ufffb]/g;

const TAGS: ReadonlySet<string> = new Set([
  ...ALLOWED,
  ...RENAMED.keys(),
  'big',
  'body',
  'font',
  'html',
  'iframe',
  'nobr',
  'script',
  'style',
  'svg',
]);
const PART_OF_WORD = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
