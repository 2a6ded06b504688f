import { Buffer } from 'node:buffer';
import { escapeMarkup } from '../../sanitise/escaping.ts';
import { decodeReferences, withoutControls } from '../text/entities.ts';
import { collapse, htmlToText, isVoidElement, looksLikeHtml } from '../text/html-text.ts';
import { resolveHtmlUrls } from '../text/html-urls.ts';
import { LIMITS } from './limits.ts';
import type { Recoveries } from './recoveries.ts';
import type { XmlElement } from './xml/element.ts';

/**
 * The type of a text is in `type` and `mode` in Atom, and unknown in RSS. The result is HTML or plain text; plain text is
 * escaped where HTML is expected.
 */
export function readHtml(element: XmlElement, base: string | null, recoveries: Recoveries): string | null {
  const { kind, value } = readConstruct(element, recoveries);
  if (value.trim() === '') return null;
  if (kind === 'plain') return escapeMarkup(value.slice(0, LIMITS.plainTextLength)).trim();
  const unwrapped = unwrapSection(value);
  // Atom declares the types of its texts, and is trusted.
  const html = element.key.startsWith('atom:') ? unwrapped : unescapeAgain(unwrapped);
  return resolveHtmlUrls(html, base, recoveries.addresses).trim() || null;
}

export function readPlainText(element: XmlElement): string | null {
  const { kind, value } = readConstruct(element, null);
  if (kind === 'plain') return collapse(value) || null;
  return htmlToText(unwrapSection(value)) || null;
}

/** An element with a word, a number or an address, without markup. */
export function readWord(element: XmlElement): string {
  return element.markup === null ? element.text.trim() : htmlToText(element.markup);
}

interface Construct {
  readonly kind: 'plain' | 'html';
  readonly value: string;
}

/** Without recoveries, the text is a title, and titles are short. */
function readConstruct(element: XmlElement, recoveries: Recoveries | null): Construct {
  const maxLength = recoveries === null ? LIMITS.titleLength : LIMITS.textLength;
  const written = element.markup ?? element.text;
  const isCut = written.length > maxLength;
  if (isCut) recoveries?.add('too-much-markup', `a text of ${written.length} characters was cut`);
  const value = isCut ? written.slice(0, maxLength) : written;
  const type = element.attribute('type')?.trim().toLowerCase() ?? '';
  if (element.attribute('mode')?.toLowerCase() === 'base64') return guessed(decodeBase64(value));
  if (element.markup !== null) return inlineMarkup(value, type);
  switch (type) {
    case 'html':
    case 'text/html':
      return { kind: 'html', value };
    case 'text':
    case 'text/plain':
    case 'plain':
      // RSS has no types, so its `type` attributes are ignored; those of Atom are valid.
      return element.key.startsWith('rss:') ? guessed(value) : { kind: 'plain', value };
    default:
      return isBinary(type, value) ? guessed(decodeBase64(value)) : guessed(value);
  }
}

function guessed(value: string): Construct {
  return { kind: looksLikeHtml(value) ? 'html' : 'plain', value };
}

/** Converts markup from the XML to HTML, where prefixes, sections and empty tags mean something else. */
function inlineMarkup(markup: string, type: string): Construct {
  const isXml = type === 'xhtml' || type.endsWith('xml');
  let html = markup;
  if (html.includes('<![CDATA[')) {
    html = html.replace(SECTION, (_, inside: string) => (isXml ? escapeMarkup(inside) : inside));
  }
  // Atom 1.0 escapes `html`, so escaped text inside the markup is markup too.
  if (!TAG.test(html) || type === 'html') html = decodeReferences(html);
  if (!TAG.test(html)) return guessed(html);
  if (PREFIXED.test(html)) html = html.replace(ALL_PREFIXED, unprefixed);
  if (html.includes('/>')) html = html.replace(EMPTY_TAG, closedEmptyTag);
  return { kind: 'html', value: html };
}

function unprefixed(_: string, slash: string, prefix: string, name: string): string {
  return /^(?:svg|math|mml|m|o|v|w|st1)$/i.test(prefix) ? `<${slash}${prefix}:${name}` : `<${slash}${name}`;
}

function closedEmptyTag(whole: string, name: string, attributes = ''): string {
  return isVoidElement(name) || DRAWN.test(name) ? whole : `<${name}${attributes.trimEnd()}></${name}>`;
}

/** Escaped twice: the marks of the section are part of the text. */
function unwrapSection(html: string): string {
  const text = html.trimStart();
  return text.startsWith('<![CDATA[') ? text.slice(9).replace(/\]\]>\s*$/, '') : html;
}

/**
 * Escaped twice: the text has no tags and is a single escaped block. An article about HTML may contain such a block, but
 * is not one as a whole.
 */
function unescapeAgain(html: string): string {
  return !html.includes('<') && ESCAPED_BLOCK.test(html) ? decodeReferences(html) : html;
}

function isBinary(type: string, text: string): boolean {
  if (type === '' || !type.includes('/') || type.startsWith('text/') || type.endsWith('xml')) return false;
  // Trimmed, so that long runs of blanks cause no backtracking.
  return /^[A-Za-z0-9+/\s]{16,}={0,2}$/.test(text.trim());
}

function decodeBase64(text: string): string {
  return withoutControls(Buffer.from(text, 'base64').toString('utf8'));
}

const ESCAPED_BLOCK =
  /^\s*&lt;(p|div|ul|ol|table|section|article|figure|blockquote)(?:\s|&gt;)[\s\S]*&lt;\/(?:p|div|ul|ol|table|section|article|figure|blockquote)&gt;\s*$/i;
const SECTION = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;
const TAG = /<[a-zA-Z/!]/;
const PREFIXED = /<\/?[a-zA-Z_][\w.-]*:[a-zA-Z]/;
const ALL_PREFIXED = /<(\/?)([a-zA-Z_][\w.-]{0,30}):([a-zA-Z][a-zA-Z0-9]*)/g;
const EMPTY_TAG = /<([a-zA-Z][a-zA-Z0-9]*)(\s[^<>]*)?\/>/g;
const DRAWN = /^(?:svg|g|path|circle|ellipse|line|rect|polygon|polyline|use|stop|image|animate)$/i;
