import type { Taste } from '../../feeds/ranking/taste.ts';
import { changedReader } from '../../feeds/readers/changed.ts';
import { type Batcher, createBatcher } from '../../lib/batching.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog, Tail } from '../../platform/log/port.ts';
import { loadTastes } from './taste.ts';

/**
 * FEED-6: tastes of those who were here lately, in memory, so that their next page needs no database. The log tells when
 * one has changed; whatever it is, a minute is the longest that one is believed.
 */
export class Tastes {
  readonly #tools: TastesTools;
  /** Those who come together are looked up together: a crowd needs few connections. */
  readonly #load: Batcher<string, Taste>;
  readonly #known = new Map<string, { readonly taste: Promise<Taste>; readonly at: number }>();
  #tail: Tail | undefined;

  constructor(tools: TastesTools) {
    this.#tools = tools;
    this.#load = createBatcher({
      run: userIds => loadTastes(tools.database, tools.clock, userIds),
      lanes: 2,
      weigh: () => 1,
      most: 100,
    });
  }

  async start(): Promise<void> {
    this.#tail = await this.#tools.log.tail('interests.changed', async events => {
      for (const { data } of events) this.#known.delete(changedReader(data) ?? '');
    });
  }

  of(userId: string): Promise<Taste> {
    const { clock } = this.#tools;
    const known = this.#known.get(userId);
    if (known && Math.abs(clock.now() - known.at) < BELIEVED_MS) return known.taste;
    const taste = this.#load(userId);
    const entry = { taste, at: clock.now() };
    this.#known.delete(userId);
    this.#known.set(userId, entry);
    taste.catch(() => this.#known.get(userId) === entry && this.#known.delete(userId));
    const [oldest = ''] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN) this.#known.delete(oldest);
    return taste;
  }

  /** For what was just changed here: nobody has to wait for the log to say so. */
  forget(userId: string): void {
    this.#known.delete(userId);
  }

  async caughtUp(): Promise<void> {
    await this.#tail?.caughtUp();
  }

  async stop(): Promise<void> {
    await this.#tail?.stop();
  }
}

const BELIEVED_MS = 60_000;
/** A few kilobytes each. */
const MOST_KNOWN = 20_000;

interface TastesTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: EventLog;
}
