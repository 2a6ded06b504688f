import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SuggestionDeps, suggestions } from '../../src/app/search/suggestions.ts';
import { TopicCache } from '../../src/app/topics.ts';
import { type Installation, openInstallation, recentSearchesOf } from '../../src/context.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { seededRandom } from '../../src/lib/random.ts';
import type { Principal } from '../../src/model/principal.ts';
import { maintainPartitions } from '../../src/platform/database/partitions.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import type { SearchEngine } from '../../src/search/engine/port.ts';
import { SearchIndexHandle } from '../../src/search/index-handle.ts';
import { TrendingQueries } from '../../src/search/suggest/trending-queries.ts';
import { seedTopics } from '../../src/stories/topics/store/taxonomy-store.ts';
import { testConfig } from '../../test/harness/config.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { createReaders } from '../harness/readers.ts';
import { quantile } from '../harness/statistics.ts';
import { madeUpArticle, rankFrom, wordOf } from './corpus.ts';

/**
 * SRCH-7: sixteen people type names, headlines and words letter by letter. Each requests suggestions and types on
 * after the pause for which a browser waits. All sources of suggestions are filled: the reader's own searches,
 * trending searches, names and topics in PostgreSQL, headlines and words in the index.
 */
export async function measureSuggestions(
  ctx: BenchmarkContext,
  engine: SearchEngine,
  articles: number,
): Promise<void> {
  await using open = new AsyncDisposableStack();
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-bench-suggestions-'));
  open.defer(() => rm(data, { recursive: true, force: true }));
  const url = await (await ctx.postgres()).createDatabase('suggestions');
  const installation = await openInstallation(testConfig({ 'database-url': url, data }), {
    telemetry: createMemoryTelemetry({ level: 'error' }),
  });
  open.defer(() => installation.close());
  const names = ctx.quick ? 5_000 : 200_000;
  await storeHeadlines(installation, articles);
  const { context, reader } = await prepare(installation, withRealIds(engine), names);
  const typed = (count: number, seed: number) => typedTexts(count, { articles, names, seed });
  await type(context, reader, typed(ctx.quick ? 40 : 200, 3), ctx.quick ? 1_000 : 3_000);
  const [texts, milliseconds] = ctx.quick ? [600, 2_000] : [6_000, 20_000];
  const { times, cpuMs } = await type(context, reader, typed(texts, 4), milliseconds);
  await context.trendingQueries.refreshing.settled();
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(share => quantile(sorted, share));
  ctx.table(
    'Sixteen people typing, suggestions after every letter',
    ['names', 'letters', 'p50 ms', 'p95 ms', 'p99 ms', 'ms of CPU'],
    [[names, times.length, p50 ?? 0, p95 ?? 0, p99 ?? 0, cpuMs / times.length]],
  );
  ctx.figure({
    metric: 'search.suggestions.p95',
    value: p95 ?? Number.NaN,
    unit: 'ms',
    goal: 50,
    better: 'lower',
  });
}

async function prepare(installation: Installation, engine: SearchEngine, names: number) {
  const { database, clock, telemetry, background } = installation;
  const now = new Date(clock.now());
  const random = seededRandom(9);
  await seedTopics(database, now);
  for (let from = 0; from < names; from += 10_000) {
    const some = Array.from({ length: Math.min(10_000, names - from) }, (_, index) => nameOf(from + index));
    await database.execute(sql`
      insert into entities (key, name, kind, articles, last_seen_at)
      select lower(replace(name, ' ', '-')), name, 'person', articles, ${now}
      from unnest(${some}::text[], ${some.map(() => 1 + rankFrom(random.fraction()))}::bigint[]) as given (name, articles)
      on conflict do nothing
    `);
  }
  await database.execute(sql`vacuum analyze entities`);
  const readers = await createReaders(installation, READERS);
  const searched = Array.from({ length: SEARCHED }, (_, rank) => `${wordOf(rank * 7)} ${wordOf(rank * 3)}`);
  await database.execute(sql`
    insert into recent_searches (user_id, key, query, searched_at)
    select reader, query, query, ${now} from unnest(${readers}::uuid[]) as reader, unnest(${searched}::text[]) as query
  `);
  const searchIndex = new SearchIndexHandle();
  searchIndex.use(engine);
  const context: SuggestionDeps = {
    database,
    clock,
    searchIndex,
    recentSearches: recentSearchesOf(installation),
    trendingQueries: new TrendingQueries({ database: background, clock, log: telemetry.log }),
    topics: await TopicCache.open(installation),
  };
  const [userId = ''] = readers;
  const reader: Principal = {
    userId,
    roles: ['reader'],
    credential: { kind: 'session', id: userId, provenAt: clock.now() },
  };
  return { context, reader };
}

