import type { Queryable, Transaction } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { ARTICLES_DESCRIBED } from '../../streams.ts';
import { type ArticleLabels, type Classifier, ClassifierUnavailable } from '../topics/port.ts';
import { type DescribedArticle, type StoredArticle, storeEntities, storeFacts } from './article-facts.ts';
import type { ArticleDescription } from './describe.ts';
import type { DescriberPool } from './describer-pool.ts';

/**
 * Pairs articles with their descriptions. TOPIC-5: with an external classifier the labels come from there; while it is
 * unavailable articles go on without labels and get them later (clusterer/label-backlog.ts).
 */
export async function withLabels(
  { classifier, telemetry }: Pick<DescribeDeps, 'classifier' | 'telemetry'>,
  articles: readonly StoredArticle[],
  descriptions: readonly ArticleDescription[],
): Promise<DescribedArticle[]> {
  const described = descriptions.flatMap((description, index): DescribedArticle[] => {
    const article = articles[index];
    return article ? [{ article, description, labels: description.labels }] : [];
  });
  if (classifier === null) return described;
  const labels = await classifier
    .classify(
      described.map(({ article, description }) => ({ ...article.text, language: description.language })),
    )
    .catch((error: unknown): (ArticleLabels | null)[] => {
      if (!(error instanceof ClassifierUnavailable)) throw error;
      telemetry.log.warn('classifier.unavailable', { reason: error.message });
      return [];
    });
  return described.map((each, index) => ({ ...each, labels: labels[index] ?? null }));
}

/** Writes article_facts and appends an event for each article that had none. */
export async function storeDescriptions(
  tx: Transaction,
  log: EventLog,
  described: readonly DescribedArticle[],
): Promise<void> {
  const inserted = await storeFacts(tx, described);
  const stored = described.filter(({ article }) => inserted.has(article.id));
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
  // The rows of common names are contended, so they are locked only just before the commit.
  tx.beforeCommit(() => storeEntities(tx, stored));
}

export interface DescribeDeps {
  readonly database: Queryable;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  readonly describers: DescriberPool;
  /** Null when the describers label articles with the built-in model. */
  readonly classifier: Classifier | null;
}
