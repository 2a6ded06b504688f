import type { Queryable } from '../platform/database/port.ts';
import { bytea, row, text, timestamptz } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { CopyIndex } from './copies/copy-index.ts';
import { fromBytes } from './fingerprints/bytes.ts';

/**
 * COPY-2: articles that are not in the copy group in which one index, told of all of them in the order of their ids, has
 * them. Groups do not depend on the order, so there are none, however many desks had a hand in it.
 */
export async function wrongCopyGroups(database: Queryable): Promise<string[]> {
  const articles = await database.many(
    row({ id: text, stored_at: timestamptz, language: text, source: text, fingerprint: bytea, known: text }),
    sql`
      select article_id::text as id, facts.stored_at, language, facts.source_id::text as source, fingerprint,
        copy_group::text as known
      from article_facts as facts join story_articles using (article_id) order by article_id
    `,
  );
  const indexes = new Map<string, CopyIndex>();
  const groupOf = ({ id, storedAt, language, source, fingerprint: bytes }: (typeof articles)[number]) => {
    const fingerprint = fromBytes(bytes);
    if (fingerprint === null) throw new Error(`the fingerprint of ${id} cannot be read`);
    const index = indexes.get(language) ?? new CopyIndex();
    indexes.set(language, index);
    return index.add({ id, fingerprint, storedAt: storedAt.getTime(), language, source }).group;
  };
  for (const article of articles) groupOf(article);
  // Once more: what is known is not added again, and all groups have their last names now.
  return articles.filter(article => groupOf(article) !== article.known).map(({ id }) => id);
}
