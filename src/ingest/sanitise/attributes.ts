import type { Addresses } from './addresses.ts';
import { cleaned, escapeAttribute } from './escaping.ts';
import { fragmentName, type StartTag } from './fragments.ts';
import { PICTURE_ATTRIBUTES } from './pictures.ts';
import type { TagAttributes } from './tags.ts';

/** The attributes to read of an element. */
export function wantedAttributes(name: string): ReadonlySet<string> {
  return WANTED.get(name) ?? COMMON;
}

/** The start tag of any element except pictures and players, with its allowed attributes. */
export function startTagOf(name: string, attributes: TagAttributes, addresses: Addresses): StartTag {
  if (attributes.size === 0) return { name };
  const written = writeAttributes(name, attributes, addresses) || undefined;
  const id = idOf(name, attributes);
  const href = name === 'a' ? attributes.get('href') : undefined;
  if (href === undefined) return { name, attributes: written, id };
  const fragment = href.includes('#') ? fragmentName(addresses.fragment(href) ?? '') : undefined;
  return { name, attributes: written, id, fragment, fallback: linkTo(addresses.link(href)) };
}

export function attribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(cleaned(value))}"`;
}

/** Writes the attributes with valid values; the others are dropped. */
export function writeAttributes(name: string, attributes: TagAttributes, addresses: Addresses): string {
  let written = '';
  for (const [key, value] of attributes) {
    const check = CHECKS[key];
    if (check === undefined || !(COMMON.has(key) || OWN[name]?.includes(key))) continue;
    const kept = check(value, addresses);
    if (kept !== null) written += attribute(key, kept);
  }
  return written;
}

/** A `span` that is no link target would be left without attributes. */
function idOf(name: string, attributes: TagAttributes): string | undefined {
  if (name === 'span') return undefined;
  const text = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined);
  return text === undefined ? undefined : fragmentName(text);
}

function linkTo(address: string | null): string {
  return address === null ? '' : attribute('href', address) + EXTERNAL_REL;
}

/** The linked page gets no access to ours, no referrer and no search rank. */
export const EXTERNAL_REL = ' rel="noopener noreferrer nofollow"';

const COMMON: ReadonlySet<string> = new Set(['dir', 'id', 'lang']);

const OWN: Readonly<Record<string, readonly string[]>> = {
  a: ['title'],
  abbr: ['title'],
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  data: ['value'],
  del: ['cite', 'datetime'],
  details: ['open'],
  dfn: ['title'],
  img: ['alt', 'title', 'width', 'height', 'sizes'],
  ins: ['cite', 'datetime'],
  li: ['value'],
  ol: ['reversed', 'start', 'type'],
  q: ['cite'],
  source: ['media', 'sizes', 'type', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['abbr', 'colspan', 'rowspan', 'scope'],
  time: ['datetime'],
  video: ['width', 'height'],
};

const CHECKS: Readonly<Record<string, (value: string, addresses: Addresses) => string | null>> = {
  abbr: text,
  alt: text,
  cite: (value, addresses) => addresses.resource(value),
  colspan: span,
  datetime: matching(/^[\dTtZzPpHhMmSsWwDdYy:.,+\- ]{1,60}$/),
  dir: matching(/^(?:ltr|rtl|auto)$/i),
  height: length,
  lang: matching(/^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,5}$/i),
  media: matching(/^[\w\s().,:/%<>=-]{1,200}$/),
  open: () => '',
  reversed: () => '',
  rowspan: span,
  scope: matching(/^(?:row|col|rowgroup|colgroup)$/i),
  sizes: matching(/^[\w\s().,:/%<>=*+-]{1,500}$/),
  span,
  start: matching(/^-?\d{1,6}$/),
  title: text,
  type: matching(/^(?:[1aAiI]|(?:audio|image|video)\/[\w.+-]{1,40}(?:;\s?codecs="?[\w.,\s-]{1,80}"?)?)$/),
  value: matching(/^-?[\w.,:+-]{1,60}$/),
  width: length,
};

function text(value: string): string | null {
  return value.length > MAX_TEXT_LENGTH ? null : value;
}

function length(value: string): string | null {
  return /^(\d{1,5})(?:\.\d{1,5})?(?:px)?$/.exec(value.trim())?.[1] ?? null;
}

/** A browser would render a table of a thousand columns, slowly. */
function span(value: string): string | null {
  const count = /^\d{1,3}$/.test(value.trim()) ? Number(value) : 0;
  return count >= 1 && count <= 100 ? String(count) : null;
}

function matching(pattern: RegExp): (value: string) => string | null {
  return value => {
    const trimmed = value.length > MAX_TEXT_LENGTH ? '' : value.trim();
    return pattern.test(trimmed) ? trimmed : null;
  };
}

const MAX_TEXT_LENGTH = 2_000;

const WANTED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...Object.entries(OWN).map(([name, own]) => [name, new Set([...COMMON, ...own])] as const),
  ['a', new Set([...COMMON, 'href', 'name', 'title'])],
  ['audio', new Set(['src', 'data-src'])],
  ['embed', new Set(['src', 'title', 'width', 'height'])],
  ['iframe', new Set(['src', 'data-src', 'data-lazy-src', 'title', 'width', 'height'])],
  ['image', new Set([...PICTURE_ATTRIBUTES, ...(OWN['img'] ?? [])])],
  ['img', new Set([...PICTURE_ATTRIBUTES, ...(OWN['img'] ?? [])])],
  ['source', new Set(['src', 'srcset', 'data-srcset', 'data-src', ...(OWN['source'] ?? [])])],
  ['video', new Set(['src', 'data-src', 'poster', 'width', 'height'])],
]);
