/**
 * Tells whether a line says the same as one of `lines`: equal words, or one is the other with little around it. The
 * words of each are read once; a page may have thousands of headings, of which the first few are compared with.
 */
export function similarToAny(lines: readonly string[]): (text: string) => boolean {
  const known = new Set(lines.slice(0, MAX_COMPARED).map(plainWords));
  known.delete('');
  return text => {
    const words = plainWords(text);
    return known.has(words) || known.values().some(other => isNearly(words, other));
  };
}

const MAX_COMPARED = 100;

function isNearly(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > long.length * 0.75 && short.length > 12 && long.includes(short);
}

export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
