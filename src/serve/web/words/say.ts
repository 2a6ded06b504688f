import { AUDIT_ACTIONS } from '../../../accounts/index.ts';
import { type Html, type HtmlValue, html, Spoken } from '../../../app/markup/html.ts';
import type { Language, LanguageCode } from '../../../app/markup/language.ts';
import { AUDIT_DE } from './de/audit.ts';
import { DE } from './de/index.ts';
import { PROBLEMS_DE } from './de/problems.ts';
import { TOPICS_DE } from './de/topics.ts';
import { EN } from './en/index.ts';

/**
 * What is said in the language of the reader: `say('story.articles', { count: 3 })`. A message is a text with
 * `{places}`, or one text for each plural form, chosen by `count`. What stands in a place may be HTML, so that a
 * sentence keeps its links in the order of its own language.
 */
export function say(key: MessageKey, values: MessageValues = {}): Message {
  return new Message(key, values);
}

/** Names of topics are kept in the database in English; one that an editor chose stands for itself in every language. */
export function topicName(name: string): Spoken {
  return new Named(language => TOPICS[language.code]?.[name] ?? name);
}

/** What an error is called, by its code. */
export function problemTitle(code: string, title: string): Spoken {
  return new Named(language => PROBLEM_TITLES[language.code]?.[code] ?? title);
}

/** What an entry of the audit log tells, by its name; one that a later version wrote is told by its name alone. */
export function auditAction(action: string): Spoken {
  const english: Readonly<Record<string, string>> = AUDIT_ACTIONS;
  return new Named(language => AUDIT[language.code]?.[action] ?? english[action] ?? action);
}

/** The code of the language that the page is told in, for what we say inside of a text in another one. */
export function pageLanguage(): Spoken {
  return new Named(({ code }) => code);
}

export function pageDirection(): Spoken {
  return new Named(({ direction }) => direction);
}

/** The name of a country or language, by its code. */
export function nameOf(type: 'region' | 'language', code: string): Spoken {
  return new Named(language => language.nameOf(type, code));
}

/** A number as the reader's language writes it. */
export function figure(value: number | bigint): Spoken {
  return new Named(language => language.number(value));
}

/** What follows from the language in some other way than by a message. */
export function spoken(words: (language: Language) => string): Spoken {
  return new Named(words);
}

class Named extends Spoken {
  readonly #name: (language: Language) => string;
  constructor(name: (language: Language) => string) {
    super();
    this.#name = name;
  }
  in(language: Language): Html {
    return html`${this.#name(language)}`;
  }
}

export class Message extends Spoken {
  readonly #key: MessageKey;
  readonly #values: MessageValues;

  constructor(key: MessageKey, values: MessageValues) {
    super();
    this.#key = key;
    this.#values = values;
  }

  in(language: Language): Html {
    const entry: Entry = CATALOGUES[language.code][this.#key];
    return filled(formOf(entry, this.#values['count'], language), this.#values, language);
  }
}

function formOf(entry: Entry, count: MessageValue, language: Language): string {
  if (typeof entry === 'string') return entry;
  return (typeof count === 'number' && entry[language.plural(count)]) || entry.other;
}

function filled(text: string, values: MessageValues, language: Language): Html {
  const pieces = text.split(/\{(\w+)\}/);
  return html`${pieces.map((piece, index) => {
    if (index % 2 === 0) return piece;
    const value = values[piece];
    return typeof value === 'number' ? language.number(value) : value;
  })}`;
}

const CATALOGUES: Readonly<Record<LanguageCode, Catalogue>> = { en: EN, de: DE };

const PROBLEM_TITLES: Names = { de: PROBLEMS_DE };
const TOPICS: Names = { de: TOPICS_DE };
const AUDIT: Names = { de: AUDIT_DE };

type Names = Readonly<Partial<Record<LanguageCode, Readonly<Record<string, string>>>>>;

export type MessageKey = keyof typeof EN;
export type Catalogue = Readonly<Record<MessageKey, Entry>>;
type Entry = string | ({ readonly other: string } & { readonly [form in Intl.LDMLPluralRule]?: string });
type MessageValue = HtmlValue;
export type MessageValues = Readonly<Record<string, MessageValue>>;
