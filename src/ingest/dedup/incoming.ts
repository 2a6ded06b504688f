import type { ArticleExtras, NewArticle } from '../../model/article.ts';
import { hashOfGuid, hashOfItemUrl, hashOfPage, hashOfUrl } from './hashes.ts';
import { hasOwnId, itemKey, itemUrl, pageKey, textName } from './item-address.ts';

/** An article to be stored, with the keys that identify it. */
export interface IncomingArticle {
  readonly article: NewArticle;
  readonly urlHash: string;
  readonly guid: GuidKey | null;
  /** Null unless its page is shared. */
  readonly shared: SharedPageKeys | null;
}

/** Keys of an item of a shared page, beside those of every article. */
export interface SharedPageKeys {
  readonly pageHash: string;
  /** Its title and date at this page. */
  readonly text: GuidKey;
  /** Of the page: the source shares it. */
  readonly mark: GuidKey;
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
    urlHash: article.sharesPage === true ? hashOfItemUrl(url) : hashOfUrl(url),
    guid: guid === null || guid === '' ? null : { sourceId, guidHash: hashOfGuid(guid) },
    shared: article.sharesPage === true ? sharedPageKeys(article) : null,
  };
}

/** The same article as an item of a shared page. Without an id, a fragment of its link names it. */
export function asSharedItem({ article }: IncomingArticle): IncomingArticle {
  const named = { ...article, guid: hasOwnId(article) ? article.guid : null };
  const hasFragment = itemKey(article.url) !== pageKey(article.url);
  const url = named.guid === null && hasFragment ? article.url : itemUrl(named);
  return incomingArticle({ ...named, url, sharesPage: true });
}

/** Marks a page as shared by a source. */
export function markOfPage({ sourceId, url }: Pick<NewArticle, 'sourceId' | 'url'>): GuidKey {
  return { sourceId, guidHash: hashOfGuid(`shared page ${pageKey(url)}`) };
}

function sharedPageKeys(article: NewArticle): SharedPageKeys {
  const { sourceId, url } = article;
  return {
    pageHash: hashOfPage(url),
    text: { sourceId, guidHash: hashOfGuid(`item of ${pageKey(url)}\n${textName(article)}`) },
    mark: markOfPage(article),
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
