import type { SearchDocument } from '../search-document.ts';

/**
 * Terms of all kinds share one dictionary; the first character is the kind. Filters are terms like words, so a filter
 * costs no check of each article.
 */
export const KIND = {
  /** A stem anywhere in an article, with positions. */
  word: 'w',
  /** A stem in the title, including stop words. */
  title: 't',
  source: 'S',
  topic: 'T',
  language: 'L',
  country: 'C',
  breaking: 'B',
} as const;

/** The first position of each field; the gaps keep phrases from crossing fields. */
export const FIELD_START = { title: 0, tags: 512, summary: 1_536, body: 4_096 } as const;

/** SRCH-1: the weights of the fields, and the influence of a field's length. */
export const FIELD_RULES = {
  title: { weight: 10, lengthShare: 0.5, maxWords: 256 },
  tags: { weight: 5, lengthShare: 0.3, maxWords: 512 },
  summary: { weight: 3, lengthShare: 0.75, maxWords: 1_024 },
  body: { weight: 1, lengthShare: 0.75, maxWords: 10_000 },
} as const;

export function filterTermsOf(document: SearchDocument): string[] {
  const terms = new Set(document.topics.slice(0, MAX_TOPICS).map(topic => KIND.topic + topic));
  terms.add(KIND.source + document.sourceId);
  if (document.language) terms.add(KIND.language + document.language);
  if (document.country) terms.add(KIND.country + document.country);
  if (document.isBreaking) terms.add(KIND.breaking);
  return [...terms];
}

const MAX_TOPICS = 32;

/** The weighted count at which a word reaches half of its maximum score. */
export const SATURATION = 1.5;

export type FieldName = keyof typeof FIELD_RULES;
