import type { ArticleStored, NewArticle } from '../../model/article.ts';
import type { Transaction } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { ARTICLES_NEW } from '../../streams.ts';
import { claimKeys } from './claim-keys.ts';
import { copyArticles, lineOf } from './copy-articles.ts';
import { type IncomingArticle, incomingArticle } from './incoming.ts';
import type { ArticleMatch } from './match.ts';
import { lockForStoring } from './removal-lock.ts';
import { storeRevisions } from './revisions.ts';
import { storedAtOf } from './times.ts';

/**
 * DEDUP-1..DEDUP-4: stores each article once, whoever else stores it at the same moment, with its keys and its event
 * in the caller's transaction. A handful of statements, however many articles there are:
 *
 *   lock        nothing is taken out until we commit
 *   keys        who has each address and guid already; the others are claimed, in one order for everyone, so that
 *               writers queue and never wait in a circle
 *   revisions   known articles that tell another text now
 *   articles    the new ones, by COPY; their lines are made while the server is busy with the keys
 *   events      of the new ones, at the end of the transaction
 *
 * Call it once in a transaction: a second call takes keys after later ones, and two such transactions may wait for
 * one another, which PostgreSQL ends by refusing one of them.
 */
export async function storeArticles(
  tx: Transaction,
  { log, newId }: StoreDeps,
  articles: readonly NewArticle[],
): Promise<StoredOutcome[]> {
  if (articles.length === 0) return [];
  const sightings = articles.map(incomingArticle);
  await lockForStoring(tx);
  const lines = new CopyLines(sightings);
  const matches = await claimKeys(tx, sightings, newId, likely => lines.prepare(likely));
  const met = sightings.map((sighting, index) => ({ ...sighting, ...matchAt(matches, index) }));
  const revised = await storeRevisions(tx, newId, met);
  const fresh = met.filter(({ isNew }) => isNew);
  await copyArticles(tx, lines.ofNew(matches));
  log.append(tx, ARTICLES_NEW, fresh.map(eventOf));
  return met.map(each => ({
    kind: each.isNew ? 'new' : revised.has(each) ? 'revised' : 'known',
    articleId: each.articleId,
  }));
}

/** The lines of new articles. One that was made depends on nothing but the sighting and its id, which stay. */
class CopyLines {
  readonly #sightings: readonly IncomingArticle[];
  readonly #made = new Map<string, string>();

  constructor(sightings: readonly IncomingArticle[]) {
    this.#sightings = sightings;
  }

  prepare(matches: readonly ArticleMatch[]): void {
    this.ofNew(matches);
  }

  ofNew(matches: readonly ArticleMatch[]): string[] {
    return this.#sightings.flatMap(({ article }, index) => {
      const { articleId, isNew } = matchAt(matches, index);
      if (!isNew) return [];
      const line = this.#made.get(articleId) ?? lineOf({ article, articleId });
      this.#made.set(articleId, line);
      return [line];
    });
  }
}

function matchAt(matches: readonly ArticleMatch[], index: number): ArticleMatch {
  const match = matches[index];
  if (!match) throw new RangeError('every sighting has a match');
  return match;
}

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
  /** Known: nothing of it was new, neither the article nor its text. */
  readonly kind: 'new' | 'known' | 'revised';
  readonly articleId: string;
}

/** A sighting and the article that it turned out to be. */
export type MatchedArticle = IncomingArticle & ArticleMatch;
