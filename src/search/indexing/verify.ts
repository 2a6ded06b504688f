import { LOWEST_ID, timeOfId } from '../../lib/ids.ts';
import type { Database } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { SearchEngine } from '../engine/port.ts';
import { reindexArticles } from './index-consumers.ts';

/**
 * SRCH-4: compares the index with the articles in pages ordered by id, and repairs differences. Both change
 * meanwhile, so a page with differences is compared a second time after pending changes have arrived; only then do
 * they count.
 */
export async function verifyIndex(
  index: IndexedDatabase,
  options: VerifyOptions = {},
): Promise<IndexDifferences> {
  let found = NO_DIFFERENCES;
  for (let after: string | null = null; ; ) {
    const first = await comparePage(index, after);
    const page: ComparedPage =
      first.differing.length > 0 ? await compareSettledPage(index, after, options) : first;
    if (options.isRepairing === true && page.differing.length > 0)
      await reindexArticles(index.database, index.engine, page.differing);
    found = sum(found, page.differences);
    options.onProgress?.(found);
    if (page.last === null || options.signal?.aborted) return found;
    after = page.last;
  }
}

/** Indexes every article again and removes the rest; the index stays searchable. */
export async function rebuildIndex(
  index: IndexedDatabase,
  options: VerifyOptions = {},
): Promise<IndexDifferences> {
  let articles = 0;
  for (let after: string | null = null; ; ) {
    const page = await articlesAfter(index.database, after);
    await reindexArticles(index.database, index.engine, page);
    articles += page.length;
    options.onProgress?.({ ...NO_DIFFERENCES, articles });
    if (page.length < PAGE_SIZE || options.signal?.aborted) break;
    after = page.at(-1) ?? null;
  }
  const { onProgress: _, ...withoutProgress } = options;
  return verifyIndex(index, { ...withoutProgress, isRepairing: true });
}

async function compareSettledPage(
  index: IndexedDatabase,
  after: string | null,
  options: VerifyOptions,
): Promise<ComparedPage> {
  await options.settled?.();
  return comparePage(index, after);
}

async function comparePage(
  { database, engine }: IndexedDatabase,
  after: string | null,
): Promise<ComparedPage> {
  const page = await articlesAfter(database, after);
  const last = page.length < PAGE_SIZE ? null : (page.at(-1) ?? null);
  const indexed = await indexedBetween(engine, after, last);
  const wanted = new Set(page);
  const missing = page.filter(id => !indexed.has(id));
  const surplus = [...indexed].filter(id => !wanted.has(id));
  return {
    last,
    differing: [...missing, ...surplus],
    differences: { articles: page.length, missing: missing.length, surplus: surplus.length },
  };
}

/** Ids of the articles that belong in an index, without those of hidden stories. The partition follows from the id. */
async function articlesAfter(database: Database, after: string | null): Promise<string[]> {
  const rows = await database.many(
    row({ id: uuid }),
    sql`
      select articles.id from articles
      left join story_articles on story_articles.article_id = articles.id
      left join stories on stories.id = story_articles.story_id
      where articles.id > ${after ?? LOWEST_ID}::uuid
        and articles.stored_at >= ${(after === null ? null : timeOfId(after)) ?? new Date(0)}
        and coalesce(not stories.is_hidden, true)
      order by articles.id
      limit ${PAGE_SIZE}
    `,
  );
  return rows.map(({ id }) => id);
}

async function indexedBetween(
  engine: SearchEngine,
  after: string | null,
  until: string | null,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = after; ; ) {
    const ids = await engine.ids(from, PAGE_SIZE);
    for (const id of ids) if (until === null || id <= until) found.add(id);
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE_SIZE || (until !== null && last >= until)) return found;
    from = last;
  }
}

function sum(one: IndexDifferences, other: IndexDifferences): IndexDifferences {
  return {
    articles: one.articles + other.articles,
    missing: one.missing + other.missing,
    surplus: one.surplus + other.surplus,
  };
}

const PAGE_SIZE = 2_000;
const NO_DIFFERENCES: IndexDifferences = { articles: 0, missing: 0, surplus: 0 };

interface ComparedPage {
  /** The last id of the page; null on the last page. */
  readonly last: string | null;
  readonly differing: readonly string[];
  readonly differences: IndexDifferences;
}

export interface IndexedDatabase {
  readonly database: Database;
  readonly engine: SearchEngine;
}

export interface VerifyOptions {
  readonly isRepairing?: boolean;
  /** Resolves when pending changes have reached the index. */
  readonly settled?: () => Promise<void>;
  readonly onProgress?: (differences: IndexDifferences) => void;
  readonly signal?: AbortSignal;
}

export interface IndexDifferences {
  readonly articles: number;
  /** Articles that were missing from the index. */
  readonly missing: number;
  /** Entries of the index without an article. */
  readonly surplus: number;
}
