import type { Clock } from '../../lib/clock.ts';
import type { Database, Subscription } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Logger } from '../../platform/telemetry/port.ts';

/*
 * ALL-6: feeds are ranked from memory, so each web process rebuilds its own. A request and its answers are notifications:
 *
 *   request   ID
 *   answer    ID PROCESS begun | ID PROCESS done STORIES | ID PROCESS failed
 */

/** Rebuilds the feeds of this process whenever `rebuildFeeds` asks for it. */
export async function followFeedRebuilds(deps: FollowerDeps): Promise<Subscription> {
  const { database, log, newId, rebuild } = deps;
  const process = newId();
  const running = new Set<Promise<void>>();
  const answer = (id: string, what: string) =>
    database.execute(sql`select pg_notify(${ANSWERS}, ${`${id} ${process} ${what}`})`);
  const run = async (id: string) => {
    await answer(id, 'begun');
    const stories = await rebuild().catch(async error => {
      await answer(id, 'failed');
      throw error;
    });
    await answer(id, `done ${stories}`);
  };
  const subscription = await database.listen(REQUESTS, id => {
    const done = run(id)
      .catch(error => log.error('feeds.rebuild_failed', { error }))
      .finally(() => running.delete(done));
    running.add(done);
  });
  return {
    get connected() {
      return subscription.connected;
    },
    close: async () => {
      await subscription.close();
      await Promise.all(running);
    },
  };
}

/**
 * Asks every web process to rebuild its feeds and waits for those that answer within some seconds. None has to: a process
 * builds its feeds when it starts.
 */
export async function rebuildFeeds(deps: RebuildFeedsDeps): Promise<RebuiltFeeds> {
  const { clock, database, newId } = deps;
  const id = newId();
  const answers = new Map<string, string>();
  const subscription = await database.listen(ANSWERS, payload => {
    const [request, process = '', ...what] = payload.split(' ');
    if (request === id) answers.set(process, what.join(' '));
  });
  try {
    await database.execute(sql`select pg_notify(${REQUESTS}, ${id})`);
    const until = clock.now() + MAX_REBUILD_MS;
    await clock.sleep(ANSWER_WITHIN_MS);
    while ([...answers.values()].includes('begun') && clock.now() < until) await clock.sleep(POLL_MS);
  } finally {
    await subscription.close();
  }
  const ends = [...answers.values()];
  const done = ends.filter(end => end.startsWith('done '));
  return {
    processes: done.length,
    failed: ends.length - done.length,
    stories: Math.max(0, ...done.map(end => Number(end.slice('done '.length)))),
  };
}

const REQUESTS = 'feed_rebuilds';
const ANSWERS = 'feed_rebuild_answers';
const ANSWER_WITHIN_MS = 3_000;
const MAX_REBUILD_MS = 120_000;
const POLL_MS = 50;

interface FollowerDeps {
  readonly database: Database;
  readonly log: Logger;
  readonly newId: () => string;
  /** Returns the number of stories in the feeds. */
  readonly rebuild: () => Promise<number>;
}

export interface RebuildFeedsDeps {
  /** Waits for other processes: the system clock. */
  readonly clock: Clock;
  readonly database: Database;
  readonly newId: () => string;
}

export interface RebuiltFeeds {
  readonly processes: number;
  /** Processes that failed or did not finish in time. */
  readonly failed: number;
  readonly stories: number;
}
