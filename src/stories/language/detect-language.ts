import { languageByCommonWords } from './common-words.ts';
import { CONFUSED_WITH, DISTINCTIVE_LETTERS, INDONESIAN, LANGUAGES_OF_SCRIPT, MALAY } from './languages.ts';
import { detectorScores } from './ngram-detector.ts';
import { scriptOf } from './scripts.ts';

/**
 * TOPIC-4: detects the language of a text as ISO 639-1, or 'und'. The script decides where it belongs to one
 * language; common words decide where a text is full of one language's and its source declares no other; otherwise
 * n-grams do, biased towards the declared language and, for short texts, towards languages with much news. Letters
 * always outweigh the declared language.
 */
export function detectLanguage(text: string, hints: LanguageHints = {}): DetectedLanguage {
  const sample = sampleOf(text);
  const declared = primaryTag(hints.declared);
  const script = scriptOf(sample);
  if (script === null) return { language: 'und', confidence: 0 };
  const certainty = script.share * certaintyOf(script.letters);
  const candidates = LANGUAGES_OF_SCRIPT[script.script];
  if (candidates !== undefined && !NEEDS_NGRAMS.has(script.script)) {
    const language = declared !== null && candidates.includes(declared) ? declared : (candidates[0] ?? 'und');
    return { language, confidence: 0.99 * certainty };
  }
  const telling = DISTINCTIVE_LETTERS.find(
    row => row.script === script.script && row.letters.test(sample) && row.all.test(sample),
  );
  if (telling) return { language: telling.language, confidence: 0.95 * certainty };
  const sure =
    script.script === 'latin' && script.share > MIN_LATIN_SHARE ? languageByCommonWords(sample) : null;
  // Unless the source declares another language: titles of films and songs are full of such words in any
  // text.
  if (sure !== null && (declared ?? sure) === sure) return { language: sure, confidence: 0.99 * certainty };
  return byNgrams(sample, script.letters, candidates, declared);
}

/** The beginning without URLs, mail addresses and handles; more text does not change the result. */
function sampleOf(text: string): string {
  const beginning = text.slice(0, SAMPLE_LENGTH * 2);
  const readable = mayHaveAddresses(beginning) ? beginning.replace(ADDRESSES, ' ') : beginning;
  return readable.slice(0, SAMPLE_LENGTH).toLowerCase();
}

/** A fast check, because the pattern is expensive and most texts have none. */
function mayHaveAddresses(text: string): boolean {
  return text.includes('@') || text.includes('#') || text.includes('://');
}

/** 'pt-BR', 'PT_br' and 'pt' are 'pt'; null for invalid tags. */
function primaryTag(tag: string | undefined): string | null {
  const found = /^([a-z]{2,3})(?:[-_].*)?$/i.exec(tag?.trim() ?? '')?.[1]?.toLowerCase() ?? null;
  if (found === null || found === 'und' || found === 'mul' || found === 'zxx') return null;
  return RENAMED[found] ?? found;
}

function certaintyOf(letters: number): number {
  return letters / (letters + 2);
}

function byNgrams(
  sample: string,
  letters: number,
  candidates: readonly string[] | undefined,
  declared: string | null,
): DetectedLanguage {
  const leaning = SHORT_TEXT_LETTERS / (letters + SHORT_TEXT_LETTERS);
  const ranked = Object.entries(detectorScores(sample))
    .filter(([language]) =>
      candidates === undefined ? !OTHER_SCRIPTS.has(language) : candidates.includes(language),
    )
    .map(([language, score]) => {
      const isDeclared = language === declared || CONFUSED_WITH[declared ?? '']?.includes(language) === true;
      const bonus = (isDeclared ? DECLARED_BONUS : 0) + (COMMON.has(language) ? 0 : -RARE_PENALTY);
      return { language, score: score * (1 + bonus * leaning) };
    })
    .sort((a, b) => b.score - a.score);
  const [first, second] = ranked;
  if (first === undefined) return withoutNgrams(candidates, declared);
  const margin = (first.score - (second?.score ?? 0)) / first.score;
  const confidence = 1 / (1 + Math.exp(-(MARGIN * margin * Math.sqrt(Math.min(letters, 400)) - DOUBT)));
  return { language: refine(first.language, declared, sample), confidence: Math.min(0.995, confidence) };
}

/** Without known n-grams the declared language or the first of the script is a weak guess. */
function withoutNgrams(candidates: readonly string[] | undefined, declared: string | null): DetectedLanguage {
  if (declared !== null && (candidates?.includes(declared) ?? true))
    return { language: declared, confidence: 0.3 };
  if (candidates !== undefined) return { language: candidates[0] ?? 'und', confidence: 0.3 };
  return { language: 'und', confidence: 0 };
}

/**
 * Replaces a language that the detector confuses by the declared one, and distinguishes Malay from Indonesian
 * by their words.
 */
function refine(language: string, declared: string | null, sample: string): string {
  if (language === declared) return language;
  if (declared !== null && CONFUSED_WITH[declared]?.includes(language))
    return declared === 'nb' || declared === 'nn' ? 'no' : declared;
  if (language !== 'ms') return language;
  const malay = sample.match(MALAY)?.length ?? 0;
  return malay > (sample.match(INDONESIAN)?.length ?? 0) ? 'ms' : 'id';
}

/** Longer samples are right as often (0.999 of 9,442 articles) and cost in proportion. */
const SAMPLE_LENGTH = 300;
const ADDRESSES = /https?:\/\/\S{1,500}|\S{1,100}@\S{1,100}|[@#]\S{1,100}/g;
const NEEDS_NGRAMS = new Set(['latin', 'cyrillic', 'arabic', 'devanagari']);
/** Languages of other scripts, which Latin letters rule out. */
const OTHER_SCRIPTS = new Set(
  Object.values(LANGUAGES_OF_SCRIPT).flatMap(languages =>
    languages.filter(language => language !== 'sr' && language !== 'ku'),
  ),
);
const RENAMED: Readonly<Record<string, string>> = {
  iw: 'he',
  in: 'id',
  ji: 'yi',
  nb: 'no',
  nn: 'no',
  fil: 'tl',
  cmn: 'zh',
  yue: 'zh',
  eng: 'en',
  deu: 'de',
  ger: 'de',
  fra: 'fr',
  fre: 'fr',
  spa: 'es',
  rus: 'ru',
  por: 'pt',
  ita: 'it',
};
/** Languages of shared scripts with much news. */
const COMMON = new Set(
  'en de fr es it pt nl pl tr ru uk sv da no fi cs ro hu vi ms ar fa hi el sr hr bg ur mr'.split(' '),
);
const MIN_LATIN_SHARE = 0.9;
const SHORT_TEXT_LETTERS = 60;
const DECLARED_BONUS = 0.35;
const RARE_PENALTY = 0.12;
const MARGIN = 3;
const DOUBT = 0.4;

export interface LanguageHints {
  /** The declared language tag of the source or document, in any form. */
  readonly declared?: string | undefined;
}

export interface DetectedLanguage {
  /** ISO 639-1 where there is one; 'und' when unknown. */
  readonly language: string;
  readonly confidence: number;
}
