import { type Language, SPOKEN_FIRST } from './language.ts';

/**
 * HTML written as HTML. Every value is escaped for where it may stand: in text and in quoted attributes.
 * What is HTML already says so by its type; a plain string never becomes markup. Words and dates wait for the
 * language of whoever asked (`Spoken`), so that no piece of a page has to be handed a language on its way.
 */
export class Html {
  /** Finished text, and in between what still waits for a language. */
  readonly #parts: readonly Part[];
  constructor(text: string | readonly Part[]) {
    this.#parts = typeof text === 'string' ? [text] : text;
  }
  get parts(): readonly Part[] {
    return this.#parts;
  }
  toString(language: Language = SPOKEN_FIRST): string {
    let text = '';
    for (const part of this.#parts)
      text += typeof part === 'string' ? part : part.in(language).toString(language);
    return text;
  }
}

/** Something that is said differently in each language. */
export abstract class Spoken {
  abstract in(language: Language): Html;
}

type Part = string | Spoken;

export type HtmlValue = Html | Spoken | string | number | null | undefined | false | readonly HtmlValue[];

export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts: Part[] = [];
  let text = strings[0] ?? '';
  const add = (value: HtmlValue): void => {
    if (value === null || value === undefined || value === false) return;
    if (value instanceof Html) for (const part of value.parts) addPart(part);
    else if (value instanceof Spoken) addPart(value);
    else if (typeof value === 'object') for (const each of value) add(each);
    else text += escapeHtml(String(value));
  };
  const addPart = (part: Part): void => {
    if (typeof part === 'string') {
      text += part;
      return;
    }
    parts.push(text, part);
    text = '';
  };
  values.forEach((value, index) => {
    add(value);
    text += strings[index + 1] ?? '';
  });
  parts.push(text);
  return new Html(parts);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, character => ENTITIES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};
