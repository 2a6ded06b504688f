import { type Clock, pause } from '../lib/clock.ts';
import type { Database } from '../platform/database/port.ts';
import type { EventLog } from '../platform/log/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import { ARTICLES_DESCRIBED, ARTICLES_NEW } from '../streams.ts';
import { ClustererRegistry } from './clusterer/clusterer-registry.ts';
import type { ClusteringDeps } from './clusterer/clustering-deps.ts';
import { labelBacklog } from './clusterer/label-backlog.ts';
import { ReloadingDescribers, type ReloadingDescribersOptions } from './describe/reloading-describers.ts';
import { describeArticles, prepareClustering } from './flow.ts';
import { runMaintenance } from './maintenance.ts';
import type { Classifier } from './topics/port.ts';

/**
 * Runs the flow until it is stopped: one consumer describes articles, one clusters them, and a timer catches up on what
 * no article triggers. Decisions and the log's position commit together, so a crash leaves nothing half done.
 */
export async function startStories(deps: StoriesDeps): Promise<StoriesFlow> {
  const { clock, database, log, telemetry, classifier, settings } = deps;
  const { threads, windowMs, batch } = settings;
  const createPool = deps.createPool && { createPool: deps.createPool };
  const describers = await ReloadingDescribers.open({
    database,
    clock,
    telemetry,
    threads,
    classifier,
    ...createPool,
  });
  const registry = new ClustererRegistry({ clock, newId: deps.newId, windowMs });
  const clustering = { clock, database, log, telemetry, registry, onRetired: deps.onRetired };
  const describing = { database, log, telemetry, classifier };
  const articles = await log.consume(
    { group: 'stories', stream: ARTICLES_NEW, batch },
    { prepare: events => describeArticles({ ...describing, describers: describers.current }, events) },
  );
  const described = await log.consume(
    { group: 'desks', stream: ARTICLES_DESCRIBED, batch },
    { prepare: events => prepareClustering(clustering, events) },
  );
  const stopping = new AbortController();
  const isHeld = (language: string) => described.holds(language);
  const maintaining = repeatMaintenance(deps, stopping.signal, async () => {
    await runMaintenance(clustering, isHeld);
    await labelBacklog({ ...clustering, classifier, describers: describers.current, isHeld });
  });
  return {
    drained: async () => {
      await articles.drained();
      await described.drained();
    },
    stop: async () => {
      stopping.abort();
      await maintaining;
      await Promise.all([articles.stop(), described.stop()]);
      await describers.close();
    },
  };
}

async function repeatMaintenance(
  { clock, telemetry }: StoriesDeps,
  stopping: AbortSignal,
  run: () => Promise<void>,
): Promise<void> {
  while (!stopping.aborted) {
    await pause(clock, MAINTENANCE_INTERVAL_MS, stopping);
    if (stopping.aborted) return;
    // The next run makes up for one that failed.
    await run().catch((error: unknown) => telemetry.log.warn('stories.maintenance_failed', { error }));
  }
}

const MAINTENANCE_INTERVAL_MS = 10_000;

export interface StoriesDeps {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly database: Database;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  /** TOPIC-5: labels articles instead of the built-in model; null for the built-in model. */
  readonly classifier: Classifier | null;
  /** Moves what other modules keep by story id, in the transaction that retires the stories. */
  readonly onRetired: ClusteringDeps['onRetired'];
  readonly createPool?: ReloadingDescribersOptions['createPool'];
  readonly settings: {
    readonly threads: number;
    /** How long articles are kept for comparison. */
    readonly windowMs: number;
    /** The maximum of events in one transaction. */
    readonly batch: number;
  };
}

export interface StoriesFlow {
  /** Resolves when everything stored before the call has been clustered. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
