import type { SearchDocument } from '../search-document.ts';

/**
 * Terms of all kinds are in one dictionary, told apart by their first character. Whatever narrows a search is a term
 * like any word: narrowing costs no look at each article.
 */
export const KIND = {
  /** A stem anywhere in an article, with positions. */
  word: 'w',
  /** A stem in the title; stop words too. */
  title: 't',
  source: 'S',
  topic: 'T',
  language: 'L',
  country: 'C',
  breaking: 'B',
} as const;

/** Where the fields of an article begin among the positions; the gaps keep phrases from crossing over. */
export const FIELD_START = { title: 0, tags: 512, summary: 1_536, body: 4_096 } as const;

/** SRCH-1: the weights of the fields, and how much a field's length counts. */
export const FIELD_RULES = {
  title: { weight: 10, lengthShare: 0.5, mostWords: 256 },
  tags: { weight: 5, lengthShare: 0.3, mostWords: 512 },
  summary: { weight: 3, lengthShare: 0.75, mostWords: 1_024 },
  body: { weight: 1, lengthShare: 0.75, mostWords: 10_000 },
} as const;

export function filterTermsOf(document: SearchDocument): string[] {
  const terms = new Set(document.topics.slice(0, MOST_TOPICS).map(topic => KIND.topic + topic));
  terms.add(KIND.source + document.sourceId);
  if (document.language) terms.add(KIND.language + document.language);
  if (document.country) terms.add(KIND.country + document.country);
  if (document.isBreaking) terms.add(KIND.breaking);
  return [...terms];
}

const MOST_TOPICS = 32;

/** Where a word's weighted count is worth half of what endless repetition would be. */
export const SATURATION = 1.5;

export type FieldName = keyof typeof FIELD_RULES;
