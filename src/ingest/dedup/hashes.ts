import { hash } from 'node:crypto';
import { canonicalUrl } from './canonical-url.ts';
import { itemKey, pageKey } from './item-address.ts';

/** The key of an address in `article_urls`: all spellings of one address have the same key. */
export function hashOfUrl(url: string): string {
  return asUuid(canonicalUrl(url) ?? url);
}

/** The key of an item of a shared page (item-address.ts). */
export function hashOfItemUrl(url: string): string {
  return asUuid(itemKey(url));
}

/** The key of the page that items share. */
export function hashOfPage(url: string): string {
  return asUuid(pageKey(url));
}

/** The key of a guid; guids are compared exactly. */
export function hashOfGuid(guid: string): string {
  return asUuid(guid);
}

/**
 * An article is revised when this hash changes: of its title and its text, or its summary where there is no text.
 * White space, invisible characters and Unicode forms differ between two renderings of the same text and do not count.
 */
export function hashOfContent({ title, summary, bodyText }: HashedContent): string {
  // Normalised text has no line ends, so the border between title and text is unambiguous.
  return asUuid(`${plain(title)}\n${plain(bodyText || summary)}`);
}

function plain(text: string): string {
  const letters = BEYOND_ASCII.test(text) ? text.replace(INVISIBLE, '').normalize('NFC') : text;
  return letters.replace(MORE_THAN_A_SPACE, ' ').trim();
}

/** 128 bits of SHA-256 in the form in which PostgreSQL writes a uuid. */
function asUuid(text: string): string {
  const hex = hash('sha256', text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

// Soft hyphens, joiners, marks of direction and byte order.
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** White space that is not a single plain space already: half the work of matching every space. */
const MORE_THAN_A_SPACE = / ?[^\S ]\s*| {2,}\s*/g;

interface HashedContent {
  readonly title: string;
  readonly summary: string;
  readonly bodyText: string;
}
