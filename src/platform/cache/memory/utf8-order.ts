/**
 * Compares two texts by their UTF-8 bytes without encoding them. JavaScript's own order differs in one point: it puts
 * surrogates, and so everything beyond U+FFFF, before U+E000 to U+FFFF.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return byCodePoint(left) - byCodePoint(right);
  }
  return a.length - b.length;
}

/** Moves surrogates after all other units and keeps every other order. */
function byCodePoint(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
