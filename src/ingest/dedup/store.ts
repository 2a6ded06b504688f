import type { Article, ArticleStored, NewArticle } from '../../model/article.ts';
import type { Transaction } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { ARTICLES_NEW } from '../../streams.ts';
import { COPY_ARTICLES, copyLineOf } from './article-columns.ts';
import { claimKeys } from './claim-keys.ts';
import { incomingArticle } from './incoming.ts';
import type { MatchedArticle } from './match.ts';
import { lockForStoring } from './removal-lock.ts';
import { storeRevisions } from './revisions.ts';
import { storedAtOf } from './times.ts';

/**
 * DEDUP-1..DEDUP-4: stores each article once, however many writers store it concurrently, with its keys and its event in
 * the caller's transaction. A handful of statements, however many articles there are:
 *
 *   lock        no article is removed until this transaction ends
 *   keys        looks up the article of each address and guid; the unknown keys are claimed, in one order for all
 *               writers, so that they queue and never deadlock
 *   revisions   known articles whose text has changed
 *   articles    the new ones, by COPY; their lines are made while the server inserts the keys
 *   events      of the new ones, at the end of the transaction
 *
 * Call it once in a transaction: a second call takes keys after later ones, and two such transactions may deadlock, which
 * PostgreSQL ends by refusing one of them.
 */
export async function storeArticles(
  tx: Transaction,
  { log, newId }: StoreDeps,
  articles: readonly NewArticle[],
): Promise<StoredOutcome[]> {
  if (articles.length === 0) return [];
  const incoming = articles.map(incomingArticle);
  await lockForStoring(tx);
  const lines = new CopyLines();
  const matched = await claimKeys(tx, incoming, newId, likely => lines.prepare(likely));
  const revised = await storeRevisions(tx, newId, matched);
  await copyArticles(tx, lines.ofNew(matched));
  log.append(tx, ARTICLES_NEW, matched.filter(({ isNew }) => isNew).map(eventOf));
  return matched.map(each => ({
    kind: each.isNew ? 'new' : revised.has(each) ? 'revised' : 'known',
    articleId: each.articleId,
  }));
}

/** The COPY lines of new articles. A line depends only on the article, its address and its id. */
class CopyLines {
  readonly #lines = new Map<string, string>();

  prepare(matched: readonly MatchedArticle[]): void {
    this.ofNew(matched);
  }

  ofNew(matched: readonly MatchedArticle[]): string[] {
    return matched.flatMap(({ article, articleId, isNew }) => {
      if (!isNew) return [];
      const name = `${articleId} ${article.url}`;
      const line = this.#lines.get(name) ?? copyLineOf(storedArticle(article, articleId));
      this.#lines.set(name, line);
      return [line];
    });
  }
}

export function storedArticle(article: NewArticle, id: string): Article {
  return { ...article, id, storedAt: storedAtOf(id) };
}

/**
 * New articles have new ids and their keys are claimed, so a plain COPY cannot conflict. A thousand articles of 3 KB with
 * their transaction, one connection, two busy cores, median of 21:
 *
 *   COPY                               97 ms
 *   one JSON text, json_populate_...  108 ms
 *   an array for each column, unnest  116 ms
 */
async function copyArticles(tx: Transaction, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.copyIn(COPY_ARTICLES, chunksOf(lines));
}

async function* chunksOf(lines: readonly string[]): AsyncIterable<Buffer> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

const CHUNK_LENGTH = 100_000;

function eventOf({ articleId, article }: MatchedArticle): ArticleStored {
  const { sourceId, publishedAt, url, title, language } = article;
  return {
    articleId,
    sourceId,
    storedAt: storedAtOf(articleId).toISOString(),
    publishedAt: publishedAt.toISOString(),
    url,
    title,
    language,
  };
}

export interface StoreDeps {
  readonly log: EventLog;
  /** UUIDv7; the time in an article's id is when it was stored. */
  readonly newId: () => string;
}

export interface StoredOutcome {
  /** Known: neither the article nor its text was new. */
  readonly kind: 'new' | 'known' | 'revised';
  readonly articleId: string;
}
