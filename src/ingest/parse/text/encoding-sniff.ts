/**
 * Guesses the encoding of bytes without a valid declaration. Each candidate decodes a sample; the one with the largest
 * share of frequent letters of its languages wins. Text in the wrong encoding has rare letters, symbols inside words and
 * capitals after small letters.
 */
export function sniffEncoding(bytes: Uint8Array): string {
  const sample = sampleOf(bytes);
  const hint = languageHint(bytes);
  let best = { encoding: 'windows-1252', score: 0 };
  for (const [encoding, candidate] of CANDIDATES) {
    const text = decodeStrictly(sample, encoding);
    if (text === null) continue;
    const score = scoreOf(text, candidate) + (hint !== null && candidate.languages.includes(hint) ? 0.3 : 0);
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex(byte => byte >= 0x80);
  return bytes.subarray(first, first + SAMPLE);
}

function languageHint(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 4_096));
  const match = /(?:<(?:dc:)?language>\s*|xml:lang\s*=\s*["'])([a-z]{2})\b/i.exec(head);
  return match?.[1]?.toLowerCase() ?? null;
}

function decodeStrictly(sample: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function scoreOf(text: string, { frequent, weight, script }: EncodingCandidate): number {
  let letters = 0;
  let points = 0;
  let previous = ' ';
  let run = 0;
  for (const letter of text) {
    if (letter > '\x7f') {
      letters++;
      run++;
      if (isOutOfPlace(letter, previous) || (script === 'latin' && run > MAX_LATIN_RUN)) points--;
      else if (script === 'other' && isAsciiLetter(previous)) points--;
      else if (frequent.has(letter)) points++;
    } else {
      // Scripts do not mix within a word; if they seem to, the previous letter was decoded wrongly.
      if (script === 'other' && run > 0 && isAsciiLetter(letter)) points--;
      run = 0;
    }
    previous = letter;
  }
  return letters === 0 ? 0 : (points / letters) * weight;
}

function isAsciiLetter(letter: string): boolean {
  return /^[a-zA-Z]$/.test(letter);
}

/** Control characters, private-use letters, box drawing, half-width kana, symbols within words, capitals after small letters. */
function isOutOfPlace(letter: string, previous: string): boolean {
  if (/[\x80-\x9f\ue000-\uf8ff\u2500-\u259f\uff61-\uff9f\ufffd]/.test(letter)) return true;
  const inWord = /\p{L}/u.test(previous);
  return (
    inWord && (/[\p{S}¿¡¹²³ªº¼½¾]/u.test(letter) || (/\p{Lu}/u.test(letter) && /\p{Ll}/u.test(previous)))
  );
}

interface EncodingCandidate {
  /** The frequent letters, not the whole alphabet. */
  readonly frequent: ReadonlySet<string>;
  readonly languages: readonly string[];
  /** Compensates for the different shares of the frequent letters in each script. */
  readonly weight: number;
  readonly script: 'latin' | 'other' | 'asian';
}

const MAX_LATIN_RUN = 3;
const SAMPLE = 4_096;
const PUNCTUATION = '“”„‘’–—…«»';
const CYRILLIC = 'оеаинтсрвлкмі';
const KANA =
  'のにはをたがでてとしれさあいうえおかきくけこすせそちつなねひまみめもやよらりるろわんーアイウエカキクコサシスタットドナニノハフプマムメラリルレロンジデバ';
const KANJI = '日本人年大会国中東京新一月出来上時分事者的開発表記展覧相政府';
const SIMPLIFIED =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日社义事平形相全表间样与关各重新线内数正心反北京举办展览府宣布措施';
const TRADITIONAL =
  '的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面方後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日社義事平形相全表間樣與關各重新線內數正心反台北舉辦展覽府宣布措施';
const HANGUL =
  '이다는에을의가하고지한를로기은사서대도시인자정나있리어해그들일수보부전국제장원상아구조주니것과으라만스경동위성면비용방공여신선내진안적유';
const CENTRAL = 'ąćęłńóśźżáčďéěíňřšťúůýžőűăâîşţäöü';
const CANDIDATES: readonly (readonly [string, EncodingCandidate])[] = [
  ['windows-1252', latin('éèàçêôîûùâäöüßñáíóúãõåæøëïÉÀÖÜÄÅ€·°£©®', 'en fr de es it pt nl sv da no fi', 0.9)],
  ['windows-1251', other(CYRILLIC, 'ru uk bg sr be mk', 1.4)],
  ['koi8-r', other(CYRILLIC, 'ru', 1.4)],
  ['koi8-u', other(CYRILLIC, 'uk', 1.399)],
  ['iso-8859-5', other(CYRILLIC, 'ru', 1.398)],
  ['ibm866', other(CYRILLIC, 'ru', 1.397)],
  ['x-mac-cyrillic', other(CYRILLIC, 'ru', 1.396)],
  ['windows-1250', latin(CENTRAL, 'pl cs sk hu ro hr sl', 0.85)],
  ['iso-8859-2', latin(CENTRAL, 'pl cs sk hu ro hr sl', 0.84)],
  ['windows-1253', other('αοιετσνηυρπκάίό', 'el', 1.3)],
  ['windows-1254', latin('ğışçöüİŞâî', 'tr', 0.86)],
  ['windows-1255', other('יוהלאמרתבשנם', 'he iw', 1.35)],
  ['windows-1256', other('اليمونرتبةدع', 'ar fa', 1.3)],
  ['iso-8859-6', other('اليمونرتبةدع', 'ar', 1.299)],
  ['windows-1257', latin('ąčęėįšųūžāēģīķļņ', 'lt lv et', 0.83)],
  ['windows-874', other('านรอกเงมยลวดทสตะ่้ิัี', 'th', 1.2)],
  ['shift_jis', asian(`${KANA}${KANJI}、。「」・`, 'ja', 1.2)],
  ['euc-jp', asian(`${KANA}${KANJI}、。「」・`, 'ja', 1.2)],
  ['gb18030', asian(`${SIMPLIFIED}，。、“”：《》`, 'zh', 1.8)],
  ['big5', asian(`${TRADITIONAL}，。、「」：《》`, 'zh', 1.8)],
  ['euc-kr', asian(HANGUL, 'ko', 1.5)],
];

function latin(letters: string, languages: string, weight: number): EncodingCandidate {
  return {
    frequent: new Set(letters + PUNCTUATION),
    languages: languages.split(' '),
    weight,
    script: 'latin',
  };
}

function other(letters: string, languages: string, weight: number): EncodingCandidate {
  return { frequent: new Set(letters), languages: languages.split(' '), weight, script: 'other' };
}

function asian(letters: string, languages: string, weight: number): EncodingCandidate {
  return { frequent: new Set(letters), languages: languages.split(' '), weight, script: 'asian' };
}
