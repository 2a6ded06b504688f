import { storeArticles } from '../src/ingest/dedup/store.ts';
import { addSources } from '../src/ingest/sources/registry.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createIdSource } from '../src/lib/ids.ts';
import { systemRandom } from '../src/lib/random.ts';
import { migrate } from '../src/platform/database/migrations.ts';
import { maintainPartitions } from '../src/platform/database/partitions.ts';
import { createPool } from '../src/platform/database/pool.ts';
import { int8, row } from '../src/platform/database/rows.ts';
import { sql } from '../src/platform/database/sql.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../src/platform/telemetry/memory/memory.ts';
import {
  newArticleOf,
  sourceOf,
  type WrittenArticle,
  worldArticles,
} from '../src/stories/articles.testing.ts';
import { inconsistencies, wrongCopyGroups } from '../src/stories/consistency.testing.ts';
import { STREAMS } from '../src/streams.ts';
import { MIGRATIONS } from '../test/harness/database.ts';
import { startTestServer } from '../test/harness/server.ts';
import { FaultedProcesses, repeatUntil } from './lib/faulted-processes.ts';
import { numberFlag } from './lib/flags.ts';

/**
 * STORY-1, STORY-3, COPY-2, faults 1, 12 and 13: three processes of the role `stories` on one database, killed and paused
 * past their leases at random for `--seconds 60` while articles are stored, and one batch in twenty fails at its end.
 * Afterwards every stored article is clustered once, stories agree with their articles, and copies are grouped as by a
 * single index. That requires clusterers to notice when another process has written in between
 * (clusterer/clusterer-registry.ts).
 */
const seconds = numberFlag('seconds', 60);
/** Longer than a lease of the log, so that other processes have its partitions when it resumes. */
const PAUSE_MS = 9_000;
const telemetry = createMemoryTelemetry({ level: 'error' });
const server = await startTestServer();
const database = createPool({ url: server.url, telemetry });
const log = createLog({ database, telemetry });
const newId = createIdSource(systemClock, systemRandom);
const processes = new FaultedProcesses({
  module: 'stories-process.ts',
  url: server.url,
  count: 3,
  countedMessage: 'failed',
});
const stop = new AbortController();
const sources = new Map<string, string>();
let stored = 0;
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  stop.abort();
  await processes.stop();
  await log.close();
  await database.close();
  await server.stop();
}

async function run(): Promise<boolean> {
  await migrate(database, MIGRATIONS, { now: () => new Date(systemClock.now()) });
  await maintainPartitions(database, new Date(systemClock.now()));
  for (const stream of STREAMS) await log.declare(stream);
  const written = worldArticles({ before: systemClock.now(), count: 6_000 });
  await processes.start();
  const faults = [
    repeatUntil(() => store(written), 200, stop.signal),
    repeatUntil(() => processes.killOne(), 3_000, stop.signal),
    repeatUntil(() => processes.pauseOne(PAUSE_MS), 500, stop.signal),
  ];
  await systemClock.sleep(seconds * 1_000);
  stop.abort();
  await Promise.all(faults);
  const drainedInMs = await waitUntilDrained();
  return checkResults(drainedInMs);
}

/** Stores a few at a time, in random order, so that different processes cluster copies of one text. */
async function store(written: WrittenArticle[]): Promise<void> {
  const batch = Array.from({ length: 12 }, () =>
    written.splice(Math.floor(Math.random() * Math.min(60, written.length)), 1),
  ).flat();
  await database.transaction(async tx => {
    const publishers = new Set(batch.map(({ article }) => article.publisher));
    const unknown = [...publishers].filter(({ slug }) => !sources.has(slug));
    const added = await addSources(tx, { newId }, unknown.map(sourceOf));
    for (const [index, { slug }] of unknown.entries()) sources.set(slug, added[index]?.id ?? '');
    const articles = batch.map(({ article }) =>
      newArticleOf(article, sources.get(article.publisher.slug) ?? ''),
    );
    await storeArticles(tx, { log, newId }, articles);
  });
  stored += batch.length;
}

async function waitUntilDrained(): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < 120_000) {
    const { left } = await database.one(
      row({ left: int8 }),
      sql`select (select count(*) from articles) - (select count(*) from story_articles) as left`,
    );
    if (left === 0) break;
    await systemClock.sleep(100);
  }
  return performance.now() - start;
}

async function checkResults(drainedInMs: number): Promise<boolean> {
  const found = await inconsistencies(database);
  const wrongGroups = await wrongCopyGroups(database);
  const { articles, stories, merged } = await database.one(
    row({ articles: int8, stories: int8, merged: int8 }),
    sql`
      select (select count(*) from story_articles) as articles, (select count(*) from stories) as stories,
        (select count(*) from story_redirects) as merged
    `,
  );
  const { kills, pauses, countedMessages: failures, crashes } = processes;
  console.log(
    `${kills} kills, ${pauses.length} pauses past the lease, ${failures} batches failed on purpose, ${crashes} crashes`,
  );
  console.log(
    `${stored} articles stored, ${articles} placed in ${stories} stories, ${merged} of which were merged; drained ${Math.round(drainedInMs)} ms after the last fault`,
  );
  console.log(`flaws: ${JSON.stringify(found)}; ${wrongGroups.length} articles in a wrong copy group`);
  const tried = kills > 0 && pauses.length > 0 && failures > 0 && merged > 0 && stored > 200;
  return (
    tried &&
    crashes === 0 &&
    articles === stored &&
    Object.keys(found).length === 0 &&
    wrongGroups.length === 0
  );
}
