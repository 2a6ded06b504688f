import type { Database } from '../../src/platform/database/port.ts';
import { type Statement, sql } from '../../src/platform/database/sql.ts';
import { seedTopics } from '../../src/stories/topics/store/taxonomy-store.ts';
import { type Corpus, corpusOf, type Size, type TableName } from './corpus.ts';

/** Writes stories and readers as the program would; returns the tokens of some of the readers. */
export async function fill(database: Database, size: Size, now: number): Promise<Corpus['tokens']> {
  await seedTopics(database, new Date(now));
  const { lines, tokens } = corpusOf(size, now);
  for (const [name, statement] of Object.entries(COPIES))
    await database.transaction(tx => tx.copyIn(statement, chunksOf(lines[name as TableName])), {
      statementTimeoutMs: 300_000,
    });
  await database.execute(sql`
    insert into entities (key, name, kind, articles, last_seen_at)
    select distinct key, initcap(replace(key, '-', ' ')), 'other', 1, now() from stories, unnest(stories.entities) as key
  `);
  await database.execute(sql`analyze`);
  return tokens;
}

async function* chunksOf(lines: readonly string[]): AsyncIterable<Buffer> {
  for (let at = 0; at < lines.length; at += AT_ONCE)
    yield Buffer.from(lines.slice(at, at + AT_ONCE).join(''));
}

const COPIES: Readonly<Record<TableName, Statement>> = {
  sources: sql`
    copy sources (id, name, url, kind, country, language, credibility, interval_seconds, priority, created_at,
      updated_at) from stdin`,
  stories: sql`
    copy stories (id, language, headline, lead, lead_article_id, category, topics, entities, first_seen_at, updated_at,
      article_count, text_count, source_count) from stdin`,
  articles: sql`
    copy articles (id, stored_at, source_id, url, title, summary, body_html, body_text, content_hash, published_at,
      language, authors, categories, has_own_date, word_count, origin) from stdin`,
  story_articles: sql`
    copy story_articles (article_id, stored_at, story_id, copy_group, source_id, published_at, score) from stdin`,
  story_topics: sql`copy story_topics (story_id, topic_id, weight) from stdin`,
  users: sql`copy users (id, email, display_name, created_at, updated_at) from stdin`,
  interests: sql`copy interests (user_id, state, updated_at) from stdin`,
  api_tokens: sql`copy api_tokens (id, user_id, name, secret_hash, scopes, created_at) from stdin`,
};

const AT_ONCE = 2_000;
