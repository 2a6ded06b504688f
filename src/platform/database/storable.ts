/**
 * Words of an error for a column: PostgreSQL has no place for U+0000 and lone surrogates in text, and a stack of
 * megabytes is for nobody to read. Cut first, because the cut may split a character in two.
 */
export function storableText(words: string, most: number): string {
  return words.replaceAll('\0', '').slice(0, most).toWellFormed();
}

export function nameAndMessage(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
