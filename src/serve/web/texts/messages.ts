import { AUDIT_ACTIONS } from '../../../accounts/index.ts';
import { type Html, type HtmlValue, html, Localized } from '../../../app/markup/html.ts';
import type { Locale, LocaleCode } from '../../../app/markup/locale.ts';
import type { Catalogue, CatalogueEntry, MessageKey } from './catalogue.ts';
import { AUDIT_DE } from './de/audit.ts';
import { DE } from './de/index.ts';
import { PROBLEMS_DE } from './de/problems.ts';
import { TOPICS_DE } from './de/topics.ts';
import { EN } from './en/index.ts';

/**
 * An interface text: `t('story.articles', { count: 3 })`. A message is a text with `{parameters}`, or one
 * text for each plural form, chosen by `count`. A parameter may be HTML, so that each language can place its
 * links.
 */
export function t(key: MessageKey, params: MessageParams = {}): Message {
  return new Message(key, params);
}

/** The database has topic names in English. Names of topics that operators added are shown untranslated. */
export function topicName(name: string): Localized {
  return localized(locale => TOPICS[locale.code]?.[name] ?? name);
}

export function problemTitle(code: string, title: string): Localized {
  return localized(locale => PROBLEM_TITLES[locale.code]?.[code] ?? title);
}

/** An action of a later version is shown by its code. */
export function auditAction(action: string): Localized {
  const english: Readonly<Record<string, string>> = AUDIT_ACTIONS;
  return localized(locale => AUDIT[locale.code]?.[action] ?? english[action] ?? action);
}

/** The language code of the page, for interface texts inside an article in another language. */
export function pageLanguage(): Localized {
  return localized(({ code }) => code);
}

export function pageDirection(): Localized {
  return localized(({ direction }) => direction);
}

/** The name of a country or language, by its code. */
export function nameOf(type: 'region' | 'language', code: string): Localized {
  return localized(locale => locale.nameOf(type, code));
}

export function formatNumber(value: number | bigint): Localized {
  return localized(locale => locale.number(value));
}

/** A text that depends on the locale. */
export function localized(text: (locale: Locale) => string): Localized {
  return new LocalizedHtml(locale => html`${text(locale)}`);
}

export class LocalizedHtml extends Localized {
  readonly #html: (locale: Locale) => Html;
  constructor(markup: (locale: Locale) => Html) {
    super();
    this.#html = markup;
  }
  in(locale: Locale): Html {
    return this.#html(locale);
  }
}

export class Message extends Localized {
  readonly #key: MessageKey;
  readonly #params: MessageParams;

  constructor(key: MessageKey, params: MessageParams) {
    super();
    this.#key = key;
    this.#params = params;
  }

  in(locale: Locale): Html {
    const entry: CatalogueEntry = CATALOGUES[locale.code][this.#key];
    return fillIn(pluralForm(entry, this.#params['count'], locale), this.#params, locale);
  }
}

function pluralForm(entry: CatalogueEntry, count: HtmlValue, locale: Locale): string {
  if (typeof entry === 'string') return entry;
  return (typeof count === 'number' && entry[locale.plural(count)]) || entry.other;
}

export function fillIn(text: string, params: MessageParams, locale: Locale): Html {
  const pieces = text.split(/\{(\w+)\}/);
  return html`${pieces.map((piece, index) => {
    if (index % 2 === 0) return piece;
    const value = params[piece];
    return typeof value === 'number' ? locale.number(value) : value;
  })}`;
}

export type MessageParams = Readonly<Record<string, HtmlValue>>;

const CATALOGUES: Readonly<Record<LocaleCode, Catalogue>> = { en: EN, de: DE };

/** Texts by the code of a topic, problem or action; the English texts are beside the codes. */
type TranslationTables = Readonly<Partial<Record<LocaleCode, Readonly<Record<string, string>>>>>;

const PROBLEM_TITLES: TranslationTables = { de: PROBLEMS_DE };
const TOPICS: TranslationTables = { de: TOPICS_DE };
const AUDIT: TranslationTables = { de: AUDIT_DE };
