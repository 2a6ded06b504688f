/**
 * Characters that a terminal or a log reader might obey instead of showing: controls (C0, DEL, C1 with its
 * one-character escape 0x9B and line end 0x85), line and paragraph separators, and marks that change the direction of
 * text. They become `\u` escapes, which mean the same character inside a JSON text.
 */
export function escapeUnprintable(text: string): string {
  return UNPRINTABLE.test(text) ? text.replace(UNPRINTABLE_ALL, unicodeEscape) : text;
}

export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}

function unicodeEscape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/;
const UNPRINTABLE_ALL = new RegExp(UNPRINTABLE, 'g');
