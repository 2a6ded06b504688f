/**
 * SRCH-3, phonetic: a key for the sound of a name. Voiced and unvoiced consonants are equal, vowels count only at the
 * start, silent letters never: Qaddafi, Gadafi and Kadaffi are all KTF. It is coarse on purpose: callers rank names
 * of the same key by spelling and frequency. Empty for other scripts and for very short names.
 */
export function phoneticKey(name: string): string {
  if (!/^[a-z]{3,40}$/.test(name)) return '';
  const simplified = RULES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name);
  const first = /^[aeiouy]/.test(simplified) ? 'A' : '';
  const consonants = simplified
    .replace(/[aeiouyhw]/g, '')
    .replace(/(.)\1+/g, '$1')
    .toUpperCase();
  return consonants.length + first.length < 2 ? '' : first + consonants;
}

/** In this order: longer spellings first, then single letters. `x` represents sh, `j` the sound in judge. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^x/, 's'],
  [/^(?:ts|tz|cz)/, 's'],
  [/tsch|sch|tch|sh|ch(?!r)|cz|sz/g, 'x'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/gh(?=[aeiouy])/g, 'k'],
  [/gh/g, ''],
  [/(?:dge|dj|dzh|zh)/g, 'x'],
  [/c(?=[eiy])/g, 's'],
  [/ck|cq|kh|[cqkg]/g, 'k'],
  [/z|tz|ts/g, 's'],
  [/[vw](?=[aeiou])|[vf]/g, 'f'],
  [/[dt]/g, 't'],
  [/[bp]/g, 'p'],
  [/[jx]/g, 'x'],
  [/m(?=[pft])/g, 'n'],
];
