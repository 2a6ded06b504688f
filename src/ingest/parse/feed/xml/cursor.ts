/** A place in the source. Searches that found nothing are remembered, so that a flood of openings costs once. */
export class Cursor {
  readonly source: string;
  position: number;
  /** From where on there is no such text. */
  readonly #absent = new Map<string, number>();

  constructor(source: string, position: number) {
    this.source = source;
    this.position = position;
  }

  find(needle: string, from: number): number {
    const absent = this.#absent.get(needle);
    if (absent !== undefined && from >= absent) return -1;
    const at = this.source.indexOf(needle, from);
    if (at === -1) this.#absent.set(needle, from);
    return at;
  }

  startsWith(text: string, at: number): boolean {
    return this.source.startsWith(text, at);
  }
}

export const CDATA = '<![CDATA[';
export const CDATA_END = ']]>';

export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const EXCLAMATION = 33;
export const DOUBLE_QUOTE = 34;
export const SINGLE_QUOTE = 39;
export const SLASH = 47;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const QUESTION = 63;

export function isSpace(code: number): boolean {
  return code === SPACE || code === NEWLINE || code === TAB || code === RETURN;
}

/** Letters, underscore and everything beyond ASCII begin a name. */
export function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127;
}

/** The end of the name that begins at `from`: the first blank, slash, `>`, `=` or `<`. */
export function endOfName(source: string, from: number): number {
  let index = from;
  for (; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (code <= SPACE || code === GREATER || code === SLASH || code === EQUALS || code === LESS) break;
  }
  return index;
}