/**
 * Headlines are read from the articles table, so every article in the index has a row there, with an id that contains
 * its time of storage like a real one. Ids of generated articles contain none.
 */
async function storeHeadlines({ database }: Installation, articles: number): Promise<void> {
  await maintainPartitions(database, STORED_AT);
  for (let first = 0; first < articles; first += BATCH)
    await database.execute(sql`
    insert into articles (id, stored_at, source_id, url, title, summary, body_html, body_text, content_hash,
      published_at, has_own_date, authors, categories, word_count, origin)
    select ('01980000-0000-7000-0000-' || lpad(to_hex(number), 12, '0'))::uuid, ${STORED_AT}, gen_random_uuid(),
      'https://news.example/' || number, 'A headline that was made up with the number ' || number, '', '', '',
      gen_random_uuid(), ${STORED_AT}, true, '{}', '{}', 0, 'feed'
    from generate_series(${first}::int, ${Math.min(articles, first + BATCH) - 1}::int) as number
  `);
}

const BATCH = 50_000;

function withRealIds(engine: SearchEngine): SearchEngine {
  return {
    ...engine,
    search: async (query, options) => {
      const result = await engine.search(query, options);
      const hits = result.hits.map(hit => ({ ...hit, id: `${hit.id.slice(0, 14)}7${hit.id.slice(15)}` }));
      return { ...result, hits };
    },
  };
}

/** Names, the longer words of headlines, and single words, typed to the end. */
function typedTexts(count: number, { articles, names, seed }: Typed): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const kind = random.fraction();
    if (kind < 0.4) return nameOf(Math.floor(random.fraction() * names)).toLowerCase();
    if (kind < 0.6) return wordOf(rankFrom(random.fraction()));
    const { title } = madeUpArticle(Math.floor(random.fraction() * articles));
    return title
      .split(' ')
      .filter(word => word.length > 4)
      .slice(0, 3)
      .join(' ');
  });
}

function nameOf(number: number): string {
  return `${capital(wordOf(number % 3_000))} ${capital(wordOf((number * 7_919) % 50_000))}`;
}

function capital(word: string): string {
  return word.replace(/^./, first => first.toUpperCase());
}

async function type(
  context: SuggestionDeps,
  reader: Principal,
  texts: readonly string[],
  milliseconds: number,
) {
  const left = texts.values();
  const times: number[] = [];
  const [began, before] = [performance.now(), process.cpuUsage()];
  const typist = async () => {
    for (const text of left)
      for (let length = 1; length <= text.length; length++) {
        const asked = performance.now();
        await suggestions(context, reader, text.slice(0, length));
        times.push(performance.now() - asked);
        if (performance.now() - began > milliseconds) return;
        await systemClock.sleep(PAUSE_MS);
      }
  };
  await Promise.all(Array.from({ length: TYPISTS }, typist));
  const { user, system } = process.cpuUsage(before);
  return { times, cpuMs: (user + system) / 1_000 };
}

const TYPISTS = 16;
/** The debounce interval of the browser. */
const PAUSE_MS = 120;
/** Enough readers for their searches to count as trending. */
const READERS = 6;
const SEARCHED = 400;
/** The time of storage in the ids of the generated articles. */
const STORED_AT = new Date(0x0198_0000_0000);

interface Typed {
  readonly articles: number;
  readonly names: number;
  readonly seed: number;
}
