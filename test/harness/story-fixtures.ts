import { createHash, randomUUID } from 'node:crypto';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { seedTopics } from '../../src/stories/topics/store/taxonomy-store.ts';

/**
 * Writes stories directly into the database as the stories role would, for tests that show them. Articles are
 * stored a minute apart, beginning three hours before `at`.
 */
export async function createStoryFixtures(database: Database, at: Date): Promise<StoryFixtures> {
  await seedTopics(database, at);
  let now = at.getTime() - 3 * 3_600_000;
  const newId = createIdSource({ now: () => now, sleep: () => Promise.resolve() }, systemRandom);

  const source: StoryFixtures['source'] = async (
    name,
    { country = 'GB', language = 'en', credibility = 0.8 } = {},
  ) => {
    const id = randomUUID();
    await database.execute(sql`
      insert into sources (id, name, url, kind, country, language, credibility, interval_seconds, priority, created_at,
        updated_at)
      values (${id}, ${name}, ${`https://${id}.example/feed`}, 'feed', ${country}, ${language}, ${credibility}, 3600, 5, ${at}, ${at})
    `);
    return id;
  };

  const article: StoryFixtures['article'] = async (sourceId, title, options = {}) => {
    now += 60_000;
    const id = newId();
    const storedAt = new Date(now);
    const { summary = `${title}, in a few sentences more.`, language = 'en', imageUrl = null } = options;
    await database.execute(sql`
      insert into articles (id, stored_at, source_id, url, title, summary, body_html, body_text, content_hash,
        published_at, has_own_date, authors, categories, language, image_url, word_count, origin)
      values (${id}, ${storedAt}, ${sourceId}, ${`https://news.example/${id}`}, ${title}, ${summary},
        ${`<p>${summary}</p>`}, ${summary}, ${hashOf(id)}::uuid, ${options.publishedAt ?? storedAt}, true,
        ${[]}::text[], ${[]}::text[], ${language}, ${imageUrl}, 400, 'feed')
    `);
    return { id, storedAt, sourceId, publishedAt: options.publishedAt ?? storedAt, title, summary };
  };

  const story: StoryFixtures['story'] = async (articles, options = {}) => {
    const [first] = articles;
    const last = articles.at(-1);
    if (!first || !last) throw new RangeError('a story needs an article');
    const { language = 'en', category = 'world', topics = [], entities = [], copies = [] } = options;
    const textOf = new Map(
      copies.flatMap(([original, ...others]) => others.map(copy => [copy.id, original.id])),
    );
    const sources = new Set(articles.map(({ sourceId }) => sourceId));
    const texts = new Set(articles.map(({ id }) => textOf.get(id) ?? id));
    await database.execute(sql`
      insert into stories (id, language, headline, lead, lead_article_id, image_url, category, topics, entities,
        first_seen_at, updated_at, article_count, text_count, source_count, related)
      values (${first.id}, ${language}, ${options.headline ?? first.title}, ${first.summary}, ${first.id},
        ${options.imageUrl ?? null}, ${category}, ${topics}::text[], ${entities.map(({ key }) => key)}::text[],
        ${first.storedAt}, ${last.storedAt}, ${articles.length}, ${texts.size}, ${sources.size},
        ${options.related ?? []}::uuid[])
    `);
    for (const each of articles) {
      await database.execute(sql`
        insert into story_articles (article_id, stored_at, story_id, copy_group, source_id, published_at, score)
        values (${each.id}, ${each.storedAt}, ${first.id}, ${textOf.get(each.id) ?? each.id}, ${each.sourceId},
          ${each.publishedAt}, 1)
      `);
      await database.execute(sql`
        insert into article_facts (article_id, stored_at, source_id, published_at, language, category,
          category_confidence, topics, topic_confidences, entities, entity_mentions, fingerprint, features)
        values (${each.id}, ${each.storedAt}, ${each.sourceId}, ${each.publishedAt}, ${language}, ${category}, 0.9,
          ${topics}::text[], ${topics.map(() => 0.8)}::real[], ${entities.map(({ key }) => key)}::text[],
          ${entities.map(() => 2)}::smallint[], ''::bytea, ''::bytea)
      `);
    }
    for (const id of sources)
      await database.execute(sql`
        insert into story_sources (story_id, source_id, articles, first_at)
        values (${first.id}, ${id}, ${articles.filter(each => each.sourceId === id).length}, ${first.storedAt})
      `);
    for (const id of [category, ...topics])
      await database.execute(
        sql`insert into story_topics (story_id, topic_id, weight) values (${first.id}, ${id}, 1)`,
      );
    for (const { key, name, kind } of entities) {
      await database.execute(sql`
        insert into entities (key, name, kind, articles, last_seen_at) values (${key}, ${name}, ${kind}, 1, ${at})
        on conflict (key) do update set articles = entities.articles + 1
      `);
      await database.execute(
        sql`insert into story_entities (story_id, entity_key, articles) values (${first.id}, ${key}, 1)`,
      );
    }
    return first.id;
  };

  const breaking: StoryFixtures['breaking'] = async (storyId, { since, until = null, velocity }) => {
    await database.execute(sql`
      update stories set breaking_since = ${since}, breaking_until = ${until}, breaking_because = 'coverage',
        velocity = ${until === null ? velocity : 0}
      where id = ${storyId}
    `);
    await database.execute(sql`
      insert into breaking_episodes (story_id, began_at, ended_at, because, velocity)
      values (${storyId}, ${since}, ${until}, 'coverage', ${velocity})
    `);
  };
  return { source, article, story, breaking };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export interface WrittenArticle {
  readonly id: string;
  readonly storedAt: Date;
  readonly sourceId: string;
  readonly publishedAt: Date;
  readonly title: string;
  readonly summary: string;
}

export interface StoryFixtures {
  source(
    name: string,
    options?: { country?: string | null; language?: string | null; credibility?: number },
  ): Promise<string>;
  article(
    sourceId: string,
    title: string,
    options?: { summary?: string; language?: string; imageUrl?: string; publishedAt?: Date },
  ): Promise<WrittenArticle>;
  /** `copies` are lists of articles with one text, the original first. */
  story(
    articles: readonly WrittenArticle[],
    options?: {
      headline?: string;
      language?: string;
      category?: string;
      topics?: readonly string[];
      entities?: readonly { key: string; name: string; kind: string }[];
      related?: readonly string[];
      imageUrl?: string;
      copies?: readonly (readonly [WrittenArticle, ...WrittenArticle[]])[];
    },
  ): Promise<string>;
  breaking(storyId: string, episode: { since: Date; until?: Date | null; velocity: number }): Promise<void>;
}
