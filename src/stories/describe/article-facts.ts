import type { Queryable, Transaction } from '../../platform/database/port.ts';
import {
  nullable,
  type RowOf,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';
import type { Labels } from '../topics/port.ts';
import type { ArticleToDescribe, Description } from './describe.ts';

/** Articles that nobody has described yet, of those that are asked for. Whatever is described already is left out. */
export async function undescribed(
  database: Queryable,
  keys: readonly ArticleKey[],
): Promise<StoredArticle[]> {
  return readArticles(
    database,
    sql`
      select id, stored_at
      from unnest(${keys.map(({ articleId }) => articleId)}::uuid[], ${keys.map(({ storedAt }) => storedAt)}::timestamptz[])
        as named (id, stored_at)
      where not exists (
        select from article_facts
        where article_facts.article_id = named.id and article_facts.stored_at = named.stored_at
      )
    `,
  );
}

/** What is read of the articles that a statement names by id and the moment they were stored. */
export async function readArticles(database: Queryable, named: Statement): Promise<StoredArticle[]> {
  const rows = await database.many(
    ArticleRow,
    sql`
      select articles.id, articles.stored_at, articles.source_id, articles.url, articles.title, articles.summary,
        left(articles.body_text, ${LONGEST_BODY}) as body_text, articles.published_at, articles.categories,
        coalesce(articles.language, sources.language) as declared_language, sources.name as source_name,
        sources.category as source_category
      from (${named}) as asked (id, stored_at)
      join articles on articles.id = asked.id and articles.stored_at = asked.stored_at
      join sources on sources.id = articles.source_id
      order by articles.id
    `,
  );
  return rows.map(toStoredArticle);
}

/**
 * Returns those that were new: somebody else may have described some of them meanwhile, and some may have been taken out.
 * Whoever takes one out from now on waits for the end of this transaction and then finds what it left.
 */
export async function storeFacts(
  tx: Transaction,
  described: readonly DescribedArticle[],
): Promise<ReadonlySet<string>> {
  const labels = described.map(({ labels }) => labels);
  const rows = await tx.many(
    row({ article_id: uuid }),
    sql`
      insert into article_facts (article_id, stored_at, source_id, published_at, language, category,
        category_confidence, topics, topic_confidences, entities, entity_mentions, fingerprint, features)
      select fresh.id, fresh.stored_at, source_id, published_at, language, category, category_confidence,
        string_to_array(topics, ${BETWEEN}), string_to_array(topic_confidences, ${BETWEEN})::real[],
        string_to_array(entities, ${BETWEEN}), string_to_array(entity_mentions, ${BETWEEN})::smallint[], fingerprint, features
      from unnest(
        ${described.map(({ article }) => article.id)}::uuid[],
        ${described.map(({ article }) => article.storedAt)}::timestamptz[],
        ${described.map(({ article }) => article.sourceId)}::uuid[],
        ${described.map(({ article }) => article.publishedAt)}::timestamptz[],
        ${described.map(({ description }) => description.language)}::text[],
        ${labels.map(given => given?.category.id ?? null)}::text[],
        ${labels.map(given => (given === null ? null : String(given.category.confidence)))}::real[],
        ${labels.map(given => (given?.topics ?? []).map(({ id }) => id).join(BETWEEN))}::text[],
        ${labels.map(given => (given?.topics ?? []).map(({ confidence }) => confidence).join(BETWEEN))}::text[],
        ${described.map(({ description }) => description.entities.map(({ key }) => key).join(BETWEEN))}::text[],
        ${described.map(({ description }) => description.entities.map(({ mentions }) => Math.min(mentions, 32_767)).join(BETWEEN))}::text[],
        ${described.map(({ description }) => description.fingerprint)}::bytea[],
        ${described.map(({ description }) => description.features)}::bytea[]
      ) as fresh (id, stored_at, source_id, published_at, language, category, category_confidence, topics,
        topic_confidences, entities, entity_mentions, fingerprint, features)
      cross join lateral (
        select from articles where articles.id = fresh.id and articles.stored_at = fresh.stored_at for key share
      ) as kept
      on conflict do nothing
      returning article_id
    `,
  );
  return new Set(rows.map(({ articleId }) => articleId));
}

/** What is known of each name beside its key: how it is written, and how often it was met. */
export async function storeEntities(tx: Transaction, described: readonly DescribedArticle[]): Promise<void> {
  const met = new Map<string, { name: string; kind: string; articles: number; at: Date }>();
  for (const { article, description } of described)
    for (const { key, name, kind } of description.entities) {
      const known = met.get(key);
      if (known) known.articles++;
      else met.set(key, { name, kind, articles: 1, at: article.storedAt });
    }
  if (met.size === 0) return;
  // In one order for everyone, so that writers queue and never wait in a circle.
  const entries = [...met].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx.execute(sql`
    insert into entities (key, name, kind, articles, last_seen_at)
    select * from unnest(
      ${entries.map(([key]) => key)}::text[],
      ${entries.map(([, { name }]) => name)}::text[],
      ${entries.map(([, { kind }]) => kind)}::text[],
      ${entries.map(([, { articles }]) => articles)}::bigint[],
      ${entries.map(([, { at }]) => at)}::timestamptz[]
    )
    on conflict (key) do update set
      articles = entities.articles + excluded.articles,
      last_seen_at = greatest(entities.last_seen_at, excluded.last_seen_at)
  `);
}

/** Lists of an article travel as one text: `unnest` would make one long list of all of them. */
const BETWEEN = '\n';

/** Beyond this nothing of an article is read any more: what it is about stands above. */
const LONGEST_BODY = 20_000;

const ArticleRow = row({
  id: uuid,
  stored_at: timestamptz,
  source_id: uuid,
  url: text,
  title: text,
  summary: text,
  body_text: text,
  published_at: timestamptz,
  categories: textArray,
  declared_language: nullable(text),
  source_name: text,
  source_category: nullable(text),
});

function toStoredArticle(found: RowOf<typeof ArticleRow>): StoredArticle {
  const { declaredLanguage, sourceCategory, publishedAt } = found;
  return {
    id: found.id,
    storedAt: found.storedAt,
    sourceId: found.sourceId,
    publishedAt,
    text: {
      ...found,
      declaredLanguage: declaredLanguage ?? undefined,
      sourceCategory: sourceCategory ?? undefined,
      publishedAt: publishedAt.getTime(),
    },
  };
}

export interface ArticleKey {
  readonly articleId: string;
  readonly storedAt: Date;
}

export interface StoredArticle {
  readonly id: string;
  readonly storedAt: Date;
  readonly sourceId: string;
  readonly publishedAt: Date;
  readonly text: ArticleToDescribe;
}

export interface DescribedArticle {
  readonly article: StoredArticle;
  readonly description: Description;
  /** Null when the classifier was away. */
  readonly labels: Labels | null;
}
