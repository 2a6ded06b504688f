import { timeOfId } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { nullable, row, text, textArray, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { entitiesByKeys, type StoredEntity } from './entities.ts';
import { namesOfTopics } from './topics.ts';

/** The story, topics, entities and copies of an article; null for what is not known yet, which takes seconds. */
export async function findArticleContext(database: Queryable, articleId: string): Promise<ArticleContext> {
  const storedAt = timeOfId(articleId);
  const [facts, placement] = await Promise.all([
    database.maybe(
      FactsRow,
      sql`
        select language, category, topics, entities from article_facts
        where article_id = ${articleId} and stored_at = ${storedAt}
      `,
    ),
    database.maybe(
      row({ story_id: uuid, copy_group: uuid }),
      sql`select story_id, copy_group from story_articles where article_id = ${articleId}`,
    ),
  ]);
  const ids = facts ? [...(facts.category === null ? [] : [facts.category]), ...facts.topics] : [];
  const [names, entities, copies] = await Promise.all([
    namesOfTopics(database, ids),
    entitiesByKeys(database, facts?.entities ?? []),
    placement ? copiesOf(database, placement.copyGroup, articleId) : [],
  ]);
  return {
    storyId: placement?.storyId ?? null,
    language: facts?.language ?? null,
    topics: ids.flatMap(id => (names.has(id) ? [{ id, name: names.get(id) ?? id }] : [])),
    entities,
    copies,
  };
}

async function copiesOf(database: Queryable, copyGroup: string, articleId: string): Promise<string[]> {
  const rows = await database.many(
    row({ article_id: uuid }),
    sql`
      select article_id from story_articles
      where copy_group = ${copyGroup} and article_id <> ${articleId} order by article_id limit ${MAX_COPIES}
    `,
  );
  return rows.map(({ articleId: id }) => id);
}

const FactsRow = row({ language: text, category: nullable(text), topics: textArray, entities: textArray });
const MAX_COPIES = 200;

export interface ArticleContext {
  readonly storyId: string | null;
  readonly language: string | null;
  /** The category first. */
  readonly topics: readonly { readonly id: string; readonly name: string }[];
  readonly entities: readonly StoredEntity[];
  /** Other articles of the copy group. */
  readonly copies: readonly string[];
}
