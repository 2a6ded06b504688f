/**
 * A display name, or null when it is invalid: 1 to 80 characters, without control characters and without bidirectional
 * marks, with which a name could rewrite the line around it.
 */
export function cleanName(text: string): string | null {
  if (text.length > 1_000 || UNWANTED.test(text) || !text.isWellFormed()) return null;
  const name = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const { length } = [...name];
  return length >= 1 && length <= 80 && VISIBLE.test(name) ? name : null;
}

const UNWANTED = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
