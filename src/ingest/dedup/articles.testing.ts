import { ABSENT_FIELDS, type NewArticle } from '../../model/article.ts';

export const SOURCE = '0190e1a2-0000-7000-8000-000000000001';
export const OTHER_SOURCE = '0190e1a2-0000-7000-8000-000000000002';

export function someArticle(given: Partial<NewArticle> = {}): NewArticle {
  return {
    ...ABSENT_FIELDS,
    sourceId: SOURCE,
    url: 'https://example.org/harbour',
    title: 'Harbour vote moved again',
    summary: 'The council will vote in May.',
    bodyHtml: '<p>The council moved its vote on the harbour to May.</p>',
    bodyText: 'The council moved its vote on the harbour to May.',
    publishedAt: new Date('2026-01-15T09:30:00Z'),
    hasOwnDate: true,
    authors: ['A. Writer'],
    categories: ['Local'],
    language: 'en',
    wordCount: 10,
    origin: 'feed',
    ...given,
  };
}

/** The articles of one batch; every batch has different addresses and guids. */
export function batchOf(batch: number): NewArticle[] {
  return Array.from({ length: 200 }, (_, n) =>
    someArticle({
      url: `https://example.org/batch/${batch}/${n}`,
      guid: `${batch}-${n}`,
      title: `${batch}, ${n}`,
    }),
  );
}
