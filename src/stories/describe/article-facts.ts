import type { ArticleStored } from '../../model/article.ts';
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
import type { LogEvent } from '../../platform/log/port.ts';
import type { ArticleLabels } from '../topics/port.ts';
import type { ArticleDescription, ArticleToDescribe } from './describe.ts';

/** The key of the article of an `articles.new` event. */
export function keyOf({ data }: LogEvent<ArticleStored>): ArticleKey {
  const { articleId, storedAt } = data;
  return { articleId, storedAt: new Date(storedAt) };
}

/** The articles of these keys that have no facts yet. */
export async function readUndescribed(
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

/** The texts of the articles that a statement names by id and storage time. */
export async function readArticles(database: Queryable, named: Statement): Promise<StoredArticle[]> {
  const rows = await database.many(
    ArticleRow,
    sql`
      select articles.id, articles.stored_at, articles.source_id, articles.url, articles.title, articles.summary,
        left(articles.body_text, ${MAX_BODY_LENGTH}) as body_text, articles.published_at, articles.categories,
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
 * Returns the articles whose facts were inserted: another process may have described some, and some may have been
 * removed. The articles are locked, so a removal waits for this transaction and then removes the facts too.
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
        string_to_array(topics, ${SEPARATOR}), string_to_array(topic_confidences, ${SEPARATOR})::real[],
        string_to_array(entities, ${SEPARATOR}), string_to_array(entity_mentions, ${SEPARATOR})::smallint[], fingerprint, features
      from unnest(
        ${described.map(({ article }) => article.id)}::uuid[],
        ${described.map(({ article }) => article.storedAt)}::timestamptz[],
        ${described.map(({ article }) => article.sourceId)}::uuid[],
        ${described.map(({ article }) => article.publishedAt)}::timestamptz[],
        ${described.map(({ description }) => description.language)}::text[],
        ${labels.map(given => given?.category.id ?? null)}::text[],
        ${labels.map(given => (given === null ? null : String(given.category.confidence)))}::real[],
        ${labels.map(given => (given?.topics ?? []).map(({ id }) => id).join(SEPARATOR))}::text[],
        ${labels.map(given => (given?.topics ?? []).map(({ confidence }) => confidence).join(SEPARATOR))}::text[],
        ${described.map(({ description }) => description.entities.map(({ key }) => key).join(SEPARATOR))}::text[],
        ${described.map(({ description }) => description.entities.map(({ mentions }) => Math.min(mentions, 32_767)).join(SEPARATOR))}::text[],
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

/** Name and kind of each entity, and how many articles mention it. */
export async function storeEntities(tx: Transaction, described: readonly DescribedArticle[]): Promise<void> {
  const met = new Map<string, { name: string; kind: string; articles: number; at: Date }>();
  for (const { article, description } of described)
    for (const { key, name, kind } of description.entities) {
      const known = met.get(key);
      if (known) known.articles++;
      else met.set(key, { name, kind, articles: 1, at: article.storedAt });
    }
  if (met.size === 0) return;
  // Sorted, so that concurrent writers cannot deadlock.
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

/** Lists are sent as one text per article, because `unnest` would flatten arrays of arrays. */
const SEPARATOR = '\n';

/** The rest of a longer body is not read: what an article is about is in its beginning. */
const MAX_BODY_LENGTH = 20_000;

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
  readonly description: ArticleDescription;
  /** Null when the classifier was unavailable. */
  readonly labels: ArticleLabels | null;
}
