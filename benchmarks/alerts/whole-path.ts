import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Installation, openInstallation } from '../../src/context.ts';
import { timeOfId } from '../../src/lib/ids.ts';
import type { StoryChanged } from '../../src/model/story.ts';
import { int4, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { webhookChannel } from '../../src/search/alerts/delivery/webhook-channel.ts';
import { startMatching } from '../../src/search/alerts/match-articles.ts';
import { SavedQueries } from '../../src/search/alerts/saved-queries.ts';
import type { FilterParams } from '../../src/search/query/filters.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';
import { testConfig } from '../../test/harness/config.ts';
import { postgresCpuSeconds } from '../crawl/processes.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { createReaders } from '../harness/readers.ts';
import { madeUpArticle } from '../search/corpus.ts';

/**
 * SRCH-9 end to end: reads the articles of changed stories from the log, matches them, records the matches, and
 * enqueues a tenth of them as webhooks, in one transaction per batch. The cost depends on both articles and matches,
 * so it is measured with broad and with narrow searches.
 */
export async function measureWholePath(
  ctx: BenchmarkContext,
  sets: Readonly<Record<string, SavedSearchSet>>,
): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, { queries, goal }] of Object.entries(sets)) {
    const { articles, matches, seconds, ours, theirs } = await measured(ctx, name, queries);
    rows.push([
      name,
      articles,
      matches / articles,
      articles / seconds,
      articles / ours,
      articles / (ours + theirs),
      Math.round(matches / seconds),
    ]);
    const figure = (what: string, value: number) =>
      ctx.figure({
        metric: `alerts.${name}.${what}`,
        value: Math.round(value),
        unit: 'articles/s',
        goal,
        better: 'higher',
      });
    figure('whole-path.per-second-of-our-cpu', articles / ours);
    figure('whole-path.per-second-of-all-cpu', articles / (ours + theirs));
  }
  ctx.table(
    'From the log to recorded matches, 10,000 saved searches in PostgreSQL',
    [
      'searches',
      'articles',
      'matches per article',
      'a second',
      'per second of our CPU',
      'per second of all CPU',
      'matches a second',
    ],
    rows,
  );
}

async function measured(ctx: BenchmarkContext, name: string, queries: readonly SavedSearchQuery[]) {
  await using open = new AsyncDisposableStack();
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-alerts-'));
  open.defer(() => rm(data, { recursive: true, force: true }));
  const url = await (await ctx.postgres()).createDatabase(`alerts-${name}`);
  const telemetry = createMemoryTelemetry({ level: 'error' });
  const installation = await openInstallation(testConfig({ 'database-url': url, data }), { telemetry });
  open.defer(() => installation.close());
  const { database, background, broker } = installation;
  const [warming, articles] = ctx.quick ? [200, 400] : [600, 4_000];
  await save(installation, queries);
  const [first, rest] = [await store(installation, 0, warming), await store(installation, warming, articles)];
  await database.execute(sql`vacuum analyze`);
  const saved = new SavedQueries(background, telemetry.log);
  const matching = await startMatching({ ...installation, saved, channels: [webhookChannel(broker)] });
  open.defer(() => matching.stop());
  // All saved searches are loaded, and the code is warm.
  await publish(installation, first);
  await matching.drained();
  const before = await counted(installation);
  const [began, used, postgres] = [performance.now(), process.cpuUsage(), await postgresCpuSeconds(database)];
  await publish(installation, rest);
  await matching.drained();
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const theirs = (await postgresCpuSeconds(database)) - postgres;
  const matches = (await counted(installation)) - before;
  return { articles, matches, seconds, ours: (user + system) / 1e6, theirs };
}

