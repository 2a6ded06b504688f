import type { ReaderEvent as Item } from '../../src/client/index.ts';
import { type Clock, pause } from '../../src/lib/clock.ts';
import type { News } from '../readers/clicks.ts';
import { readersOf } from '../readers/readers.ts';
import type { ReaderEvent } from '../readers/types.ts';
import { itemOf } from './item.ts';
import { DrivenTruth } from './truth.ts';

/**
 * Lets made-up readers loose on an installation for a while, at the pace of the clock: double taps, retries, bots and what
 * is overtaken on its way included. What was not acknowledged is sent again, so that everything arrives at least once.
 *
 *   readers -> events as they come due -> batches, several under way -> send, again until it is acknowledged
 */
export async function driveReaders(options: DriveOptions): Promise<DrivenTruth> {
  const { clock, news, seed, readers, rate, seconds, signal, gatherMs = 200 } = options;
  const from = clock.now();
  const until = from + seconds * 1_000;
  const truth = new DrivenTruth();
  const lanes = new Lanes(options);
  let due: ReaderEvent[] = [];
  for (const each of readersOf(news, { seed, readers, rate, from, until })) {
    if (each.event.at >= until || signal.aborted) break;
    // Authors have accounts, and nobody here has one.
    if (each.event.userId?.startsWith('author-')) continue;
    const wait = each.event.at - clock.now();
    if (due.length >= MOST_AT_ONCE || (due.length > 0 && wait > gatherMs)) {
      await lanes.send(due);
      due = [];
    }
    if (wait > gatherMs) await pause(clock, wait, signal);
    if (signal.aborted) break;
    truth.note(each);
    due.push(each);
  }
  if (due.length > 0) await lanes.send(due);
  await lanes.end();
  return truth;
}

/** A few batches are under way at once, so that later ones may overtake earlier ones. */
class Lanes {
  readonly #options: DriveOptions;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: DriveOptions) {
    this.#options = options;
  }

  async send(events: readonly ReaderEvent[]): Promise<void> {
    while (this.#underWay.size >= LANES) await Promise.race(this.#underWay);
    const sending = this.#untilTaken(events.map(({ event }) => itemOf(event))).finally(() =>
      this.#underWay.delete(sending),
    );
    this.#underWay.add(sending);
    // Whoever waits for it next hears of it; until then it is nobody's.
    sending.catch(() => undefined);
  }

  async end(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #untilTaken(items: readonly Item[]): Promise<void> {
    const { clock, send, signal } = this.#options;
    for (let wait = 200; !signal.aborted; wait = Math.min(5_000, wait * 2)) {
      if (await send(items)) return;
      await pause(clock, wait, signal);
    }
  }
}

const MOST_AT_ONCE = 1_000;
const LANES = 4;

export interface DriveOptions {
  readonly news: News;
  readonly clock: Clock;
  readonly seed: number;
  /** How many there are. */
  readonly readers: number;
  /** Mean number of articles opened a second. */
  readonly rate: number;
  readonly seconds: number;
  /** How long events are gathered, in milliseconds; a fifth of a second by default. */
  readonly gatherMs?: number;
  readonly signal: AbortSignal;
  /** True when it is acknowledged, false when it has to be sent again; throws when there is no use in trying. */
  readonly send: (items: readonly Item[]) => Promise<boolean>;
}
