import { LOWEST_ID, timeOfId } from '../../lib/ids.ts';
import type { Database } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { SearchEngine } from '../engine/port.ts';
import { refreshArticles } from './index-consumers.ts';

/**
 * SRCH-4: compares the index with the articles, both in the order of their ids and a page at a time, and mends what
 * differs. Both go on changing meanwhile, so a page that differs is compared once more when what was under way has
 * arrived; only then does it count.
 */
export async function verifyIndex(index: Verified, options: VerifyOptions = {}): Promise<Differences> {
  let found = NOTHING;
  for (let after: string | null = null; ; ) {
    const first = await comparePage(index, after);
    const page: Page = first.differing.length > 0 ? await compareAgain(index, after, options) : first;
    if (options.isMended === true && page.differing.length > 0)
      await refreshArticles(index.database, index.engine, page.differing);
    found = sum(found, page.differences);
    options.onProgress?.(found);
    if (page.last === null || options.signal?.aborted) return found;
    after = page.last;
  }
}

/** Every article is put again, and what is no article any more goes; the index answers all the while. */
export async function rebuildIndex(index: Verified, options: VerifyOptions = {}): Promise<Differences> {
  let articles = 0;
  for (let after: string | null = null; ; ) {
    const page = await articlesAfter(index.database, after);
    await refreshArticles(index.database, index.engine, page);
    articles += page.length;
    options.onProgress?.({ ...NOTHING, articles });
    if (page.length < PAGE || options.signal?.aborted) break;
    after = page.at(-1) ?? null;
  }
  const { onProgress: _, ...quietly } = options;
  return verifyIndex(index, { ...quietly, isMended: true });
}

async function compareAgain(index: Verified, after: string | null, options: VerifyOptions): Promise<Page> {
  await options.settled?.();
  return comparePage(index, after);
}

async function comparePage({ database, engine }: Verified, after: string | null): Promise<Page> {
  const page = await articlesAfter(database, after);
  const last = page.length < PAGE ? null : (page.at(-1) ?? null);
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

/** Those that belong into an index: articles of hidden stories do not. An id tells the month that it lies in. */
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
      limit ${PAGE}
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
    const ids = await engine.ids(from, PAGE);
    for (const id of ids) if (until === null || id <= until) found.add(id);
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE || (until !== null && last >= until)) return found;
    from = last;
  }
}

function sum(one: Differences, other: Differences): Differences {
  return {
    articles: one.articles + other.articles,
    missing: one.missing + other.missing,
    surplus: one.surplus + other.surplus,
  };
}

const PAGE = 2_000;
const NOTHING: Differences = { articles: 0, missing: 0, surplus: 0 };

interface Page {
  /** Where the next one begins; null when this was the last. */
  readonly last: string | null;
  readonly differing: readonly string[];
  readonly differences: Differences;
}

export interface Verified {
  readonly database: Database;
  readonly engine: SearchEngine;
}

export interface VerifyOptions {
  readonly isMended?: boolean;
  /** Resolves when what was under way to the index has arrived. */
  readonly settled?: () => Promise<void>;
  readonly onProgress?: (sofar: Differences) => void;
  readonly signal?: AbortSignal;
}

export interface Differences {
  readonly articles: number;
  /** Articles that were not in the index. */
  readonly missing: number;
  /** What was in the index and is no article any more. */
  readonly surplus: number;
}
