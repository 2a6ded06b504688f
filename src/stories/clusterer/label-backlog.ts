import { LOWEST_ID } from '../../lib/ids.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { readArticles, type StoredArticle } from '../describe/article-facts.ts';
import type { DescriberPool } from '../describe/describer-pool.ts';
import { type ArticleLabels, type Classifier, ClassifierUnavailable } from '../topics/port.ts';
import type { ClusteringDeps } from './clustering-deps.ts';
import { recountStories } from './write-changes.ts';

/**
 * TOPIC-5: labels the articles that were stored while the classifier was unavailable, oldest first, and recounts the
 * topics of their stories. Each language is left to the process that holds its partition. It ends when none are
 * left, when the classifier is still unavailable, or after a limit, so that maintenance runs on time.
 */
export async function labelBacklog(deps: LabelBacklogDeps): Promise<void> {
  let after: BacklogCursor | null = null;
  for (let round = 0; round < MAX_BATCHES; round++) {
    const waiting: Unlabelled[] = await readUnlabelled(deps.database, after);
    const last = waiting.at(-1);
    if (last === undefined) return;
    const byLanguage = Map.groupBy(waiting, ({ language }) => language);
    for (const [language, articles] of byLanguage)
      if (deps.isHeld(language) && !(await labelBatch(deps, language, articles))) return;
    after = last;
  }
}

/** False when the classifier is unavailable. */
async function labelBatch(
  deps: LabelBacklogDeps,
  language: string,
  unlabelled: readonly Unlabelled[],
): Promise<boolean> {
  const { database, registry } = deps;
  const articles = await readArticles(
    database,
    sql`
      select * from unnest(
        ${unlabelled.map(({ articleId }) => articleId)}::uuid[], ${unlabelled.map(({ storedAt }) => storedAt)}::timestamptz[]
      )
    `,
  );
  const labels = await requestLabels(deps, language, articles);
  if (labels === null) return false;
  // Under the language's lock: only its clusterer writes the topics of its stories.
  await database.transaction(tx =>
    registry.run(tx, language, async clusterer => {
      await recountStories(deps, tx, clusterer, await writeLabels(tx, articles, labels));
    }),
  );
  return true;
}

async function requestLabels(
  { classifier, describers }: LabelBacklogDeps,
  language: string,
  articles: readonly StoredArticle[],
): Promise<readonly (ArticleLabels | null)[] | null> {
  // They were stored under an external classifier that is no longer configured.
  if (classifier === null)
    return (await describers.describe(articles.map(article => article.text))).map(({ labels }) => labels);
  try {
    return await classifier.classify(articles.map(article => ({ ...article.text, language })));
  } catch (error) {
    if (error instanceof ClassifierUnavailable) return null;
    throw error;
  }
}

/** Returns the stories of these articles. An article without a story is counted when it gets one. */
async function writeLabels(
  tx: Transaction,
  articles: readonly StoredArticle[],
  labels: readonly (ArticleLabels | null)[],
): Promise<string[]> {
  const labelled = articles.flatMap((article, index) => {
    const label = labels[index];
    return label ? [{ ...article, ...label }] : [];
  });
  const rows = await tx.many(
    row({ story_id: nullable(uuid) }),
    sql`
      with labelled as (
        update article_facts set category = fresh.category, category_confidence = fresh.category_confidence,
          topics = string_to_array(fresh.topics, ' '),
          topic_confidences = string_to_array(fresh.topic_confidences, ' ')::real[]
        from unnest(
          ${labelled.map(({ id }) => id)}::uuid[],
          ${labelled.map(({ storedAt }) => storedAt)}::timestamptz[],
          ${labelled.map(({ category }) => category.id)}::text[],
          ${labelled.map(({ category }) => String(category.confidence))}::real[],
          ${labelled.map(({ topics }) => topics.map(({ id }) => id).join(' '))}::text[],
          ${labelled.map(({ topics }) => topics.map(({ confidence }) => confidence).join(' '))}::text[]
        ) as fresh (id, stored_at, category, category_confidence, topics, topic_confidences)
        where article_facts.article_id = fresh.id and article_facts.stored_at = fresh.stored_at
          and article_facts.category is null
        returning article_facts.article_id
      )
      select distinct story_id from labelled join story_articles using (article_id)
    `,
  );
  return rows.flatMap(({ storyId }) => storyId ?? []);
}

function readUnlabelled(database: Database, after: BacklogCursor | null): Promise<Unlabelled[]> {
  return database.many(
    Unlabelled,
    sql`
      select stored_at, article_id, language from article_facts
      where category is null
        and (stored_at, article_id) > (${after?.storedAt ?? '-infinity'}::timestamptz, ${after?.articleId ?? LOWEST_ID}::uuid)
      order by stored_at, article_id limit ${BATCH_ARTICLES}
    `,
  );
}

const Unlabelled = row({ stored_at: timestamptz, article_id: uuid, language: text });
const BATCH_ARTICLES = 300;
const MAX_BATCHES = 10;

type BacklogCursor = Pick<Unlabelled, 'storedAt' | 'articleId'>;

interface Unlabelled {
  readonly storedAt: Date;
  readonly articleId: string;
  readonly language: string;
}

export interface LabelBacklogDeps extends ClusteringDeps {
  /** Null when the describers label articles with the built-in model. */
  readonly classifier: Classifier | null;
  readonly describers: DescriberPool;
  isHeld(language: string): boolean;
}
