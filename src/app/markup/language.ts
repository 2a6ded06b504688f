/** A language that the pages are told in, with what it takes to write numbers and dates in it. */
export class Language {
  readonly code: LanguageCode;
  /** Its own name for itself, so that whoever needs it finds it. */
  readonly name: string;
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly #plurals: Intl.PluralRules;
  readonly #numbers: Intl.NumberFormat;
  readonly #decimals = new Map<number, Intl.NumberFormat>();
  readonly #dates = new Map<DateForm, Intl.DateTimeFormat>();
  readonly #names = new Map<string, Intl.DisplayNames>();

  constructor({ code, name, locale, direction }: LanguageFacts) {
    this.code = code;
    this.name = name;
    this.locale = locale;
    this.direction = direction;
    this.#plurals = new Intl.PluralRules(locale);
    this.#numbers = new Intl.NumberFormat(locale);
  }

  number(value: number | bigint): string {
    return this.#numbers.format(value);
  }

  /** With so many digits behind the point, and no fewer. */
  decimal(value: number, digits: number): string {
    const known = this.#decimals.get(digits);
    const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const format = known ?? new Intl.NumberFormat(this.locale, fixed);
    if (!known) this.#decimals.set(digits, format);
    return format.format(value);
  }

  plural(count: number): Intl.LDMLPluralRule {
    return this.#plurals.select(count);
  }

  date(at: Date, form: DateForm): string {
    const known = this.#dates.get(form);
    const format = known ?? new Intl.DateTimeFormat(this.locale, { ...DATE_FORMS[form], timeZone: 'UTC' });
    if (!known) this.#dates.set(form, format);
    return format.format(at);
  }

  /** The name of a country or a language; a code that nobody knows stands for itself. */
  nameOf(type: 'region' | 'language', code: string): string {
    const known = this.#names.get(type);
    const names = known ?? new Intl.DisplayNames(this.locale, { type });
    if (!known) this.#names.set(type, names);
    return names.of(code) ?? code;
  }
}

/** The same forms are in `web/scripts/times.ts`, which puts times into the reader's own zone. */
const DATE_FORMS = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { dateStyle: 'long' },
  moment: { dateStyle: 'long', timeStyle: 'short' },
  short: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateForm = keyof typeof DATE_FORMS;
export type LanguageCode = 'en' | 'de';

interface LanguageFacts {
  readonly code: LanguageCode;
  readonly name: string;
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
}

const ENGLISH = new Language({ code: 'en', name: 'English', locale: 'en-GB', direction: 'ltr' });
const GERMAN = new Language({ code: 'de', name: 'Deutsch', locale: 'de-DE', direction: 'ltr' });

export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN];

/** Whoever asks for a language that nobody has written down yet is answered in this one. */
export const SPOKEN_FIRST = ENGLISH;

/** The first of the languages in an Accept-Language header that there is, in the order of the reader's liking. */
export function languageFor(chosen: string | undefined, accepted: string | undefined): Language {
  const wished = chosen === undefined ? wishesIn(accepted ?? '') : [chosen];
  for (const wish of wished) {
    const found = LANGUAGES.find(({ code }) => wish === code || wish.startsWith(`${code}-`));
    if (found) return found;
  }
  return SPOKEN_FIRST;
}

/** Bounded: a header of thousands of languages is no wish. */
function wishesIn(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map(each => {
      const [tag = '', weight = ''] = each.trim().split(/\s*;\s*q=/);
      const liking = weight === '' ? 1 : Number(weight);
      return { tag: tag.toLowerCase(), liking: Number.isFinite(liking) ? liking : 0 };
    })
    .filter(({ liking }) => liking > 0)
    .sort((one, other) => other.liking - one.liking)
    .map(({ tag }) => tag);
}
