import type { Language } from '../types.ts';
import { ENGLISH_COMMON } from './english/common.ts';
import { ENGLISH } from './english/index.ts';
import { FRENCH_COMMON } from './french/common.ts';
import { FRENCH } from './french/index.ts';
import { GERMAN_COMMON } from './german/common.ts';
import { GERMAN } from './german/index.ts';
import type { CommonGrammar, Grammar } from './grammar.ts';
import { RUSSIAN_COMMON } from './russian/common.ts';
import { RUSSIAN } from './russian/index.ts';
import { SPANISH_COMMON } from './spanish/common.ts';
import { SPANISH } from './spanish/index.ts';

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
