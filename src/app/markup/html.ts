import { DEFAULT_LOCALE, type Locale } from './locale.ts';

/**
 * HTML from a template literal. Every string value is escaped for text and for quoted attributes; only a value of
 * type `Html` is inserted as markup. Texts and dates stay `Localized` until the page is written in the reader's locale,
 * so that no function on the way needs to be passed the locale.
 */
export class Html {
  /** Finished text, with localized parts in between. */
  readonly #parts: readonly HtmlPart[];
  constructor(text: string | readonly HtmlPart[]) {
    this.#parts = typeof text === 'string' ? [text] : text;
  }
  get parts(): readonly HtmlPart[] {
    return this.#parts;
  }
  toString(locale: Locale = DEFAULT_LOCALE): string {
    let text = '';
    for (const part of this.#parts)
      text += typeof part === 'string' ? part : part.in(locale).toString(locale);
    return text;
  }
}

/** A value that is written differently in each locale: a message, a date, a number. */
export abstract class Localized {
  abstract in(locale: Locale): Html;
}

type HtmlPart = string | Localized;

export type HtmlValue = Html | Localized | string | number | null | undefined | false | readonly HtmlValue[];

export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts: HtmlPart[] = [];
  let text = strings[0] ?? '';
  const add = (value: HtmlValue): void => {
    if (value === null || value === undefined || value === false) return;
    if (value instanceof Html) for (const part of value.parts) addPart(part);
    else if (value instanceof Localized) addPart(value);
    else if (typeof value === 'object') for (const each of value) add(each);
    else text += escapeHtml(String(value));
  };
  const addPart = (part: HtmlPart): void => {
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

function escapeHtml(text: string): string {
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
