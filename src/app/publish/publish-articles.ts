import { Problem } from '../../errors.ts';
import { type StoredOutcome, storeArticles } from '../../ingest/dedup/store.ts';
import { isPublisher } from '../../ingest/sources/publishers.ts';
import { findSource } from '../../ingest/sources/registry.ts';
import { parseSubmission } from '../../ingest/sources/submission.ts';
import type { Source } from '../../model/source.ts';
import { reason } from '../../reasons.ts';
import type { AppContext } from '../context.ts';

/** Stores the articles that a publisher submits; unusable ones are reported, and the others are stored. */
export async function publishArticles(
  context: AppContext,
  userId: string,
  { sourceId, articles }: Submission,
): Promise<PublishOutcome[]> {
  const source = await requirePublishedSource(context, userId, sourceId);
  const params = {
    sourceId: source.id,
    sites: [source.url, ...(source.homePage === null ? [] : [source.homePage])],
    submissionId: context.newId(),
    language: source.language,
    now: context.clock.now(),
  };
  const parsed = articles.map(article => parseSubmission(article, params));
  const usable = parsed.filter(each => typeof each !== 'string');
  const stored = await context.database.transaction(tx => storeArticles(tx, context, usable));
  const waiting = stored.values();
  return parsed.map(each =>
    typeof each === 'string'
      ? { outcome: 'invalid', articleId: null, reason: each }
      : outcomeOf(waiting.next().value),
  );
}

/** Callers without permission must not learn which sources exist. */
async function requirePublishedSource(
  { database }: AppContext,
  userId: string,
  sourceId: string,
): Promise<Source> {
  if (!(await isPublisher(database, sourceId, userId)))
    throw new Problem('forbidden', reason('publisher-not-verified'));
  const source = await findSource(database, sourceId);
  if (source?.kind !== 'submit' || source.status !== 'active')
    throw new Problem('conflict', reason('source-takes-no-articles'));
  return source;
}

function outcomeOf(outcome: StoredOutcome | undefined): PublishOutcome {
  if (!outcome) throw new RangeError('every stored article has an outcome');
  return { outcome: outcome.kind, articleId: outcome.articleId, reason: null };
}

interface Submission {
  readonly sourceId: string;
  readonly articles: readonly unknown[];
}

interface PublishOutcome {
  readonly outcome: StoredOutcome['kind'] | 'invalid';
  readonly articleId: string | null;
  readonly reason: string | null;
}
