import { timeOfId } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { bytea, int8, row, text, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** SRCH-10: vectors of articles, as the model made them, so that a start does not ask for them again. */

/** Articles since a moment that have none of this model, newest first. */
export function articlesWithout(
  database: Queryable,
  { model, since, most }: { readonly model: string; readonly since: Date; readonly most: number },
): Promise<TextToEmbed[]> {
  return database.many(
    row({ id: uuid, title: text, summary: text, body: text }),
    sql`
      select id, title, summary, left(body_text, ${LONGEST_BODY}) as body from articles
      where stored_at >= ${since} and not exists (
        select from article_vectors where article_id = articles.id and model = ${model}
      )
      order by stored_at desc limit ${most}
    `,
  );
}

export async function keepVectors(
  database: Queryable,
  model: string,
  vectors: readonly { readonly id: string; readonly vector: Int8Array }[],
): Promise<void> {
  const ids = vectors.map(({ id }) => id);
  await database.execute(sql`
    insert into article_vectors (article_id, stored_at, model, vector)
    select * from unnest(
      ${ids}::uuid[], ${ids.map(id => timeOfId(id)?.toISOString() ?? new Date(0).toISOString())}::timestamptz[],
      ${ids.map(() => model)}::text[],
      ${vectors.map(({ vector }) => `\\x${Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString('hex')}`)}::bytea[]
    )
    on conflict (article_id) do update set model = excluded.model, vector = excluded.vector, number = default
  `);
}

/** In the order in which they were made, from behind a number on. */
export function vectorsAfter(
  database: Queryable,
  { model, since, after, most }: VectorPage,
): Promise<StoredVector[]> {
  return database.many(
    row({ article_id: uuid, number: int8, vector: bytea }),
    sql`
      select article_id, number, vector from article_vectors
      where model = ${model} and number > ${after} and stored_at >= ${since}
      order by number limit ${most}
    `,
  );
}

export function dropOldVectors(database: Queryable, before: Date): Promise<number> {
  return database.execute(sql`
    delete from article_vectors
    where article_id in (select article_id from article_vectors where stored_at < ${before} limit 5000)
  `);
}

const LONGEST_BODY = 1_000;

export interface TextToEmbed {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

interface VectorPage {
  readonly model: string;
  readonly since: Date;
  readonly after: number;
  readonly most: number;
}

export interface StoredVector {
  readonly articleId: string;
  readonly number: number;
  readonly vector: Buffer;
}
