import type { Database } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';

export const DIMENSION = 3;

export async function addTopic(database: Database): Promise<void> {
  await database.execute(sql`
    insert into topics (id, dimension, name, keywords, updated_at) values ('physics', ${DIMENSION}, 'Physics', '{}', now())
  `);
}

export async function addReader(database: Database, id: string): Promise<string> {
  await database.execute(sql`
    insert into users (id, email, display_name, roles, created_at, updated_at)
    values (${id}, ${`${id}@reader.example`}, 'Reader', '{reader}', now(), now())
  `);
  return id;
}

export async function describedArticle(database: Database, id: string): Promise<string> {
  await database.execute(sql`
    insert into article_facts (article_id, stored_at, source_id, published_at, language, category, category_confidence,
      topics, topic_confidences, entities, entity_mentions, fingerprint, features)
    values (${id}, to_timestamp(('x' || substr(replace(${id}, '-', ''), 1, 12))::bit(48)::bigint / 1000.0),
      ${id}, now(), 'en', null, null, '{physics}', '{0.8}', '{marie-curie}', '{2}', '', '')
  `);
  return id;
}
