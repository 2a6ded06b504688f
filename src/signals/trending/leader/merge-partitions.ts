import type { ValidEvent } from '../../../model/valid-signals.ts';
import type { LogEvent } from '../../../platform/log/port.ts';

/**
 * TREND-4: merges partitions approximately by time, each in its order. Read one after the other, all but the
 * first would be late for closed seconds, and counting late events is expensive. The next events of each
 * partition are read ahead while earlier ones are counted.
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
    // Up to the time that every partition has reached.
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
    // Handled by `fill`; without this, a rejection before `fill` runs would be unhandled.
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

  /** Concurrent appends do not commit in the order of their clocks; the offset decides. */
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
