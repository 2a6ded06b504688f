import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';

/** The stem of a folded word; languages without a stemmer keep their words as they are. */
export function stemOf(word: string, language: string): string {
  const stemmer = STEMMERS[language];
  if (stemmer === undefined || word.length < 3 || HAS_DIGIT.test(word)) return word;
  const known = remembered(language);
  const kept = known.get(word);
  if (kept !== undefined) return kept;
  const stem = stemmer(word) || word;
  // Texts repeat themselves: stemming is nine tenths of the time of indexing without this.
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(word, stem);
  return stem;
}

function remembered(language: string): Map<string, string> {
  const known = memory.get(language) ?? new Map<string, string>();
  memory.set(language, known);
  return known;
}

const HAS_DIGIT = /\d/;
const MOST_REMEMBERED = 100_000;
const memory = new Map<string, Map<string, string>>();

const STEMMERS: Readonly<Record<string, (word: string) => string>> = {
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nb: norwegian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};
