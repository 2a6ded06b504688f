import { type Clock, pause } from '../lib/clock.ts';
import type { Database } from '../platform/database/port.ts';
import type { EventLog } from '../platform/log/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import { ARTICLES_DESCRIBED, ARTICLES_NEW } from '../streams.ts';
import { lookAtDesks, prepareDescribed } from './clusterer/cluster-articles.ts';
import { Desks } from './clusterer/clusterer-registry.ts';
import { labelWhatWaits } from './clusterer/label-backlog.ts';
import { describeArticles } from './describe/describe-articles.ts';
import { TopicsInUse, type TopicsOptions } from './describe/reloading-describers.ts';
import type { Classifier } from './topics/port.ts';

/**
 * From an article to a story, in order:
 *
 *   (log) articles.new
 *   describe/handle      in threads: language -> topics -> names -> fingerprint -> words; kept as article_facts
 *   (log) articles.described, by language
 *   desk/handle          one writer for a language: copies -> story -> breaking; kept as story_articles and stories
 *   (log) stories.changed
 *
 * A desk decides in memory and stores what it decided together with the log's position, so that an event that comes
 * again finds its article placed, and a process that dies leaves nothing half done.
 */
export async function startStories(context: StoriesContext): Promise<Stories> {
  const { clock, database, log, telemetry, classifier, settings } = context;
  const topics = await TopicsInUse.open({
    database,
    clock,
    telemetry,
    threads: settings.threads,
    classifier,
    ...(context.hire && { hire: context.hire }),
  });
  const desks = new Desks({ clock, newId: context.newId, windowMs: settings.windowMs });
  const tools = { clock, log, desks };
  const describing = await log.consume(
    { group: 'stories', stream: ARTICLES_NEW, batch: settings.batch },
    {
      prepare: events =>
        describeArticles({ database, log, telemetry, classifier, describers: topics.describers }, events),
    },
  );
  const placing = await log.consume(
    { group: 'desks', stream: ARTICLES_DESCRIBED, batch: settings.batch },
    { prepare: events => prepareDescribed(tools, database, events) },
  );
  const stopping = new AbortController();
  const isHeld = (language: string) => placing.holds(language);
  const looking = lookNowAndThen(context, stopping.signal, async () => {
    await lookAtDesks(tools, database, isHeld);
    await labelWhatWaits({ ...tools, database, classifier, describers: topics.describers, isHeld });
  });
  return {
    drained: async () => {
      await describing.drained();
      await placing.drained();
    },
    stop: async () => {
      stopping.abort();
      await looking;
      await Promise.all([describing.stop(), placing.stop()]);
      await topics.close();
    },
  };
}

async function lookNowAndThen(
  { clock, telemetry }: StoriesContext,
  stopping: AbortSignal,
  look: () => Promise<void>,
): Promise<void> {
  while (!stopping.aborted) {
    await pause(clock, LOOK_EVERY_MS, stopping);
    if (stopping.aborted) return;
    // A look that failed is made up for by the next one.
    await look().catch((error: unknown) => telemetry.log.warn('a look at the desks failed', { error }));
  }
}

const LOOK_EVERY_MS = 10_000;

export interface StoriesContext {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly database: Database;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  /** TOPIC-5: who gives labels instead of the built-in model; null when nobody does. */
  readonly classifier: Classifier | null;
  readonly hire?: TopicsOptions['hire'];
  readonly settings: {
    readonly threads: number;
    /** How long articles are remembered when others are compared with them. */
    readonly windowMs: number;
    /** Most articles that are handled in one transaction. */
    readonly batch: number;
  };
}

export interface Stories {
  /** Resolves when everything that was stored before the call has its place. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
