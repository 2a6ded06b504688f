import type { SearchDocument } from '../search-document.ts';

/** An article for tests, with defaults for all fields. */
export function article(number: number, fields: Partial<SearchDocument> = {}): SearchDocument {
  return {
    id: articleId(number),
    storyId: null,
    title: `title ${number}`,
    topics: [],
    tags: '',
    summary: '',
    body: '',
    language: 'en',
    sourceId: 'source-a',
    country: null,
    publishedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000),
    quality: 0.5,
    isBreaking: false,
    ...fields,
  };
}

export function articleId(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}
