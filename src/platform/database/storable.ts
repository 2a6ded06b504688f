/**
 * An error text for a column: PostgreSQL cannot store U+0000 and lone surrogates in text, and a stack of megabytes
 * helps no one. Cuts first, because the cut may split a character in two.
 */
export function storableText(text: string, maxLength: number): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}

export function nameAndMessage(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
