import { moveVisits } from '../../src/feeds/readers/story-visits.ts';
import { storeArticles } from '../../src/ingest/dedup/store.ts';
import { addSources } from '../../src/ingest/sources/registry.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { migrate } from '../../src/platform/database/migrations.ts';
import { maintainPartitions } from '../../src/platform/database/partitions.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import type { Database, Transaction } from '../../src/platform/database/port.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { EventLog } from '../../src/platform/log/port.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { type StoriesFlow, startStories } from '../../src/stories/start-stories.ts';
import { STREAMS } from '../../src/streams.ts';
import { MIGRATIONS } from '../../test/harness/database.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import type { CorpusArticle } from './corpus.ts';

/** A database with the program's streams, a way to store articles, and the flow as the role runs it. */
export async function openStoriesDatabase(
  ctx: BenchmarkContext,
  open: AsyncDisposableStack,
  name: string,
): Promise<StoriesDatabase> {
  const telemetry = createMemoryTelemetry({ level: 'error' });
  const url = await (await ctx.postgres()).createDatabase(name);
  const database = createPool({ url, telemetry });
  open.defer(() => database.close());
  const now = new Date(systemClock.now());
  await migrate(database, MIGRATIONS, { now: () => now });
  for (const days of [-7, 0]) await maintainPartitions(database, new Date(now.getTime() + days * 86_400_000));
  const log = createLog({ database, telemetry });
  open.defer(() => log.close());
  for (const stream of STREAMS) await log.declare(stream);
  const newId = createIdSource(systemClock, systemRandom);
  const sources = new Map<string, string>();
  const sourceId = async (name: string) => {
    const known = sources.get(name);
    if (known !== undefined) return known;
    const url = `https://source-${sources.size}.example/feed`;
    const [added] = await database.transaction(tx =>
      addSources(tx, { newId }, [{ name, url, kind: 'feed' }]),
    );
    sources.set(name, added?.id ?? '');
    return added?.id ?? '';
  };
  return {
    database,
    store: async corpus => {
      for (const { source } of corpus) await sourceId(source);
      const appends: ((tx: Transaction) => void)[] = [];
      const holding: EventLog = {
        ...log,
        append: (_tx, stream, events) => void appends.push(tx => log.append(tx, stream, events)),
      };
      for (let at = 0; at < corpus.length; at += BATCH) {
        const articles = corpus
          .slice(at, at + BATCH)
          .map(({ source, article }) => ({ ...article, sourceId: sources.get(source) ?? '' }));
        await database.transaction(tx => storeArticles(tx, { log: holding, newId }, articles));
      }
      return () =>
        database.transaction(async tx => {
          for (const append of appends) append(tx);
        });
    },
    start: () =>
      startStories({
        clock: systemClock,
        newId,
        database,
        log,
        telemetry,
        classifier: null,
        onRetired: moveVisits,
        settings: { threads: 2, windowMs: 7 * 86_400_000, batch: 250 },
      }),
  };
}

const BATCH = 500;

export interface StoriesDatabase {
  readonly database: Database;
  /** Stores articles; the returned function appends all of them to the log at once. */
  store(corpus: readonly CorpusArticle[]): Promise<() => Promise<void>>;
  start(): Promise<StoriesFlow>;
}
