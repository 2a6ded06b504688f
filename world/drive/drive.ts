import type { ReaderEvent as Item } from '../../src/client/index.ts';
import { type Clock, pause } from '../../src/lib/clock.ts';
import type { News } from '../readers/clicks.ts';
import { readersOf } from '../readers/readers.ts';
import type { ReaderEvent } from '../readers/types.ts';
import { itemOf } from './item.ts';
import { DrivenTruth } from './truth.ts';

/**
 * Simulates readers on an installation in real time, including double taps, retries, bots and out-of-order events. It
 * resends unacknowledged batches, so that every event arrives at least once.
 *
 *   readers -> events as they become due -> batches, several in flight -> send, with retries until acknowledged
 */
export async function driveReaders(options: DriveOptions): Promise<DrivenTruth> {
  const { clock, news, seed, readers, rate, seconds, signal, batchMs = 200 } = options;
  const from = clock.now();
  const until = from + seconds * 1_000;
  const truth = new DrivenTruth();
  const lanes = new Lanes(options);
  let due: ReaderEvent[] = [];
  for (const each of readersOf(news, { seed, readers, rate, from, until })) {
    if (each.event.at >= until || signal.aborted) break;
    // Authors have accounts, and simulated readers have none.
    if (each.event.userId?.startsWith('author-')) continue;
    const wait = each.event.at - clock.now();
    if (due.length >= MAX_IN_FLIGHT || (due.length > 0 && wait > batchMs)) {
      await lanes.send(due);
      due = [];
    }
    if (wait > batchMs) await pause(clock, wait, signal);
    if (signal.aborted) break;
    truth.note(each);
    due.push(each);
  }
  if (due.length > 0) await lanes.send(due);
  await lanes.end();
  return truth;
}

/** Several batches are in flight, so that later ones may overtake earlier ones. */
class Lanes {
  readonly #options: DriveOptions;
  readonly #inFlight = new Set<Promise<void>>();

  constructor(options: DriveOptions) {
    this.#options = options;
  }

  async send(events: readonly ReaderEvent[]): Promise<void> {
    while (this.#inFlight.size >= LANES) await Promise.race(this.#inFlight);
    const sending = this.#sendUntilAcknowledged(events.map(({ event }) => itemOf(event))).finally(() =>
      this.#inFlight.delete(sending),
    );
    this.#inFlight.add(sending);
    // The next `await` reports the error; this prevents an unhandled rejection until then.
    sending.catch(() => undefined);
  }

  async end(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  async #sendUntilAcknowledged(items: readonly Item[]): Promise<void> {
    const { clock, send, signal } = this.#options;
    for (let wait = 200; !signal.aborted; wait = Math.min(5_000, wait * 2)) {
      if (await send(items)) return;
      await pause(clock, wait, signal);
    }
  }
}

const MAX_IN_FLIGHT = 1_000;
const LANES = 4;

export interface DriveOptions {
  readonly news: News;
  readonly clock: Clock;
  readonly seed: number;
  /** The number of readers. */
  readonly readers: number;
  /** Mean number of articles opened per second. */
  readonly rate: number;
  readonly seconds: number;
  /** The batching interval in milliseconds; 200 by default. */
  readonly batchMs?: number;
  readonly signal: AbortSignal;
  /** True when acknowledged, false to send again; throws on a permanent failure. */
  readonly send: (items: readonly Item[]) => Promise<boolean>;
}