async function save(installation: Installation, queries: readonly SavedSearchQuery[]): Promise<void> {
  const { database, newId, clock } = installation;
  const readers = await createReaders(installation, READERS);
  const now = new Date(clock.now() - 86_400_000);
  await database.execute(sql`
    insert into saved_searches (id, user_id, name, query, filters, email, webhook_url, created_at, updated_at, version)
    select id, reader, query, query, filters::jsonb, 'none', webhook, ${now}, ${now}, nextval('saved_search_versions')
    from unnest(
      ${queries.map(() => newId())}::uuid[], ${queries.map((_, index) => readers[index % READERS] ?? '')}::uuid[],
      ${queries.map(({ query }) => query)}::text[], ${queries.map(({ filters }) => JSON.stringify(filters))}::text[],
      ${queries.map((_, index) => (index % 10 === 0 ? 'https://hooks.example/' : null))}::text[]
    ) as given (id, reader, query, filters, webhook)
  `);
}

/** Returns the ids of the articles, which are generated from their numbers. */
async function store(
  { database, newId, clock }: Installation,
  from: number,
  count: number,
): Promise<string[]> {
  const now = new Date(clock.now());
  const sources = new Map<string, string>();
  const articles = Array.from({ length: count }, (_, index) => {
    const made = madeUpArticle(from + index);
    const sourceId = sources.get(made.sourceId) ?? randomUUID();
    sources.set(made.sourceId, sourceId);
    const id = newId();
    return { ...made, id, sourceId, storedAt: timeOfId(id) ?? now };
  });
  await database.execute(sql`
    insert into sources (id, name, url, kind, interval_seconds, priority, created_at, updated_at)
    select id, name, 'https://' || id || '.example/feed', 'feed', 3600, 5, ${now}, ${now}
    from unnest(${[...sources.values()]}::uuid[], ${[...sources.keys()]}::text[]) as given (id, name)
  `);
  const column = <T>(of: (article: (typeof articles)[number]) => T) => articles.map(of);
  await database.execute(sql`
    insert into articles (id, stored_at, source_id, url, title, summary, body_html, body_text, content_hash,
      published_at, has_own_date, authors, categories, language, word_count, origin)
    select id, stored_at, source, 'https://news.example/' || id, title, summary, body, body, gen_random_uuid(), published,
      true, '{}', string_to_array(tags, ' '), 'en', 200, 'feed'
    from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ storedAt }) => storedAt)}::timestamptz[],
      ${column(({ sourceId }) => sourceId)}::uuid[], ${column(({ title }) => title)}::text[],
      ${column(({ summary }) => summary)}::text[], ${column(({ body }) => body)}::text[],
      ${column(({ tags }) => tags)}::text[], ${column(({ publishedAt }) => publishedAt)}::timestamptz[]
    ) as given (id, stored_at, source, title, summary, body, tags, published)
  `);
  await database.execute(sql`
    insert into article_facts (article_id, stored_at, source_id, published_at, language, topics, topic_confidences,
      entities, entity_mentions, fingerprint, features)
    select id, stored_at, source, published, 'en', string_to_array(topics, ' '), '{}', '{}', '{}', '', ''
    from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ storedAt }) => storedAt)}::timestamptz[],
      ${column(({ sourceId }) => sourceId)}::uuid[], ${column(({ publishedAt }) => publishedAt)}::timestamptz[],
      ${column(({ topics }) => topics.join(' '))}::text[]
    ) as given (id, stored_at, source, published, topics)
  `);
  return column(({ id }) => id);
}

async function publish({ database, log }: Installation, ids: readonly string[]): Promise<void> {
  const events = ids.map(
    (id): StoryChanged => ({ kind: 'changed', storyId: id, language: 'en', articleIds: [id] }),
  );
  await database.transaction(async tx => log.append(tx, STORIES_CHANGED, events));
}

async function counted({ database }: Installation): Promise<number> {
  const { count } = await database.one(
    row({ count: int4 }),
    sql`select count(*)::int as count from saved_search_matches`,
  );
  return count;
}

const READERS = 100;

interface SavedSearchSet {
  readonly queries: readonly SavedSearchQuery[];
  readonly goal: number;
}

export interface SavedSearchQuery {
  readonly query: string;
  readonly filters: FilterParams;
}
