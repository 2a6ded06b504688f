/** The prevailing script of a text; null without letters. */
export function scriptOf(text: string): ScriptShare | null {
  const { counts, letters } = countScripts(text);
  if (letters === 0) return null;
  // Japanese mixes Han with kana; a few kana identify it.
  const kana = counts.get('kana') ?? 0;
  const han = counts.get('han') ?? 0;
  if (kana > 0 && kana >= han * 0.1) {
    counts.set('kana', kana + han);
    counts.delete('han');
  }
  // A Han character is about as much text as three letters.
  if (counts.has('han')) counts.set('han', han * 3);
  const [script, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  return { script, share: Math.min(1, count / letters), letters };
}

/** Counts letters by script, in runs, because neighbours mostly share one. */
function countScripts(text: string): { counts: Map<string, number>; letters: number } {
  const counts = new Map<string, number>();
  let [letters, before] = [0, 0];
  let script: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) ?? 0;
    if (point > 0xffff) at++;
    const found = scriptOfLetter(point);
    if (found === null) continue;
    if (found !== script) {
      if (script !== null) counts.set(script, (counts.get(script) ?? 0) + letters - before);
      [script, before] = [found, letters];
    }
    letters++;
  }
  if (script !== null) counts.set(script, (counts.get(script) ?? 0) + letters - before);
  return { counts, letters };
}

function scriptOfLetter(point: number): string | null {
  if (point < 0x41) return null;
  if (point < 0x250) return isLatinLetter(point) ? 'latin' : null;
  let low = 0;
  let high = RANGES.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to, script] = RANGES[middle] ?? [0, 0, ''];
    if (point < from) high = middle - 1;
    else if (point > to) low = middle + 1;
    else return script;
  }
  return null;
}

function isLatinLetter(point: number): boolean {
  return (
    (point <= 0x5a || point >= 0x61) && (point <= 0x7a || point >= 0xc0) && point !== 0xd7 && point !== 0xf7
  );
}

/** First and last code point, in order. */
const RANGES: readonly (readonly [number, number, string])[] = [
  [0x370, 0x3ff, 'greek'],
  [0x400, 0x52f, 'cyrillic'],
  [0x531, 0x58f, 'armenian'],
  [0x5d0, 0x5f4, 'hebrew'],
  [0x620, 0x6ff, 'arabic'],
  [0x750, 0x77f, 'arabic'],
  [0x780, 0x7bf, 'thaana'],
  [0x900, 0x97f, 'devanagari'],
  [0x980, 0x9ff, 'bengali'],
  [0xa00, 0xa7f, 'gurmukhi'],
  [0xa80, 0xaff, 'gujarati'],
  [0xb00, 0xb7f, 'odia'],
  [0xb80, 0xbff, 'tamil'],
  [0xc00, 0xc7f, 'telugu'],
  [0xc80, 0xcff, 'kannada'],
  [0xd00, 0xd7f, 'malayalam'],
  [0xd80, 0xdff, 'sinhala'],
  [0xe00, 0xe7f, 'thai'],
  [0xe80, 0xeff, 'lao'],
  [0xf00, 0xfff, 'tibetan'],
  [0x1000, 0x109f, 'myanmar'],
  [0x10a0, 0x10ff, 'georgian'],
  [0x1100, 0x11ff, 'hangul'],
  [0x1200, 0x139f, 'ethiopic'],
  [0x1780, 0x17ff, 'khmer'],
  [0x1e00, 0x1eff, 'latin'],
  [0x1f00, 0x1fff, 'greek'],
  [0x3040, 0x30ff, 'kana'],
  [0x3400, 0x9fff, 'han'],
  [0xac00, 0xd7af, 'hangul'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xfe70, 0xfefc, 'arabic'],
  [0x20000, 0x2ffff, 'han'],
];

export interface ScriptShare {
  readonly script: string;
  /** The share of all letters, from 0 to 1. */
  readonly share: number;
  readonly letters: number;
}
