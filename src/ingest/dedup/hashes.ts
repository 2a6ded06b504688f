import { hash } from 'node:crypto';
import { canonicalUrl } from './canonical-url.ts';

/** The key of an address, as `article_urls` keeps it: all spellings of one address have the same. */
export function hashOfUrl(url: string): string {
  return asUuid(canonicalUrl(url) ?? url);
}

/** The key of what a source itself calls an article; guids are compared as they came, letter by letter. */
export function hashOfGuid(guid: string): string {
  return asUuid(guid);
}

/**
 * What decides whether an article was revised: its title and its text, or its summary where there is no text.
 * White space, invisible characters and the ways to write one accent differ between two renderings of the same
 * text and say nothing about it.
 */
export function hashOfContent({ title, summary, bodyText }: HashedContent): string {
  // No normalised text holds a line end, so title and text cannot be cut in two ways.
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
/** Runs of white space that are not one plain space already: half the work of looking at every one. */
const MORE_THAN_A_SPACE = / ?[^\S ]\s*| {2,}\s*/g;

interface HashedContent {
  readonly title: string;
  readonly summary: string;
  readonly bodyText: string;
}
