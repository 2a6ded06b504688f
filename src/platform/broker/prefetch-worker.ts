import { pause } from '../../lib/clock.ts';
import { transactionOnDemand } from './lazy-transaction.ts';
import type { Delivery, MessageHandler, Worker, WorkOptions } from './port.ts';
import { claimUntil, deliveredOf, releaseFailed, returnMessages, type WorkerDeps } from './worker-support.ts';

/**
 * Claims batches of messages under one lease and handles them one by one:
 *
 *   claim of a batch -> waiting here -> handler call -> slot free for the next message while the deletion is under way
 *
 * One claim and one lease for hundreds of messages, and batched deletions, make small messages cost a fifth. When a
 * worker dies, its batch is redelivered after the lease expires.
 */
export function startPrefetchWorker(
  deps: WorkerDeps,
  queue: string,
  options: WorkOptions & { readonly prefetch: number },
  handle: MessageHandler,
): Worker {
  const { concurrency, prefetch, visibilityMs } = options;
  const stopping = new AbortController();
  const batches = new Set<LeasedBatch>();
  const waiting: BatchedMessage[] = [];
  let running = 0;
  let changed: () => void = () => undefined;
  const deletions = createDeletions(deps, queue, () => changed());
  const pump = () => {
    while (running < concurrency && !stopping.signal.aborted) {
      const message = waiting.shift();
      if (!message) break;
      running++;
      void handleMessage(deps, queue, handle, message, deletions.add).finally(() => {
        running--;
        pump();
      });
    }
    changed();
  };
  const claimRound = async (): Promise<number | null> => {
    if (waiting.length > prefetch / 2 || deletions.open > prefetch) {
      await new Promise<void>(resolve => {
        changed = resolve;
      });
      return 0;
    }
    const {
      leaseId,
      deliveries,
      visibilityMs: leasedMs,
      nextMs,
    } = await deps.receiving.claim(queue, prefetch, visibilityMs);
    if (leaseId === null) return nextMs;
    const batch = leaseBatch(deps, leaseId, deliveries, leasedMs);
    batches.add(batch);
    void batch.settled.then(() => batches.delete(batch));
    for (const delivery of deliveries) waiting.push({ batch, delivery });
    pump();
    return 0;
  };
  const finished = async () => {
    while (running > 0) {
      await new Promise<void>(resolve => {
        changed = resolve;
      });
    }
    await deletions.finished();
  };
  const looping = claimUntil(deps, queue, stopping.signal, claimRound);
  return {
    stop: async (graceMs = 10_000) => {
      stopping.abort();
      changed();
      await looping;
      const late = new AbortController();
      await Promise.race([finished(), pause(deps.clock, graceMs, late.signal)]);
      late.abort();
      // Messages not begun go to other workers now; handlers that still run lose their lease and can no longer commit.
      await Promise.all([...batches].map(batch => returnBatch(deps, queue, batch)));
    },
  };
}

/**
 * Deletes handled messages in batches, two statements at a time, while the next messages are handled. There is no
 * promise for each message: at tens of thousands a second promises cost as much as the statements.
 */
function createDeletions({ settling, telemetry }: WorkerDeps, queue: string, onProgress: () => void) {
  const pending: BatchedMessage[] = [];
  let open = 0;
  let lanes = 0;
  let onEmpty: (() => void) | null = null;

  const flush = async () => {
    lanes++;
    while (pending.length > 0) {
      const messages = pending.splice(0, MAX_DELETE_BATCH);
      const deliveries = messages.map(({ batch, delivery }) => ({
        leaseId: batch.leaseId,
        messageId: delivery.id,
      }));
      try {
        const deleted = await settling.deleteAtOnce(deliveries);
        if (deleted < messages.length)
          telemetry.log.warn('queue.lease_expired', {
            queue,
            messages: messages.length - deleted,
          });
      } catch (error) {
        telemetry.log.warn('queue.delete_failed', { queue, error });
      }
      for (const { batch, delivery } of messages) batch.settle(delivery.id);
      open -= messages.length;
      onProgress();
    }
    lanes--;
    if (open === 0) onEmpty?.();
  };
  return {
    /** Not deleted yet. */
    get open() {
      return open;
    },
    add: (message: BatchedMessage) => {
      pending.push(message);
      open++;
      // At the end of this turn, so that all messages handled in it are deleted together.
      if (lanes < DELETING_LANES && pending.length === 1) setImmediate(flush);
    },
    finished: async () => {
      if (open > 0)
        await new Promise<void>(resolve => {
          onEmpty = resolve;
        });
    },
  };
}

const MAX_DELETE_BATCH = 1_000;
const DELETING_LANES = 2;

function leaseBatch(
  { clock, settling, telemetry }: WorkerDeps,
  leaseId: string,
  deliveries: readonly Delivery[],
  visibilityMs: number,
): LeasedBatch {
  const unsettled = new Map(deliveries.map(delivery => [delivery.id, delivery]));
  const over = new AbortController();
  const extendUntilSettled = async () => {
    for (;;) {
      await pause(clock, visibilityMs / 3, over.signal);
      if (over.signal.aborted) return;
      await settling
        .extendLease(leaseId, [...unsettled.keys()], visibilityMs)
        .catch(error => telemetry.log.debug('queue.lease_extend_failed', { error }));
    }
  };
  const settle = (id: string) => {
    unsettled.delete(id);
    if (unsettled.size === 0) over.abort();
  };
  return { leaseId, unsettled, settle, settled: extendUntilSettled() };
}

async function handleMessage(
  deps: WorkerDeps,
  queue: string,
  handle: MessageHandler,
  message: BatchedMessage,
  deleteLater: (message: BatchedMessage) => void,
): Promise<void> {
  const { database, settling, telemetry } = deps;
  const { batch, delivery } = message;
  const call = { leaseId: batch.leaseId, deliveries: [delivery] };
  try {
    await telemetry.span('handle messages', { queue, messages: 1 }, () =>
      transactionOnDemand(
        database,
        tx => handle(tx, [delivery]),
        async tx => {
          await settling.deleteDelivered(tx, deliveredOf(call));
          tx.afterCommit(() => batch.settle(delivery.id));
        },
        async () => deleteLater(message),
      ),
    );
  } catch (error) {
    await releaseFailed(deps, queue, call, error);
    batch.settle(delivery.id);
  }
}

function returnBatch(
  deps: WorkerDeps,
  queue: string,
  { leaseId, unsettled, settle }: LeasedBatch,
): Promise<void> {
  const deliveries = [...unsettled.values()];
  for (const { id } of deliveries) settle(id);
  return returnMessages(deps, queue, { leaseId, deliveries });
}

interface LeasedBatch {
  readonly leaseId: string;
  /** Messages neither deleted nor released, by id. */
  readonly unsettled: ReadonlyMap<string, Delivery>;
  settle(id: string): void;
  /** Resolves when no message is left, so that the lease is no longer extended. */
  readonly settled: Promise<void>;
}

interface BatchedMessage {
  readonly batch: LeasedBatch;
  readonly delivery: Delivery;
}
