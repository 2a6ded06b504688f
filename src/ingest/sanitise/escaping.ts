import { decodeHTML } from 'entities/decode';

/** What text between tags says. */
export function decodedText(text: string): string {
  return cleaned(text.includes('&') ? decodeHTML(text) : text);
}

/**
 * Null and the other control characters mean nothing to readers and are refused by databases and XML. A return
 * becomes a line break, as in every browser; half of a pair becomes the sign for what cannot be shown.
 */
export function cleaned(text: string): string {
  if (!UNWANTED.test(text)) return text;
  return text.replace(RETURNS, '\n').replace(CONTROLS, '').toWellFormed();
}

export function escapeText(text: string): string {
  return MARKUP.test(text) ? text.replace(EVERY_MARKUP, escaped) : text;
}

export function escapeAttribute(text: string): string {
  return QUOTED_MARKUP.test(text) ? text.replace(EVERY_QUOTED_MARKUP, escaped) : text;
}

function escaped(character: string): string {
  return ESCAPES[character] ?? character;
}

const UNWANTED = /[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/;
const RETURNS = /\r\n?|\f/g;
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

const MARKUP = /[&<>\u00a0]/;
const EVERY_MARKUP = /[&<>\u00a0]/g;
const QUOTED_MARKUP = /[&<>"\u00a0]/;
const EVERY_QUOTED_MARKUP = /[&<>"\u00a0]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};
