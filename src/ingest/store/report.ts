import { defineEvent } from '../../platform/telemetry/events.ts';
import type { IngestContext } from '../context.ts';
import type { ActiveVisit } from '../fetch/visit.ts';
import type { StoredCounts } from '../steps.ts';

/** Logs every article of a fetch and counts those that were stored. */
export function countArticles(
  { telemetry }: IngestContext,
  { source, sourceId }: ArticleSource,
  { added, revised, outcomes }: StoredCounts,
): void {
  for (const { kind, articleId } of outcomes)
    if (kind === 'known') telemetry.log.debug('article.duplicate', { articleId, sourceId });
  const idsOf = (wanted: 'new' | 'revised') =>
    outcomes.filter(({ kind }) => kind === wanted).map(({ articleId }) => articleId);
  if (added > 0)
    telemetry.event(articleIngested, { source, status: 'new', sourceId, articleIds: idsOf('new') }, added);
  if (revised > 0)
    telemetry.event(
      articleIngested,
      { source, status: 'revised', sourceId, articleIds: idsOf('revised') },
      revised,
    );
}

export function countFetch({ context, counts }: ActiveVisit, status: string): void {
  context.telemetry.metrics.counter('crawl_fetch_total').add({ status });
  counts.count(status === 'failed');
}

const articleIngested = defineEvent('articles_ingested_total', 'debug', 'article.ingested');

interface ArticleSource {
  /** The kind of the source, or `page`: the label of the metric. */
  readonly source: string;
  readonly sourceId: string;
}
