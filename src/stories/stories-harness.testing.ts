import { atEnd } from '../../test/harness/cleanup.ts';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { moveVisits } from '../feeds/readers/story-visits.ts';
import { storeArticles } from '../ingest/dedup/store.ts';
import { addSources } from '../ingest/sources/registry.ts';
import { ManualClock, systemClock } from '../lib/clock.ts';
import { createIdSource } from '../lib/ids.ts';
import { seededRandom } from '../lib/random.ts';
import { createLog } from '../platform/log/log.ts';
import type { EventLog } from '../platform/log/port.ts';
import { createMemoryTelemetry } from '../platform/telemetry/memory/memory.ts';
import { newArticleOf, sourceOf, type WrittenArticle } from './articles.testing.ts';
import { createDescriberPool, type DescriberPool } from './describe/describer-pool.ts';
import { type StoriesDeps, type StoriesFlow, startStories } from './start-stories.ts';

/**
 * A database with the streams of stories, a way to store articles, and the flow, which can be started several times.
 * The clock advances by a second per article and ids are seeded: two harnesses with the same input have the same
 * rows.
 */
export async function createStoriesHarness({
  partitions = 1,
}: {
  partitions?: number;
} = {}): Promise<StoriesHarness> {
  const telemetry = createMemoryTelemetry({ level: 'info' });
  const { database, url } = await testDatabase({ telemetry, maxConnections: 20 });
  const openLog = () => {
    const log = createLog({ database, telemetry, retryDelay: { firstMs: 5, maxMs: 20 } });
    atEnd(() => log.close());
    return log;
  };
  const log = openLog();
  for (const name of ['articles.new', 'articles.described', 'stories.changed'])
    await log.declare({ name, partitions, retentionDays: 30 });
  const clock = new ManualClock(TEST_EPOCH.getTime());
  // State tokens are drawn per batch, and batches vary, so they have a separate id source.
  const newId = createIdSource(clock, seededRandom(5));
  const newToken = createIdSource(clock, seededRandom(6));
  const sources = new Map<string, string>();

  const store = async (written: readonly WrittenArticle[], batchSize = 40) => {
    const ids: string[] = [];
    for (let at = 0; at < written.length; at += batchSize) {
      const batch = written.slice(at, at + batchSize);
      await clock.advance(batch.length * 1_000);
      ids.push(...(await storeBatch(batch)));
    }
    return ids;
  };
  const storeBatch = (batch: readonly WrittenArticle[]) =>
    database.transaction(async tx => {
      const unknown = new Set(
        batch.map(({ article }) => article.publisher).filter(({ slug }) => !sources.has(slug)),
      );
      const added = await addSources(tx, { newId }, [...unknown].map(sourceOf));
      for (const [index, { slug }] of [...unknown].entries()) sources.set(slug, added[index]?.id ?? '');
      const articles = batch.map(({ article }) =>
        newArticleOf(article, sources.get(article.publisher.slug) ?? ''),
      );
      return (await storeArticles(tx, { log, newId }, articles)).map(({ articleId }) => articleId);
    });
  const start: StoriesHarness['start'] = async ({ wrap = (plain: EventLog) => plain, ...options } = {}) => {
    const stories = await startStories({
      clock,
      newId: newToken,
      database,
      log: wrap(openLog()),
      telemetry,
      classifier: null,
      onRetired: moveVisits,
      createPool: sharedPool,
      settings: { threads: 1, windowMs: 7 * 86_400_000, batch: 50 },
      ...options,
    });
    let stopped = false;
    const stop = async () => {
      if (stopped) return;
      stopped = true;
      await stories.stop();
    };
    atEnd(stop);
    return { drained: () => stories.drained(), stop };
  };
  return {
    database,
    url,
    telemetry,
    clock,
    newId,
    log,
    store,
    start,
    sourceIdOf: ({ article }) => sources.get(article.publisher.slug) ?? '',
    runOnce: async options => {
      const stories = await start(options);
      await stories.drained();
      await stories.stop();
    },
  };
}

/**
 * Pools with the same taxonomy and rules are shared by all harnesses of a process: starting a thread takes longer
 * than a test.
 */
const sharedPool: typeof createDescriberPool = ({ threads, labeller }) => {
  const known = JSON.stringify([threads, labeller]);
  let describers = sharedPools.get(known);
  if (!describers) {
    describers = createDescriberPool({ threads, labeller, clock: systemClock });
    sharedPools.set(known, describers);
    atEnd(describers.close);
  }
  return { ...describers, close: async () => undefined };
};
const sharedPools = new Map<string, DescriberPool>();

/** A log whose `append` to a stream fails a number of times, after all other writes. */
export function failing(stream: string, times: number): (log: EventLog) => EventLog {
  let left = times;
  return log => ({
    ...log,
    append: (tx, to, events) => {
      if (to.name === stream && left-- > 0) throw new Error('simulated failure');
      log.append(tx, to, events);
    },
  });
}

type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;

export interface StoriesHarness {
  readonly database: TestDatabase['database'];
  readonly url: string;
  readonly telemetry: ReturnType<typeof createMemoryTelemetry>;
  readonly clock: ManualClock;
  readonly newId: () => string;
  readonly log: EventLog;
  /** Stores articles, several per transaction; returns their ids. */
  store(written: readonly WrittenArticle[], batchSize?: number): Promise<string[]>;
  sourceIdOf(written: WrittenArticle): string;
  /** Starts the flow, like a further process. */
  start(options?: StartOptions): Promise<StoriesFlow>;
  /** Starts the flow, drains it and stops it. */
  runOnce(options?: StartOptions): Promise<void>;
}

interface StartOptions extends Partial<Pick<StoriesDeps, 'classifier' | 'settings' | 'telemetry'>> {
  readonly wrap?: (log: EventLog) => EventLog;
}
