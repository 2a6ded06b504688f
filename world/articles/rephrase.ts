import type { Draw } from '../draw.ts';
import type { Language } from '../types.ts';

/**
 * Publishers describe the same facts in different words. This replaces common phrases with synonyms, so that texts of
 * one event overlap as little as texts of different writers.
 */
export function rephrase(text: string, draw: Draw, language: Language): string {
  const { pattern, phrases } = PHRASE_BOOKS[language];
  if (phrases.size === 0) return text;
  return text.replace(pattern, found => draw.pick(phrases.get(found) ?? [found]));
}

/** Each line: a phrase, then its synonyms. `#` requires a following figure, `!` a name or the end. */
function phraseBook(lines: readonly string[]): PhraseBook {
  const phrases = new Map<string, string[]>();
  const patterns: string[] = [];
  for (const line of lines) {
    const [, mark] = /^[^|]* ([#!])/.exec(line) ?? [];
    const alike = line.replace(/ [#!]/, '').split('|');
    const [phrase = ''] = alike;
    phrases.set(phrase, alike);
    patterns.push(phrase + (mark ? FOLLOWED_BY[mark] : ''));
  }
  return { phrases, pattern: new RegExp(`\\b(?:${patterns.join('|')})\\b`, 'gu') };
}

const FOLLOWED_BY: Readonly<Record<string, string>> = { '#': '(?= \\d)', '!': '(?= \\p{Lu}|\\.)' };

const PHRASE_BOOKS: Readonly<Record<Language, PhraseBook>> = {
  en: phraseBook([
    'at least|no fewer than',
    'about #|around|roughly|some',
    'because of|owing to|as a result of',
    'were injured|were hurt|suffered injuries',
    'began|started',
    'several|a number of|a handful of',
    'most of|the bulk of|the majority of',
    'in the past|over the past|during the past',
    'the company said|a company statement said|the firm let it be known',
    'officials said|authorities said|it was officially stated',
    'will take|is going to take|should take',
    'people were|men and women were',
    'large|big|sizeable',
    'has been|has so far been',
    'more than|upwards of',
    'told reporters|told journalists|told the press',
    'less than|under',
    'in hospital|in hospital care|under medical care',
    'who lives|who has a flat',
    'is expected|is forecast',
    'are expected|are forecast',
    'next week|in the coming week',
    'next month|in the coming month',
    'before the end of the year|by the end of the year|before the year is out',
    'said !|said|explained|noted|remarked',
  ]),
  de: phraseBook([
    'mindestens|wenigstens',
    'etwa #|rund|ungefähr',
    'sagte|erklärte|betonte',
    'wegen|aufgrund',
    'mehrere|einige',
    'mehr als|über',
    'nach Angaben|laut Angaben',
    'begann|startete',
    'bereits|schon',
    'zudem|außerdem|darüber hinaus',
    'derzeit|zurzeit|momentan',
  ]),
  fr: phraseBook([
    'au moins|pas moins de',
    'environ #|près de|quelque',
    'a déclaré|a indiqué|a affirmé',
    'plus de #|au-delà de',
    'désormais|à présent',
  ]),
  es: phraseBook([
    'al menos|por lo menos',
    'unos #|cerca de|alrededor de',
    'dijo|declaró|afirmó',
    'varios|diversos',
    'más de #|por encima de',
    'también|asimismo',
    'debido a|a causa de',
  ]),
  // `\b` does not work with Cyrillic letters; the Russian templates already vary enough.
  ru: phraseBook([]),
};

interface PhraseBook {
  readonly pattern: RegExp;
  readonly phrases: ReadonlyMap<string, readonly string[]>;
}
