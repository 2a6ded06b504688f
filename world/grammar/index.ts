import type { Language } from '../types.ts';
import { ENGLISH_COMMON } from './english/common.ts';
import { ENGLISH } from './english/index.ts';
import { FRENCH, FRENCH_COMMON } from './french.ts';
import { GERMAN, GERMAN_COMMON } from './german.ts';
import type { CommonGrammar, Grammar } from './grammar.ts';
import { RUSSIAN, RUSSIAN_COMMON } from './russian.ts';
import { SPANISH, SPANISH_COMMON } from './spanish.ts';

/** A kind that is missing in a language is not reported in it. */
export const GRAMMARS: Readonly<Record<Language, LanguageGrammar>> = {
  en: { common: ENGLISH_COMMON, kinds: ENGLISH },
  de: { common: GERMAN_COMMON, kinds: GERMAN },
  fr: { common: FRENCH_COMMON, kinds: FRENCH },
  es: { common: SPANISH_COMMON, kinds: SPANISH },
  ru: { common: RUSSIAN_COMMON, kinds: RUSSIAN },
};

export interface LanguageGrammar {
  readonly common: CommonGrammar;
  readonly kinds: Readonly<Record<string, Grammar>>;
}
