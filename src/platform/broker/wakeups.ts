import { type Clock, pause } from '../../lib/clock.ts';
import { createNotifier } from '../database/notify.ts';
import type { Database, Subscription } from '../database/port.ts';
import { row, text } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { Telemetry } from '../telemetry/port.ts';

/**
 * MQ-5: a process that makes messages available wakes the consumers that wait for them.
 *
 *   announce -> waiters of this process at once
 *            -> NOTIFY for other processes (see `createNotifier`)
 *
 * A notification can be lost (the announcer dies, the connection breaks), so while there are waiters, one statement a
 * second polls all their queues, and less often after a quiet while.
 */
export function createWakeups({ database, clock, telemetry }: WakeupDeps): Wakeups {
  const waiters = new Map<string, Set<() => void>>();
  const wakes = new Map<string, number>();
  const notifier = createNotifier({ database, clock, log: telemetry.log, channel: CHANNEL });
  const closing = new AbortController();
  let listening: Promise<Subscription> | null = null;
  let polling: Promise<void> | null = null;

  const wake = (queue: string) => {
    const known = wakes.get(queue);
    if (known !== undefined) wakes.set(queue, known + 1);
    const woken = waiters.get(queue);
    waiters.delete(queue);
    for (const waiter of woken ?? []) waiter();
  };
  const poll = async () => {
    let quiet = 0;
    for (let round = 1; waiters.size > 0 && !closing.signal.aborted; round++) {
      const isIdle = quiet >= QUIET_POLLS;
      await pause(clock, isIdle ? IDLE_POLL_EVERY_MS : POLL_EVERY_MS, closing.signal);
      if (closing.signal.aborted || waiters.size === 0) break;
      try {
        const sweep = isIdle || round % SWEEP_EVERY_POLLS === 0;
        const found = await findReady(database, [...waiters.keys()], sweep);
        quiet = found.length > 0 ? 0 : quiet + 1;
        found.forEach(wake);
      } catch (error) {
        telemetry.log.debug('queue.poll_failed', { error });
      }
    }
    polling = null;
  };
  const startListening = () => {
    listening ??= database.listen(CHANNEL, wake, () => [...wakes.keys()].forEach(wake));
    listening.catch(() => undefined);
    polling ??= poll();
  };
  return {
    announce: queue => {
      wake(queue);
      if (!closing.signal.aborted) notifier.notify(queue, queue);
    },
    get closed() {
      return closing.signal.aborted;
    },
    mark: queue => {
      const mark = wakes.get(queue) ?? 0;
      wakes.set(queue, mark);
      return mark;
    },
    wait: async (queue, mark, ms, signal) => {
      if (wakes.get(queue) !== mark) return;
      await waitFor(waiters, clock, queue, ms, [signal, closing.signal], startListening);
    },
    close: async () => {
      closing.abort();
      [...waiters.keys()].forEach(wake);
      await notifier.close();
      await polling;
      await listening?.then(
        subscription => subscription.close(),
        () => undefined,
      );
    },
  };
}

async function waitFor(
  waiters: Map<string, Set<() => void>>,
  clock: Clock,
  queue: string,
  ms: number,
  signals: readonly (AbortSignal | undefined)[],
  onWaiting: () => void,
): Promise<void> {
  if (signals.some(signal => signal?.aborted)) return;
  const over = new AbortController();
  const end = () => over.abort();
  const ofQueue = waiters.get(queue) ?? new Set();
  waiters.set(queue, ofQueue.add(end));
  for (const signal of signals) signal?.addEventListener('abort', end);
  onWaiting();
  await pause(clock, Math.max(0, ms), over.signal);
  for (const signal of signals) signal?.removeEventListener('abort', end);
  ofQueue.delete(end);
  if (ofQueue.size === 0 && waiters.get(queue) === ofQueue) waiters.delete(queue);
}

async function findReady(database: Database, queues: readonly string[], sweep: boolean): Promise<string[]> {
  const ready = await database.many(
    Name,
    sql`
      select q.name
      from queue_ready(array(select id from queues where name = any (${queues}::text[]))) as ready
      join queues q on q.id = ready
    `,
  );
  const swept = sweep
    ? await database.many(Name, sql`select q.name from queue_sweep() as swept join queues q on q.id = swept`)
    : [];
  return [...ready, ...swept].map(({ name }) => name);
}

const CHANNEL = 'broadsheet_queues';
const POLL_EVERY_MS = 1_000;
const SWEEP_EVERY_POLLS = 5;
/** After so many polls without a result the interval grows. */
const QUIET_POLLS = 5;
const IDLE_POLL_EVERY_MS = 10_000;

const Name = row({ name: text });

export interface Wakeups {
  /** A message of this queue can be received now, or at a time that waiters do not know of. */
  announce(queue: string): void;
  /** Taken before a claim, so that `wait` does not miss an announcement made after the claim. */
  mark(queue: string): number;
  /** Returns when the queue is announced after the mark, the time is over or the signal fires. */
  wait(queue: string, mark: number, ms: number, signal?: AbortSignal): Promise<void>;
  readonly closed: boolean;
  close(): Promise<void>;
}

interface WakeupDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}
