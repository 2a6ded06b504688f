import type { Body } from './corpus.ts';

/** A queue, or the bare statements below one, as the benchmark drives it. */
export interface Contender {
  readonly name: string;
  readonly kind: 'ours' | 'peer' | 'floor';
  /** Its settings, for the notes. */
  readonly settings: string;
  /** Null when it has no such operation. */
  readonly publishOne: ((body: Body) => Promise<unknown>) | null;
  readonly publishBatch: ((bodies: readonly Body[]) => Promise<unknown>) | null;
  /** Creates messages for `drain`, outside the measured time. */
  fill(bodies: readonly Body[]): Promise<unknown>;
  /**
   * Handles `count` waiting messages and returns the milliseconds from the first consumer's start until the last
   * message is settled: deleted or marked done, and committed.
   */
  readonly drain: ((count: number, consumption: Consumption) => Promise<number>) | null;
  /** True when it fetches many at once and passes them to its consumers one by one. */
  readonly prefetches: boolean;
  /** False for a second variant of taking one by one, which does not support batches. */
  readonly joinsBatches: boolean;
  empty(): Promise<void>;
  close(): Promise<void>;
}

export interface Consumption {
  readonly consumers: number;
  /** Messages that a consumer takes and settles at once. */
  readonly batch: number;
}

export const OURS = 'ours';
export const OURS_PREFETCHED = 'ours, in lots';
export const OURS_IN_TRANSACTION = 'ours, in transaction';

/** The pool size of every contender on PostgreSQL. */
export const CONNECTIONS = 10;

/**
 * Runs `consumers` polling loops: each takes up to `batch` messages and settles them, until all of them together have
 * settled `count`. A consumer that gets no message stops: the queue is empty.
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

/** Counts messages that a peer's own worker has settled; `done` resolves at the last one. */
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
