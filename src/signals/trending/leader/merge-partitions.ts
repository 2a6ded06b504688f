import type { ValidEvent } from '../../../model/valid-signals.ts';
import type { LogEvent } from '../../../platform/log/port.ts';

/**
 * TREND-4: what several partitions hold from some offset on, about in the order of time and each in its own. Read one
 * after the other, everything but the first partition would be late for seconds that are closed by then, and counting
 * what is late is dear. While some of it is counted the next of each partition is already asked for.
 */
export async function* mergeByTime(
  partitions: readonly ReadAfter[],
  before: readonly bigint[],
): AsyncGenerator<LogEvent<ValidEvent>[]> {
  const lanes = partitions.map((read, index) => new PartitionCursor(read, before[index] ?? 0n));
  for (;;) {
    await Promise.all(lanes.map(lane => lane.fill()));
    const open = lanes.filter(lane => !lane.isAtEnd);
    if (open.length === 0) return;
    // As far as every one of them is known.
    const until = Math.min(...open.map(({ lastTime }) => lastTime));
    const taken = open.flatMap(lane => lane.takeUpTo(until));
    yield taken.sort((a, b) => a.time - b.time).map(({ event }) => event);
  }
}

class PartitionCursor {
  readonly #read: ReadAfter;
  #next: Promise<LogEvent<ValidEvent>[]>;
  #events: Timed[] = [];
  #time = 0;
  isAtEnd = false;

  constructor(read: ReadAfter, before: bigint) {
    this.#read = read;
    this.#next = read(before);
    // Whoever waits for it is told; nobody may be waiting when another partition fails first.
    this.#next.catch(() => undefined);
  }

  async fill(): Promise<void> {
    if (this.#events.length > 0 || this.isAtEnd) return;
    const events = await this.#next;
    const last = events.at(-1);
    this.isAtEnd = last === undefined;
    if (last === undefined) return;
    this.#events = events.map(event => ({ event, time: this.#notBefore(event.at.getTime()) }));
    this.#next = this.#read(last.offset);
    this.#next.catch(() => undefined);
  }

  get lastTime(): number {
    return this.#events.at(-1)?.time ?? Number.POSITIVE_INFINITY;
  }

  takeUpTo(time: number): Timed[] {
    const end = this.#events.findIndex(event => event.time > time);
    return this.#events.splice(0, end === -1 ? this.#events.length : end);
  }

  /** Those who append at the same time do not commit in the order of their clocks; offsets decide. */
  #notBefore(time: number): number {
    this.#time = Math.max(this.#time, time);
    return this.#time;
  }
}

/** Events after an offset, in order; none at the end. */
export type ReadAfter = (offset: bigint) => Promise<LogEvent<ValidEvent>[]>;

interface Timed {
  readonly event: LogEvent<ValidEvent>;
  readonly time: number;
}
