import type { ArticleStored } from '../../model/article.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import type { EventLog, LogEvent } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { ARTICLES_DESCRIBED } from '../../streams.ts';
import { type Classifier, ClassifierUnavailable, type Labels } from '../topics/port.ts';
import { type DescribedArticle, storeEntities, storeFacts, undescribed } from './article-facts.ts';
import type { Describers } from './describer-pool.ts';

/**
 * articles.new -> article_facts -> articles.described. An article that was described before, because its event came a
 * second time or the log is replayed, is passed over. Reading texts takes long and needs no transaction.
 */
export async function describeArticles(
  { database, log, telemetry, describers, classifier }: DescribingTools,
  events: readonly LogEvent<ArticleStored>[],
): Promise<(tx: Transaction) => Promise<void>> {
  const articles = await undescribed(
    database,
    events.map(({ data: { articleId, storedAt } }) => ({ articleId, storedAt: new Date(storedAt) })),
  );
  if (articles.length === 0) return async () => undefined;
  const descriptions = await describers.describe(articles.map(({ text }) => text));
  const described: DescribedArticle[] = [];
  for (const [index, description] of descriptions.entries()) {
    const article = articles[index];
    if (article) described.push({ article, description, labels: description.labels });
  }
  const labelled = classifier ? await labelledBy(classifier, telemetry, described) : described;
  return tx => keep(tx, log, labelled);
}

async function keep(tx: Transaction, log: EventLog, described: readonly DescribedArticle[]): Promise<void> {
  const fresh = await storeFacts(tx, described);
  const stored = described.filter(({ article }) => fresh.has(article.id));
  log.append(
    tx,
    ARTICLES_DESCRIBED,
    stored.map(({ article, description }) => ({
      kind: 'article',
      articleId: article.id,
      storedAt: article.storedAt.toISOString(),
      language: description.language,
    })),
  );
  // Names that everybody mentions are rows that everybody waits for, so they are held for a moment only.
  tx.beforeCommit(() => storeEntities(tx, stored));
}

/** TOPIC-5: while the other classifier is away, articles go on without labels and are labelled later. */
async function labelledBy(
  classifier: Classifier,
  telemetry: Telemetry,
  described: readonly DescribedArticle[],
): Promise<DescribedArticle[]> {
  const labels = await classifier
    .classify(
      described.map(({ article, description }) => ({ ...article.text, language: description.language })),
    )
    .catch((error: unknown): (Labels | null)[] => {
      if (!(error instanceof ClassifierUnavailable)) throw error;
      telemetry.log.warn('the classifier of topics is away', { reason: error.message });
      return [];
    });
  return described.map((each, index) => ({ ...each, labels: labels[index] ?? null }));
}

export interface DescribingTools {
  readonly database: Queryable;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  readonly describers: Describers;
  /** Null when the descriptions bring their labels with them. */
  readonly classifier: Classifier | null;
}
