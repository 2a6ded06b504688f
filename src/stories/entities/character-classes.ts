/** The classes of characters for finding names. */
const OTHER = 0;
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 3;
export const SPACE = 4;
export const HYPHEN = 5;
export const APOSTROPHE = 6;
export const DOT = 7;
/** Ends a sentence or starts a new part of the text. */
export const STOP = 8;
/** Opens a quotation; a capital after it is no evidence of a name. */
export const QUOTE = 9;

const SPECIAL: Readonly<Record<number, string>> = {
  [HYPHEN]: '-‐‑',
  [APOSTROPHE]: "'’ʼ",
  [DOT]: '.',
  [STOP]: '!?…:;\n•|',
  [QUOTE]: '"“„«»”‘‚(',
};

/** Class by code unit; a table, because a pattern per character would cost more than everything else. */
export const CLASS_OF: Uint8Array = makeClasses();

function makeClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) classes[unit] = classOf(String.fromCharCode(unit));
  for (const [kind, characters] of Object.entries(SPECIAL)) {
    for (const character of characters) classes[character.charCodeAt(0)] = Number(kind);
  }
  return classes;
}

function classOf(character: string): number {
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return UPPER;
  if (/[\p{L}\p{M}]/u.test(character)) return LOWER;
  if (/\p{N}/u.test(character)) return DIGIT;
  return /\s/.test(character) ? SPACE : OTHER;
}
