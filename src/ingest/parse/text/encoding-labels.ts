/**
 * The name of an encoding for the platform's decoder, or null when it has none. The decoder understands the WHATWG
 * labels; these are other names in use on the web.
 */
export function encodingOf(label: string | null | undefined): string | null {
  if (!label) return null;
  const name = label
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase();
  const known = ALIASES[name] ?? name.replace(/^(?:cp|win|windows|x-cp|ms)[-_ ]?(125\d|874)$/, 'windows-$1');
  if (WIDE.has(known)) return known;
  try {
    return new TextDecoder(known).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The platform has no decoder for these; `encoding.ts` decodes them. */
const WIDE = new Set(['utf-32le', 'utf-32be']);

const ALIASES: Readonly<Record<string, string>> = {
  utf8mb4: 'utf-8',
  'utf-8n': 'utf-8',
  utf_8: 'utf-8',
  u8: 'utf-8',
  utf: 'utf-8',
  'unicode-1-1-utf-8': 'utf-8',
  'ucs-2': 'utf-16le',
  utf_16: 'utf-16le',
  utf16: 'utf-16le',
  'utf-32': 'utf-32le',
  utf32: 'utf-32le',
  'ucs-4': 'utf-32be',
  'iso-10646-ucs-4': 'utf-32be',
  csucs4: 'utf-32be',

  'latin-1': 'windows-1252',
  iso8859_1: 'windows-1252',
  'iso-latin-1': 'windows-1252',
  ansi: 'windows-1252',
  cp819: 'windows-1252',
  'iso-8859-11': 'windows-874',
  tis620: 'windows-874',
  iso8859_15: 'iso-8859-15',
  latin9: 'iso-8859-15',
  'latin-9': 'iso-8859-15',
  'mac-roman': 'macintosh',
  macroman: 'macintosh',
  'x-mac-ukrainian': 'x-mac-cyrillic',
  'mac-cyrillic': 'x-mac-cyrillic',
  maccyrillic: 'x-mac-cyrillic',
  sjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  shiftjis: 'shift_jis',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  'windows-932': 'shift_jis',
  eucjp: 'euc-jp',
  euc_jp: 'euc-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  jis: 'iso-2022-jp',
  cp936: 'gbk',
  ms936: 'gbk',
  'windows-936': 'gbk',
  'euc-cn': 'gbk',
  'gb-2312': 'gbk',
  'gb18030-2000': 'gb18030',
  cp950: 'big5',
  ms950: 'big5',
  'big-5': 'big5',
  big5hkscs: 'big5',
  euckr: 'euc-kr',
  euc_kr: 'euc-kr',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  ksc5601: 'euc-kr',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  cp1251: 'windows-1251',
  cp866: 'ibm866',
};
