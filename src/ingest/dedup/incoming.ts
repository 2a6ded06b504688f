import type { ArticleExtras, NewArticle } from '../../model/article.ts';
import { hashOfGuid, hashOfUrl } from './hashes.ts';

/** An article to be stored, with the keys that identify it. */
export interface IncomingArticle {
  readonly article: NewArticle;
  readonly urlHash: string;
  readonly guid: GuidKey | null;
}

export interface GuidKey {
  readonly sourceId: string;
  readonly guidHash: string;
}

/** Keys are computed from the stored form, so that they can be computed again from the stored article. */
export function incomingArticle(given: NewArticle): IncomingArticle {
  const article = storable(given);
  const { sourceId, url, guid } = article;
  return {
    article,
    urlHash: hashOfUrl(url),
    guid: guid === null || guid === '' ? null : { sourceId, guidHash: hashOfGuid(guid) },
  };
}

/** A map key. */
export function guidKeyText({ sourceId, guidHash }: GuidKey): string {
  return `${sourceId} ${guidHash}`;
}

/** Text that PostgreSQL cannot store is cleaned, so that one character does not fail a whole batch. */
function storable(article: NewArticle): NewArticle {
  return {
    ...article,
    sourceId: article.sourceId.toLowerCase(),
    url: clean(article.url),
    guid: cleanOrNull(article.guid),
    title: clean(article.title),
    summary: clean(article.summary),
    bodyHtml: clean(article.bodyHtml),
    bodyText: clean(article.bodyText),
    authors: article.authors.map(clean),
    categories: article.categories.map(clean),
    language: cleanOrNull(article.language),
    section: cleanOrNull(article.section),
    image: article.image && { ...article.image, url: clean(article.image.url) },
    extras: article.extras && cleanExtras(article.extras),
  };
}

function cleanExtras(extras: ArticleExtras): ArticleExtras {
  return JSON.parse(
    JSON.stringify(extras, (_, value: unknown) => (typeof value === 'string' ? clean(value) : value)),
  );
}

function cleanOrNull(text: string | null): string | null {
  return text === null ? null : clean(text);
}

/** No U+0000 and no half of a surrogate pair. */
function clean(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
}
