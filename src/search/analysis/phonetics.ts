/**
 * SRCH-3, phonetic: how a name sounds to somebody who has only heard it. Voiced and unvoiced consonants are one,
 * vowels count only at the start, silent letters not at all: Qaddafi, Gadafi and Kadaffi are all KTF. Coarse on
 * purpose; whoever asks ranks what sounds alike by spelling and frequency. Empty for other scripts and for names
 * that are too short to be told apart by ear.
 */
export function soundOf(name: string): string {
  if (!/^[a-z]{3,40}$/.test(name)) return '';
  const spoken = RULES.reduce((text, [pattern, sound]) => text.replace(pattern, sound), name);
  const first = /^[aeiouy]/.test(spoken) ? 'A' : '';
  const consonants = spoken
    .replace(/[aeiouyhw]/g, '')
    .replace(/(.)\1+/g, '$1')
    .toUpperCase();
  return consonants.length + first.length < 2 ? '' : first + consonants;
}

/** In this order: longer spellings first, then single letters. `x` stands for sh, `j` for the sound in judge. */
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
