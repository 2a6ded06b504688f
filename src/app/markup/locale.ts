/** A locale of the pages: a language, and how it writes numbers, dates, plurals and names of countries. */
export class Locale {
  readonly code: LocaleCode;
  /** The language's own name for itself: a reader who landed in the wrong language finds the right one. */
  readonly name: string;
  /** The BCP 47 tag that `Intl` formats with. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly #plurals: Intl.PluralRules;
  readonly #numbers: Intl.NumberFormat;
  readonly #decimals = new Map<number, Intl.NumberFormat>();
  readonly #percents = new Map<number, Intl.NumberFormat>();
  readonly #dates = new Map<DateForm, Intl.DateTimeFormat>();
  readonly #names = new Map<string, Intl.DisplayNames>();

  constructor({ code, name, tag, direction }: LocaleOptions) {
    this.code = code;
    this.name = name;
    this.tag = tag;
    this.direction = direction;
    this.#plurals = new Intl.PluralRules(tag);
    this.#numbers = new Intl.NumberFormat(tag);
  }

  number(value: number | bigint): string {
    return this.#numbers.format(value);
  }

  /** With exactly this many digits after the decimal point. */
  decimal(value: number, digits: number): string {
    const known = this.#decimals.get(digits);
    const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const format = known ?? new Intl.NumberFormat(this.tag, fixed);
    if (!known) this.#decimals.set(digits, format);
    return format.format(value);
  }

  /** 0.125 as `12.5%`, or `12,5 %` in German. */
  percent(share: number, maxDigits: number): string {
    const known = this.#percents.get(maxDigits);
    const format =
      known ?? new Intl.NumberFormat(this.tag, { style: 'percent', maximumFractionDigits: maxDigits });
    if (!known) this.#percents.set(maxDigits, format);
    return format.format(share);
  }

  plural(count: number): Intl.LDMLPluralRule {
    return this.#plurals.select(count);
  }

  date(at: Date, form: DateForm): string {
    const known = this.#dates.get(form);
    const format = known ?? new Intl.DateTimeFormat(this.tag, { ...DATE_FORMS[form], timeZone: 'UTC' });
    if (!known) this.#dates.set(form, format);
    return format.format(at);
  }

  /** The name of a country or a language; an unknown code is returned as it is. */
  nameOf(type: 'region' | 'language', code: string): string {
    const known = this.#names.get(type);
    const names = known ?? new Intl.DisplayNames(this.tag, { type });
    if (!known) this.#names.set(type, names);
    return names.of(code) ?? code;
  }
}

/** `web/scripts/times.ts` has the same forms, and puts times into the reader's time zone. */
const DATE_FORMS = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  date: { dateStyle: 'long' },
  moment: { dateStyle: 'long', timeStyle: 'short' },
  short: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateForm = keyof typeof DATE_FORMS;
export type LocaleCode = 'en' | 'de';

interface LocaleOptions {
  readonly code: LocaleCode;
  readonly name: string;
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
}

const ENGLISH = new Locale({ code: 'en', name: 'English', tag: 'en-GB', direction: 'ltr' });
const GERMAN = new Locale({ code: 'de', name: 'Deutsch', tag: 'de-DE', direction: 'ltr' });

export const LOCALES: readonly Locale[] = [ENGLISH, GERMAN];

/** For a reader whose browser asks for none of our languages. */
export const DEFAULT_LOCALE = ENGLISH;

/** The reader's own choice, else the best match for an Accept-Language header. */
export function localeFor(chosen: string | undefined, accepted: string | undefined): Locale {
  const tags = chosen === undefined ? acceptedTags(accepted ?? '') : [chosen];
  for (const tag of tags) {
    const found = LOCALES.find(({ code }) => tag === code || tag.startsWith(`${code}-`));
    if (found) return found;
  }
  return DEFAULT_LOCALE;
}

/** Only the first 500 characters are read, so that an enormous header costs nothing. */
function acceptedTags(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map(each => {
      const [tag = '', weight = ''] = each.trim().split(/\s*;\s*q=/);
      const quality = weight === '' ? 1 : Number(weight);
      return { tag: tag.toLowerCase(), quality: Number.isFinite(quality) ? quality : 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
