import type { NewArticle } from '../../model/article.ts';
import type { DocumentItem } from '../../model/feed-document.ts';
import { itemKey, itemUrl, pageKey } from '../dedup/item-address.ts';

/**
 * Rule 1 of DEDUP-6 (dedup/item-address.ts): gives items of one document that share a page an address each. They do not
 * wait for the page, which tells nothing about one of them. A page with one item is left as it is.
 */
export function separateItems(found: readonly AddressedItem[]): ParsedItem[] {
  const items = found.map(each => withKeys(each));
  const pages = Map.groupBy(items, ({ page }) => page);
  const links = Map.groupBy(items, ({ link }) => link);
  return items.map(({ parsed, item, hasOwnAddress, page, link }) => {
    if (hasOwnAddress && !areSeveral(pages.get(page))) return parsed;
    const keepsLink = hasOwnAddress && !areSeveral(links.get(link));
    if (keepsLink && link === page) return parsed;
    const article = { ...parsed.article, guid: item.id };
    const url = keepsLink ? article.url : itemUrl(article);
    return { wantsPage: false, article: { ...article, url, sharesPage: true } };
  });
}

function withKeys(each: AddressedItem): KeyedItem {
  const { url } = each.parsed.article;
  return { ...each, page: pageKey(url), link: itemKey(url) };
}

/** An item that is listed twice is one item. */
function areSeveral(items: readonly AddressedItem[] = []): boolean {
  return new Set(items.map(identityOf)).size > 1;
}

function identityOf({ item: { id, title, published, updated }, parsed }: AddressedItem): string {
  return id ?? `${title ?? parsed.article.title}\n${published ?? updated}`;
}

/**
 * Some feeds give all their items the same id, which identifies none of them: items with different links, or more than
 * two with titles and dates of their own.
 */
export function withoutSharedIds(items: readonly DocumentItem[]): DocumentItem[] {
  const shared = new Set<string | null>();
  for (const [id, same] of Map.groupBy(items, each => each.id)) {
    const [links, texts] = [new Set(same.map(({ link }) => link)), new Set(same.map(textOf))];
    if (links.size > 1 || (same.length > 2 && texts.size === same.length)) shared.add(id);
  }
  return items.map(item => (shared.has(item.id) ? { ...item, id: null } : item));
}

function textOf({ title, published, updated }: DocumentItem): string {
  return `${title}\n${published ?? updated}`;
}

export interface ParsedItem {
  readonly article: NewArticle;
  /** The feed gives only a summary: the article's page is fetched before the article is stored. */
  readonly wantsPage: boolean;
}

/** An item with an address, which belongs to other items too where the document gave it none. */
export interface AddressedItem {
  readonly item: DocumentItem;
  readonly parsed: ParsedItem;
  readonly hasOwnAddress: boolean;
}

interface KeyedItem extends AddressedItem {
  readonly page: string;
  readonly link: string;
}
