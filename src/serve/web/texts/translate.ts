import type { Localized } from '../../../app/markup/html.ts';
import type { LocaleCode } from '../../../app/markup/locale.ts';
import { TOLD_DE } from './de/told.ts';
import { localized } from './messages.ts';

/**
 * What other parts of the program say in English, to programs as to people (why something was refused, what a token may
 * do), in the language of the reader. It is found by its own words; what nobody translated is shown as it was said.
 */
export function translate(text: string): Localized {
  return localized(({ code }) => translateTo(code, text) ?? text);
}

/** Undefined when nobody translated it; English is what it was said in. */
export function translateTo(code: LocaleCode, text: string): string | undefined {
  const translations = TRANSLATIONS[code];
  if (translations === undefined) return text;
  for (const { pattern, places, words } of translations) {
    const found = pattern.exec(text);
    if (!found) continue;
    return words.replace(/\{(\w+)\}/g, (_whole, place: string) => {
      // A reason within a sentence is told like any other.
      const value = found[places.indexOf(place) + 1] ?? '';
      return translateTo(code, value) ?? value;
    });
  }
  return undefined;
}

/** `There is no queue {name}.` becomes a pattern that says what stands in its place. */
function translationsOf(table: Readonly<Record<string, string>>): readonly Translation[] {
  return Object.entries(table).map(([english, words]) => {
    const pieces = english.split(/\{(\w+)\}/);
    const places = pieces.filter((_piece, index) => index % 2 === 1);
    const pattern = pieces.map((piece, index) => (index % 2 === 1 ? '(.+)' : RegExp.escape(piece))).join('');
    return { pattern: new RegExp(`^${pattern}$`, 'su'), places, words };
  });
}

interface Translation {
  readonly pattern: RegExp;
  readonly places: readonly string[];
  readonly words: string;
}

const TRANSLATIONS: Readonly<Partial<Record<LocaleCode, readonly Translation[]>>> = {
  de: translationsOf(TOLD_DE),
};
