import { hash } from 'node:crypto';
import type { NewArticle } from '../../model/article.ts';
import { canonicalUrl } from './canonical-url.ts';

/**
 * DEDUP-6: the identity of an item. Usually the page of its link, its canonical address without a fragment, belongs to it
 * alone. A page is shared when one document lists several items there, or when the source shared it before:
 *
 *   changelogs    /changes#v2, /changes#v1    the fragment of the link names the item
 *   podcasts      /show, /show, /show         a fragment made from the id names it, or from title and date without ids
 *   no link       the page of the source      likewise
 *
 * Names never depend on the position in the document, so that items may be re-ordered, leave and return.
 *
 *   1. Within a document, items are distinct by their ids, without ids by title and date. Where distinct items have the
 *      same page, those with their own fragment keep it, the others get one (parse/separate-items.ts).
 *   2. An item of a shared page is the article with the same address, else with the same guid, else with the same title
 *      and date at that page (a feed that changed all its ids), else a new article. It also takes over the article that
 *      was alone at the page before, if the id, or title and date, are the same.
 *   3. An item alone at its page is the article of that page, else of its guid, as DEDUP-1 and DEDUP-3 demand.
 *      Two exceptions make it an item of a shared page: the source has shared the page before (a key in `article_guids`
 *      marks such pages), or the article there is of the same source with another id, another title and another date.
 *   4. Items of different sources at one page are one article, unless the page is shared.
 *
 * Ids that differ only in a trailing `#1` are versions of one item (news sites count updates so), not two ids.
 */
export function itemUrl(article: NamedItem): string {
  const page = withoutItem(article.url);
  const isRoute = canonicalUrl(page)?.includes('#') ?? false;
  const base = isRoute ? page : page.replace(/#.*$/s, '');
  return `${base}#item-${hash('sha256', nameOf(article)).slice(0, 16)}`;
}

/** The canonical address of the page, which several items may share. */
export function pageKey(url: string): string {
  const page = withoutItem(url);
  return canonicalUrl(page) ?? page;
}

/** The canonical address of one item of a shared page: its fragment counts. */
export function itemKey(url: string): string {
  const key = canonicalUrl(url) ?? url;
  return key.includes('#') ? key : key + (URL.parse(url)?.hash ?? '');
}

/** What identifies an item without an id among those of its page. */
export function textName({ title, hasOwnDate, publishedAt }: DatedTitle): string {
  return `${title}\n${hasOwnDate ? publishedAt.toISOString() : ''}`;
}

/** An address is no id: it becomes the guid of an article that waits for its page. */
export function hasOwnId({ guid, url }: Pick<NewArticle, 'guid' | 'url'>): boolean {
  return guid !== null && guid !== '' && guid !== url;
}

/** Rule 2. */
export function isSameItem(stored: StoredItem, item: NamedItem): boolean {
  return (item.guid !== null && stored.guid === item.guid) || textName(stored) === textName(item);
}

/** Rule 3. Ids alone prove nothing, because some feeds change all of them at once. */
export function isOtherItem(stored: StoredItem, item: StoredItem): boolean {
  if (stored.sourceId !== item.sourceId || !hasOwnId(stored) || !hasOwnId(item)) return false;
  if (withoutVersion(stored.guid) === withoutVersion(item.guid)) return false;
  return stored.title !== item.title && !haveSameDate(stored, item);
}

function haveSameDate(one: DatedTitle, other: DatedTitle): boolean {
  return one.hasOwnDate && other.hasOwnDate && one.publishedAt.getTime() === other.publishedAt.getTime();
}

function withoutVersion(guid: string | null): string | undefined {
  return guid?.replace(/#\d{1,3}$/, '');
}

function nameOf({ guid, ...text }: NamedItem): string {
  return guid ?? textName(text);
}

function withoutItem(url: string): string {
  return url.replace(/#item-[0-9a-f]{16}$/, '');
}

type DatedTitle = Pick<NewArticle, 'title' | 'publishedAt' | 'hasOwnDate'>;
/** What the name of an item is made of. */
export type NamedItem = DatedTitle & Pick<NewArticle, 'url' | 'guid'>;
/** What is compared of two articles at one page. */
export type StoredItem = NamedItem & Pick<NewArticle, 'sourceId'>;
