import { createHash } from 'node:crypto';
import { newApiToken } from '../../src/accounts/secrets.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { type Random, seededRandom, systemRandom } from '../../src/lib/random.ts';
import { encodeInterests } from '../../src/signals/interests/encoding.ts';
import { noInterests } from '../../src/signals/interests/interests.ts';
import { TAXONOMY } from '../../src/stories/topics/taxonomy/taxonomy.ts';

/**
 * Two days of stories and readers with interests, as lines for COPY. Most stories have one source, few have many. A
 * reader has a dozen topics, some names and some sources.
 */
export function corpusOf({ stories, readers }: Size, now: number): Corpus {
  const random = seededRandom(7);
  const lines: Record<TableName, string[]> = {
    sources: [],
    stories: [],
    articles: [],
    story_articles: [],
    story_topics: [],
    users: [],
    interests: [],
    api_tokens: [],
  };
  // Ids contain their creation time, so older stories come first.
  let at = now - TWO_DAYS;
  const newId = createIdSource({ now: () => at, sleep: () => Promise.resolve() }, systemRandom);
  const created = new Date(now - TWO_DAYS).toISOString();
  const sources = Array.from({ length: SOURCES }, (_, number) => {
    const id = newId();
    lines.sources.push(
      row([
        id,
        `Paper ${number}`,
        `https://paper-${number}.example/feed`,
        'feed',
        'GB',
        'en',
        0.3 + (number % 7) / 10,
        3600,
        5,
        created,
        created,
      ]),
    );
    return id;
  });
  for (let left = stories; left > 0; left--) {
    // The newest is a minute old, so that no story is in the future during the measurement.
    at = now - 60_000 - Math.floor((left / stories) * TWO_DAYS * 0.97);
    addStory(lines, { at, sources, random, newId });
  }
  const tastes = Array.from({ length: Math.min(readers, TASTES) }, () => tasteOf(sources, random));
  const tokens: string[] = [];
  for (let number = 0; number < readers; number++) {
    const id = newId();
    lines.users.push(row([id, `reader-${number}@example.org`, `Reader ${number}`, created, created]));
    lines.interests.push(row([id, tastes[number % tastes.length] ?? '', created]));
    if (number >= READERS_WITH_TOKEN) continue;
    const secret = newApiToken(random);
    tokens.push(secret);
    const hash = createHash('sha256').update(secret).digest('hex');
    lines.api_tokens.push(row([newId(), id, 'benchmark', `\\\\x${hash}`, '{reading:read}', created]));
  }
  return { lines, tokens };
}

function addStory(lines: Corpus['lines'], { at, sources, random, newId }: StoryInput): void {
  const moment = new Date(at).toISOString();
  const id = newId();
  const count = Math.min(20, Math.floor(1 / (1 - random.fraction() * 0.97)));
  const [category, ...topics] = topicsOf(random);
  const title = headline(random);
  const lead = `${headline(random)}, said those who were there. ${headline(random)}.`;
  lines.stories.push(
    row([
      id,
      'en',
      title,
      lead,
      id,
      category ?? 'world',
      `{${topics.join(',')}}`,
      `{${entityOf(random)},${entityOf(random)}}`,
      moment,
      moment,
      count,
      count,
      count,
    ]),
  );
  const first = Math.floor(random.fraction() * sources.length);
  for (let index = 0; index < count; index++) {
    const articleId = index === 0 ? id : newId();
    const sourceId = sources[(first + index * 37) % sources.length] ?? '';
    const headlineText = index === 0 ? title : headline(random);
    const hash = createHash('md5').update(articleId).digest('hex');
    lines.articles.push(
      row([
        articleId,
        moment,
        sourceId,
        `https://news.example/${articleId}`,
        headlineText,
        lead,
        `<p>${lead}</p>`,
        lead,
        hash,
        moment,
        'en',
        '{}',
        '{}',
        't',
        400,
        'feed',
      ]),
    );
    lines.story_articles.push(row([articleId, moment, id, articleId, sourceId, moment, 1]));
  }
  for (const topic of [category ?? 'world', ...topics])
    lines.story_topics.push(row([id, topic, (0.3 + random.fraction()).toFixed(3)]));
}

function topicsOf(random: Random): string[] {
  const one = TAXONOMY[Math.floor(random.fraction() ** 2 * TAXONOMY.length)];
  const other = TAXONOMY[Math.floor(random.fraction() * TAXONOMY.length)];
  const all = [one?.parent ?? one?.id, one?.id, other?.id].filter(id => id !== undefined && id !== null);
  return [...new Set(all)];
}

function tasteOf(sources: readonly string[], random: Random): string {
  const none = noInterests();
  const topics = new Float32Array(none.topics.length);
  for (let each = 0; each < 12; each++) {
    const dimension = TAXONOMY[Math.floor(random.fraction() ** 2 * TAXONOMY.length)]?.dimension ?? 0;
    topics[dimension] = random.fraction();
  }
  const length = Math.hypot(...topics);
  for (const [dimension, level] of topics.entries()) topics[dimension] = level / length;
  const entities = new Map(Array.from({ length: 15 }, () => [entityOf(random), random.fraction()] as const));
  const some = new Map(
    Array.from(
      { length: 8 },
      () => [sources[Math.floor(random.fraction() * sources.length)] ?? '', random.fraction()] as const,
    ),
  );
  return `\\\\x${Buffer.from(encodeInterests({ ...none, learnedAt: 1, topics, entities, sources: some })).toString('hex')}`;
}

function entityOf(random: Random): string {
  return `name-${Math.floor(random.fraction() ** 2 * 5_000)}`;
}

function headline(random: Random): string {
  return Array.from({ length: 9 }, () => WORDS[Math.floor(random.fraction() * WORDS.length)]).join(' ');
}

function row(values: readonly (string | number)[]): string {
  return `${values.join('\t')}\n`;
}

const WORDS =
  'harbour council budget storm ferry vote court strike river bridge chess market school fire ministry rail energy harvest border treaty inquiry festival museum league summit drought vaccine satellite bank union mayor airport glacier reactor orchestra verdict'.split(
    ' ',
  );
const TWO_DAYS = 48 * 3_600_000;
const SOURCES = 2_000;
/** The number of different interest profiles; more would only take longer to create. */
const TASTES = 2_000;
const READERS_WITH_TOKEN = 10_000;

interface StoryInput {
  readonly at: number;
  readonly sources: readonly string[];
  readonly random: Random;
  readonly newId: () => string;
}

export type TableName =
  | 'sources'
  | 'stories'
  | 'articles'
  | 'story_articles'
  | 'story_topics'
  | 'users'
  | 'interests'
  | 'api_tokens';

export interface Size {
  readonly stories: number;
  readonly readers: number;
}

export interface Corpus {
  readonly lines: Record<TableName, string[]>;
  /** Of the first ten thousand readers. */
  readonly tokens: readonly string[];
}
