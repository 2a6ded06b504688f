import type { NewArticle } from '../../model/article.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { bool, nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import {
  asSharedItem,
  type GuidKey,
  guidKeyText,
  type IncomingArticle,
  incomingArticle,
  markOfPage,
} from './incoming.ts';
import { hasOwnId, isOtherItem, isSameItem, type StoredItem } from './item-address.ts';
import { readGuids, readUrls } from './key-statements.ts';
import { type KnownKeys, ownerByOwnKeys } from './match.ts';
import { storedAtOf } from './times.ts';

/**
 * Rules 2 and 3 of item-address.ts: finds the articles that share their pages with stored ones, and the stored article
 * that was alone at the page of an item. `known` holds the keys of all incoming articles and gets those of the changed
 * ones. Items whose id and address lead to one article, which are nearly all, cost nothing here.
 */
export async function separateSharedPages(
  database: Queryable,
  incoming: readonly IncomingArticle[],
  known: KnownKeys,
): Promise<readonly IncomingArticle[]> {
  const siblings = await findSiblings(database, incoming, known);
  const separated = incoming.map(each => (siblings.has(each) ? asSharedItem(each) : each));
  if (siblings.size > 0)
    await addKnownKeys(database, known, keysOf(separated.filter((each, index) => each !== incoming[index])));
  await findPageOwners(database, separated, known);
  return separated;
}

/** Of articles that wait for their pages: those that must not wait, as the page belongs to several items. */
export async function siblingsAmong(
  database: Queryable,
  articles: readonly NewArticle[],
): Promise<ReadonlySet<NewArticle>> {
  if (articles.length === 0) return new Set();
  const known = noKeys();
  const incoming = articles.map(incomingArticle);
  await addKnownKeys(database, known, keysOf(incoming));
  const siblings = await findSiblings(database, incoming, known);
  return new Set(
    articles.filter((_, index) => {
      const each = incoming[index];
      return each !== undefined && siblings.has(each);
    }),
  );
}

async function findSiblings(
  database: Queryable,
  incoming: readonly IncomingArticle[],
  known: KnownKeys,
): Promise<Set<IncomingArticle>> {
  const doubtful = incoming.filter(each => isDoubtful(each, known));
  if (doubtful.length === 0) return new Set();
  const owners = await readItems(
    database,
    doubtful.flatMap(({ urlHash }) => known.urls.get(urlHash) ?? []),
  );
  const ownerOf = ({ urlHash }: IncomingArticle) => owners.get(known.urls.get(urlHash) ?? '');
  const marksOf = (each: IncomingArticle) => marksOfPage(each.article, ownerOf(each));
  const marked = new Set((await readGuids(database, doubtful.flatMap(marksOf))).map(guidKeyText));
  return new Set(
    doubtful.filter(each => {
      const owner = ownerOf(each);
      const isMarked = marksOf(each).some(mark => marked.has(guidKeyText(mark)));
      return isMarked || (owner !== undefined && isOtherItem(owner, each.article));
    }),
  );
}

/** The page may be shared by the source of the item, or by the source of the article that owns it. */
function marksOfPage(article: NewArticle, owner: StoredItem | undefined): GuidKey[] {
  const sourceIds = new Set([article.sourceId, owner?.sourceId ?? article.sourceId]);
  return [...sourceIds].map(sourceId => markOfPage({ sourceId, url: article.url }));
}

/** Items without an id may be any of a shared page; those with one are in doubt where it does not confirm the address. */
function isDoubtful({ article, urlHash, guid, shared }: IncomingArticle, known: KnownKeys): boolean {
  if (shared !== null) return false;
  if (guid === null || !hasOwnId(article)) return true;
  return known.urls.get(urlHash) !== known.guids.get(guidKeyText(guid));
}

async function findPageOwners(
  database: Queryable,
  incoming: readonly IncomingArticle[],
  known: KnownKeys,
): Promise<void> {
  const unknown = incoming.filter(each => each.shared && ownerByOwnKeys(each, known) === undefined);
  const ownerOf = ({ shared }: IncomingArticle) => known.urls.get(shared?.pageHash ?? '') ?? '';
  const items = await readItems(database, unknown.map(ownerOf).filter(Boolean));
  for (const each of unknown) {
    const item = items.get(ownerOf(each));
    if (item && isSameItem(item, each.article)) known.pageOwners.set(each.urlHash, ownerOf(each));
  }
}

export async function addKnownKeys(
  database: Queryable,
  known: KnownKeys,
  { urls, guids }: KeyLists,
): Promise<void> {
  for (const { urlHash, articleId } of await readUrls(database, urls)) known.urls.set(urlHash, articleId);
  for (const key of await readGuids(database, guids)) known.guids.set(guidKeyText(key), key.articleId);
}

export function noKeys(): KnownKeys {
  return { urls: new Map(), guids: new Map(), pageOwners: new Map() };
}

/** Each once: items of a shared page have the page in common. */
export function keysOf(incoming: readonly IncomingArticle[]): KeyLists {
  const urls = incoming.flatMap(({ urlHash, shared }) => (shared ? [urlHash, shared.pageHash] : [urlHash]));
  const guids = incoming.flatMap(({ guid, shared }) => [
    ...(guid ? [guid] : []),
    ...(shared ? [shared.text, shared.mark] : []),
  ]);
  return {
    urls: [...new Set(urls)],
    guids: [...new Map(guids.map(key => [guidKeyText(key), key])).values()],
  };
}

async function readItems(database: Queryable, ids: readonly string[]): Promise<Map<string, StoredItem>> {
  if (ids.length === 0) return new Map();
  const unique = [...new Set(ids)];
  const found = await database.many(
    ItemRow,
    sql`
      select article.*
      from unnest(${unique}::uuid[], ${unique.map(storedAtOf)}::timestamptz[]) as wanted (id, stored_at)
      cross join lateral (
        select id, source_id, url, guid, title, published_at, has_own_date from articles
        where articles.id = wanted.id and articles.stored_at = wanted.stored_at
        limit 1
      ) as article
    `,
  );
  return new Map(found.map(item => [item.id, item]));
}

const ItemRow = row({
  id: uuid,
  source_id: uuid,
  url: text,
  guid: nullable(text),
  title: text,
  published_at: timestamptz,
  has_own_date: bool,
});

export interface KeyLists {
  readonly urls: readonly string[];
  readonly guids: readonly GuidKey[];
}
