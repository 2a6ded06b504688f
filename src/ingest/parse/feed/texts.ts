import { Buffer } from 'node:buffer';
import { decodeReferences, withoutControls } from '../text/entities.ts';
import { collapse, escapeHtml, htmlToText, isVoidElement, looksLikeHtml } from '../text/html-text.ts';
import { resolveHtmlUrls } from '../text/html-urls.ts';
import { LIMITS } from './limits.ts';
import type { XmlElement } from './xml/element.ts';

/**
 * Texts say in many ways what they are: Atom by `type` and `mode`, RSS not at all. Everything ends as HTML
 * or as plain text, and a plain text that goes where HTML is expected is escaped.
 */
export function readHtml(element: XmlElement, base: string | null): string | null {
  const { kind, value } = readConstruct(element);
  if (value.trim() === '') return null;
  if (kind === 'plain') return escapeHtml(value).trim();
  return resolveHtmlUrls(unwrapSection(value), base).trim() || null;
}

export function readPlainText(element: XmlElement): string | null {
  const { kind, value } = readConstruct(element);
  const text = value.length > LIMITS.titleLength ? value.slice(0, LIMITS.titleLength) : value;
  if (kind === 'plain') return collapse(text) || null;
  return htmlToText(unwrapSection(text)) || null;
}

/** An element that holds a word, a number or an address: no markup is expected. */
export function readWord(element: XmlElement): string {
  return element.markup === null ? element.text.trim() : htmlToText(element.markup);
}

interface Construct {
  readonly kind: 'plain' | 'html';
  readonly value: string;
}

function readConstruct(element: XmlElement): Construct {
  const mode = element.attribute('mode')?.toLowerCase();
  const type = element.attribute('type')?.trim().toLowerCase() ?? '';
  if (mode === 'base64') return guessed(decodeBase64(element.text));
  if (element.markup !== null) return inlineMarkup(element.markup, type);
  switch (type) {
    case 'html':
    case 'text/html':
      return { kind: 'html', value: element.text };
    case 'text':
    case 'text/plain':
    case 'plain':
      return plainUnlessMarkup(element);
    default:
      return isBinary(type, element.text) ? guessed(decodeBase64(element.text)) : guessed(element.text);
  }
}

/** RSS has no types, so its `type` attributes are noise; Atom's are meant. */
function plainUnlessMarkup(element: XmlElement): Construct {
  return element.key.startsWith('rss:') ? guessed(element.text) : { kind: 'plain', value: element.text };
}

function guessed(value: string): Construct {
  return { kind: looksLikeHtml(value) ? 'html' : 'plain', value };
}

/** Markup as it stood in the XML, made into HTML: prefixes, sections and empty tags mean something else there. */
function inlineMarkup(markup: string, type: string): Construct {
  const isXml = type === 'xhtml' || type.endsWith('xml');
  let html = markup;
  if (html.includes('<![CDATA[')) {
    html = html.replace(SECTION, (_, inside: string) => (isXml ? escapeHtml(inside) : inside));
  }
  // Atom 1.0 says that `html` is escaped, so what is escaped inside of the markup is markup too.
  if (!TAG.test(html) || type === 'html') html = decodeReferences(html);
  if (!TAG.test(html)) return guessed(html);
  if (PREFIXED.test(html)) html = html.replace(ALL_PREFIXED, unprefixed);
  if (html.includes('/>')) html = html.replace(EMPTY_TAG, closedEmptyTag);
  return { kind: 'html', value: html };
}

function unprefixed(_: string, slash: string, prefix: string, name: string): string {
  return /^(?:svg|math|mml|m|o|v|w|st1)$/i.test(prefix) ? `<${slash}${prefix}:${name}` : `<${slash}${name}`;
}

function closedEmptyTag(whole: string, name: string, attributes: string): string {
  return isVoidElement(name) || DRAWN.test(name) ? whole : `<${name}${attributes}></${name}>`;
}

/** Escaped twice: the section's marks are part of the text. */
function unwrapSection(html: string): string {
  const text = html.trimStart();
  return text.startsWith('<![CDATA[') ? text.slice(9).replace(/\]\]>\s*$/, '') : html;
}

function isBinary(type: string, text: string): boolean {
  if (type === '' || !type.includes('/') || type.startsWith('text/') || type.endsWith('xml')) return false;
  return /^[A-Za-z0-9+/\s]{16,}={0,2}\s*$/.test(text);
}

function decodeBase64(text: string): string {
  return withoutControls(Buffer.from(text, 'base64').toString('utf8'));
}

const SECTION = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;
const TAG = /<[a-zA-Z/!]/;
const PREFIXED = /<\/?[a-zA-Z_][\w.-]*:[a-zA-Z]/;
const ALL_PREFIXED = /<(\/?)([a-zA-Z_][\w.-]{0,30}):([a-zA-Z][a-zA-Z0-9]*)/g;
const EMPTY_TAG = /<([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*?)?)\s*\/>/g;
const DRAWN = /^(?:svg|g|path|circle|ellipse|line|rect|polygon|polyline|use|stop|image|animate)$/i;
