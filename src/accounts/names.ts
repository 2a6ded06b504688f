/**
 * A name for people to see, or null when it cannot be one: 1 to 80 characters, without control characters
 * and without the marks that turn the direction of text around, which let a name rewrite the line it is in.
 */
export function cleanName(text: string): string | null {
  if (text.length > 1_000 || UNWANTED.test(text) || !text.isWellFormed()) return null;
  const name = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const { length } = [...name];
  return length >= 1 && length <= 80 && VISIBLE.test(name) ? name : null;
}

const UNWANTED = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
