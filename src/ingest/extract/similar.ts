/**
 * A predicate whether a text is similar to one of `lines`: the same words, or one contains the other with little more. The
 * lines are normalised once; only the first 100 of a page's headings are compared.
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
