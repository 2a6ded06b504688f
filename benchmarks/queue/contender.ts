import type { Body } from './corpus.ts';

/** A queue, or the bare statements under one, as the benchmark drives it. */
export interface Contender {
  readonly name: string;
  readonly kind: 'ours' | 'peer' | 'floor';
  /** What it was set to, for the notes. */
  readonly settings: string;
  /** Null where it has no such way. */
  readonly publishOne: ((body: Body) => Promise<unknown>) | null;
  readonly publishBatch: ((bodies: readonly Body[]) => Promise<unknown>) | null;
  /** Makes messages for `drain` to find; nobody looks at the time. */
  fill(bodies: readonly Body[]): Promise<unknown>;
  /**
   * Handles `count` messages that wait already and returns the milliseconds from the first consumer's start to
   * the moment when the last message was settled for good: deleted or marked done, and committed.
   */
  readonly drain: ((count: number, how: Consumption) => Promise<number>) | null;
  /** True for one that fetches many at once and hands them to its consumers one by one. */
  readonly inLots: boolean;
  /** False for a second way of taking one by one, which has nothing to say about batches. */
  readonly joinsBatches: boolean;
  empty(): Promise<void>;
  close(): Promise<void>;
}

export interface Consumption {
  readonly consumers: number;
  /** How many messages a consumer takes and settles at once. */
  readonly batch: number;
}

export const OURS = 'ours';
export const OURS_IN_LOTS = 'ours, in lots';
export const OURS_IN_TRANSACTION = 'ours, in transaction';

/** Everyone who talks to PostgreSQL has a pool of this size. */
export const CONNECTIONS = 10;

/**
 * `consumers` loops over a queue that is asked for messages: each takes up to `batch` and settles them, until
 * `count` have been settled by all of them together. A consumer that gets nothing has come after the last one.
 */
export async function drainByLoops<M>(
  count: number,
  { consumers }: Consumption,
  take: () => Promise<readonly M[]>,
  settle: (messages: readonly M[]) => Promise<unknown>,
): Promise<number> {
  let left = count;
  const start = performance.now();
  const loop = async () => {
    while (left > 0) {
      const messages = await take();
      if (messages.length === 0) return;
      await settle(messages);
      left -= messages.length;
    }
  };
  await Promise.all(Array.from({ length: consumers }, loop));
  const elapsed = performance.now() - start;
  if (left > 0) throw new Error(`${left} of ${count} messages were never delivered`);
  return elapsed;
}

/** Counts what a worker of a peer's own has settled; `done` resolves at the last one. */
export function countdown(count: number): {
  done: Promise<void>;
  settled(): void;
  fail(error: unknown): void;
} {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let left = count;
  return {
    done: promise,
    settled: () => {
      if (--left === 0) resolve();
    },
    fail: reject,
  };
}
