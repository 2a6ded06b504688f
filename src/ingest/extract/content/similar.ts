/** Whether two lines say the same: equal words, or one is the other with little around it. */
export function sameText(one: string, other: string): boolean {
  const first = plainWords(one);
  const second = plainWords(other);
  if (!first || !second) return false;
  if (first === second) return true;
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  return short.length > long.length * 0.75 && short.length > 12 && long.includes(short);
}

export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
