import { LOWEST_ID } from '../../lib/ids.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { readArticles, type StoredArticle } from '../describe/article-facts.ts';
import type { Describers } from '../describe/describer-pool.ts';
import { type Classifier, ClassifierUnavailable, type Labels } from '../topics/port.ts';
import { countAgain, type DeskTools } from './cluster-articles.ts';

/**
 * TOPIC-5: articles that went on without labels while the classifier was away get them now, the oldest first, and the
 * topics of their stories are counted again. Each language is left to whoever holds its desk. Ends when none wait, when
 * the classifier is away still, or after so many that stories would wait for the next look too long.
 */
export async function labelWhatWaits(tools: CatchUpTools): Promise<void> {
  let after: Place | null = null;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const waiting: Unlabelled[] = await readUnlabelled(tools.database, after);
    const last = waiting.at(-1);
    if (last === undefined) return;
    const byLanguage = Map.groupBy(waiting, ({ language }) => language);
    for (const [language, places] of byLanguage)
      if (tools.isHeld(language) && !(await labelSome(tools, language, places))) return;
    after = last;
  }
}

/** False when nobody can give labels now. */
async function labelSome(
  tools: CatchUpTools,
  language: string,
  places: readonly Unlabelled[],
): Promise<boolean> {
  const { database, desks } = tools;
  const articles = await readArticles(
    database,
    sql`
      select * from unnest(
        ${places.map(({ articleId }) => articleId)}::uuid[], ${places.map(({ storedAt }) => storedAt)}::timestamptz[]
      )
    `,
  );
  const labels = await askForLabels(tools, language, articles);
  if (labels === null) return false;
  // At the desk: nobody else may write the topics of its stories.
  await database.transaction(tx =>
    desks.at(tx, language, async desk => {
      await countAgain(tools, tx, desk, await writeLabels(tx, articles, labels));
    }),
  );
  return true;
}

async function askForLabels(
  { classifier, describers }: CatchUpTools,
  language: string,
  articles: readonly StoredArticle[],
): Promise<readonly (Labels | null)[] | null> {
  // Another classifier was in use when they were read, and is not any more.
  if (classifier === null)
    return (await describers.describe(articles.map(article => article.text))).map(({ labels }) => labels);
  try {
    return await classifier.classify(articles.map(article => ({ ...article.text, language })));
  } catch (error) {
    if (error instanceof ClassifierUnavailable) return null;
    throw error;
  }
}

/** Returns the stories that these articles belong to. One that has no place yet is counted when it gets one. */
async function writeLabels(
  tx: Transaction,
  articles: readonly StoredArticle[],
  labels: readonly (Labels | null)[],
): Promise<string[]> {
  const labelled = articles.flatMap((article, index) => {
    const given = labels[index];
    return given ? [{ ...article, ...given }] : [];
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

function readUnlabelled(database: Database, after: Place | null): Promise<Unlabelled[]> {
  return database.many(
    Unlabelled,
    sql`
      select stored_at, article_id, language from article_facts
      where category is null
        and (stored_at, article_id) > (${after?.storedAt ?? '-infinity'}::timestamptz, ${after?.articleId ?? LOWEST_ID}::uuid)
      order by stored_at, article_id limit ${ARTICLES_A_ROUND}
    `,
  );
}

const Unlabelled = row({ stored_at: timestamptz, article_id: uuid, language: text });
const ARTICLES_A_ROUND = 300;
const MOST_ROUNDS = 10;

type Place = Pick<Unlabelled, 'storedAt' | 'articleId'>;

interface Unlabelled {
  readonly storedAt: Date;
  readonly articleId: string;
  readonly language: string;
}

export interface CatchUpTools extends DeskTools {
  readonly database: Database;
  /** Null when the describers give labels. */
  readonly classifier: Classifier | null;
  readonly describers: Describers;
  isHeld(language: string): boolean;
}
