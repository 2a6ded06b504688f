/** Languages by script, the most common one first. */
export const LANGUAGES_OF_SCRIPT: Readonly<Record<string, readonly string[]>> = {
  greek: ['el'],
  armenian: ['hy'],
  hebrew: ['he', 'yi'],
  thaana: ['dv'],
  bengali: ['bn', 'as'],
  gurmukhi: ['pa'],
  gujarati: ['gu'],
  odia: ['or'],
  tamil: ['ta'],
  telugu: ['te'],
  kannada: ['kn'],
  malayalam: ['ml'],
  sinhala: ['si'],
  thai: ['th'],
  lao: ['lo'],
  tibetan: ['bo', 'dz'],
  myanmar: ['my'],
  georgian: ['ka'],
  hangul: ['ko'],
  ethiopic: ['am', 'ti'],
  khmer: ['km'],
  kana: ['ja'],
  han: ['zh', 'ja'],
  devanagari: ['hi', 'mr', 'ne', 'sa'],
  arabic: ['ar', 'fa', 'ur', 'ps', 'ku', 'sd', 'ug'],
  cyrillic: ['ru', 'uk', 'bg', 'sr', 'be', 'mk', 'kk', 'mn', 'tg', 'ky', 'tt', 'ba'],
};

/**
 * Letters that identify a language within its script, the most specific first. The detector does not know most of
 * these languages and would return a similar one.
 */
export const DISTINCTIVE_LETTERS: readonly DistinctiveLetters[] = [
  { script: 'cyrillic', letters: /[ұәғқһ]/, all: /[әі]/, language: 'kk' },
  { script: 'cyrillic', letters: /[ҷӣӯҳ]/, all: /[ҷӣӯҳ]/, language: 'tg' },
  { script: 'cyrillic', letters: /[ѓќѕ]/, all: /[ѓќѕ]/, language: 'mk' },
  { script: 'cyrillic', letters: /[җһ]/, all: /[әө]/, language: 'tt' },
  { script: 'cyrillic', letters: /[ң]/, all: /[өү]/, language: 'ky' },
  { script: 'cyrillic', letters: /[өү]/, all: /[өү]/, language: 'mn' },
  { script: 'cyrillic', letters: /[ў]/, all: /[іў]/, language: 'be' },
  { script: 'arabic', letters: /[ړښڼې]/, all: /[ړښڼې]/, language: 'ps' },
  { script: 'arabic', letters: /[ڻڄڳڱ]/, all: /[ڻڄڳڱ]/, language: 'sd' },
  { script: 'arabic', letters: /[ۆۈې]/, all: /[ېۈ]/, language: 'ug' },
];

/**
 * What the detector returns for languages that it does not know, so that only the declared language
 * distinguishes them.
 */
export const CONFUSED_WITH: Readonly<Record<string, readonly string[]>> = {
  id: ['ms', 'tl'],
  ms: ['ms'],
  af: ['nl'],
  gl: ['pt', 'es'],
  bs: ['hr', 'sr', 'sl'],
  hr: ['hr', 'sr'],
  sr: ['hr', 'sr'],
  nb: ['no', 'da'],
  nn: ['no', 'da', 'sv'],
  fo: ['is', 'no', 'da'],
  lb: ['de', 'nl'],
  ne: ['hi', 'mr'],
  mk: ['bg', 'sr'],
  oc: ['ca', 'es', 'fr'],
  uz: ['tr', 'az', 'ru'],
  tk: ['tr', 'az'],
  sw: ['yo', 'ms', 'tl', 'sq', 'hr', 'fi', 'eu', 'sl'],
  ha: ['yo', 'ms', 'tl', 'so', 'ku'],
  so: ['yo', 'fi', 'et', 'ku', 'sq'],
  zu: ['yo', 'tl', 'ms', 'eu', 'lt'],
  cy: ['yo', 'nl', 'sq', 'no', 'en', 'hu'],
  ga: ['sv', 'da', 'is', 'fr', 'hu', 'en'],
  mt: ['it', 'sq', 'hr', 'ms'],
  eo: ['it', 'pt', 'es', 'sl', 'lt'],
};

/** Words that differ between Indonesian and Malay; little else does. */
export const INDONESIAN =
  /\b(karena|bisa|sudah|presiden|polisi|saat|tersebut|anda|kata|juga|gubernur|kabupaten|rupiah|harga|warga|soal|kantor|uang|jakarta|indonesia|jokowi|usai|rp)\b/gi;
export const MALAY =
  /\b(kerana|boleh|ialah|polis|kementerian|beliau|bagi|berkata|daripada|perdana menteri|malaysia|datuk|sri|ringgit|kuala lumpur|pejabat|wang|ahli parlimen|rakyat|sabah|johor|rm)\b/gi;

interface DistinctiveLetters {
  readonly script: string;
  /** A text must have one of these and one of `all`. */
  readonly letters: RegExp;
  readonly all: RegExp;
  readonly language: string;
}
