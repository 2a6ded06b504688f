import { timeOfId } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { bytea, int8, row, text, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** SRCH-10: stored vectors of articles, so that a restart does not embed them again. */

/** Recent articles without a vector of this model, newest first. */
export function articlesWithoutVector(
  database: Queryable,
  { model, since, limit }: { readonly model: string; readonly since: Date; readonly limit: number },
): Promise<TextToEmbed[]> {
  return database.many(
    row({ id: uuid, title: text, summary: text, body: text }),
    sql`
      select id, title, summary, left(body_text, ${MAX_BODY_LENGTH}) as body from articles
      where stored_at >= ${since} and not exists (
        select from article_vectors where article_id = articles.id and model = ${model}
      )
      order by stored_at desc limit ${limit}
    `,
  );
}

export async function storeVectors(
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

/** In the order of their creation, after a number. */
export function vectorsAfter(
  database: Queryable,
  { model, since, after, limit }: VectorPageParams,
): Promise<StoredVector[]> {
  return database.many(
    row({ article_id: uuid, number: int8, vector: bytea }),
    sql`
      select article_id, number, vector from article_vectors
      where model = ${model} and number > ${after} and stored_at >= ${since}
      order by number limit ${limit}
    `,
  );
}

export function deleteOldVectors(database: Queryable, before: Date): Promise<number> {
  return database.execute(sql`
    delete from article_vectors
    where article_id in (select article_id from article_vectors where stored_at < ${before} limit 5000)
  `);
}

const MAX_BODY_LENGTH = 1_000;

export interface TextToEmbed {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

interface VectorPageParams {
  readonly model: string;
  readonly since: Date;
  readonly after: number;
  readonly limit: number;
}

export interface StoredVector {
  readonly articleId: string;
  readonly number: number;
  readonly vector: Buffer;
}
