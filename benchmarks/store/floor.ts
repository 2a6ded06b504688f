import { COPY_ARTICLES, copyLineOf } from '../../src/ingest/dedup/article-columns.ts';
import { incomingArticle } from '../../src/ingest/dedup/incoming.ts';
import { storedArticle } from '../../src/ingest/dedup/store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import type { NewArticle } from '../../src/model/article.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { type Statement, sql } from '../../src/platform/database/sql.ts';

/**
 * The lower bound of storing: rows by COPY into the same tables with the same indexes, in transactions of the same size.
 * It looks up no keys and appends no events, and would fail at the first stored article. So every article has a unique
 * URL and guid here, also where the stream repeats an article.
 */
export async function copyBatch(database: Database, batch: CopyBatch): Promise<void> {
  await database.transaction(async tx => {
    await tx.copyIn(COPY_URLS, once(batch.urls));
    await tx.copyIn(COPY_GUIDS, once(batch.guids));
    await tx.copyIn(COPY_ARTICLES, once(batch.articles));
  });
}

/** Ids, hashes and lines for COPY. */
export function linesOf(articles: readonly NewArticle[]): CopyBatch {
  const made = articles.map(article => ({ ...incomingArticle(article), articleId: newId() }));
  const lines = (line: (each: (typeof made)[number]) => string) => Buffer.from(made.map(line).join(''));
  return {
    urls: lines(({ urlHash, articleId }) => `${urlHash}\t${articleId}\tf\n`),
    guids: lines(({ guid, articleId }) => `${guid?.sourceId}\t${guid?.guidHash}\t${articleId}\tf\n`),
    articles: lines(({ article, articleId }) => copyLineOf(storedArticle(article, articleId))),
  };
}

async function* once(lines: Buffer): AsyncIterable<Buffer> {
  yield lines;
}

const newId = createIdSource(systemClock, systemRandom);

const COPY_URLS: Statement = sql`copy article_urls (url_hash, article_id, is_alias) from stdin`;
const COPY_GUIDS: Statement = sql`copy article_guids (source_id, guid_hash, article_id, is_alias) from stdin`;

export interface CopyBatch {
  readonly urls: Buffer;
  readonly guids: Buffer;
  readonly articles: Buffer;
}
