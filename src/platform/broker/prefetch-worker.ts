import { pause } from '../../lib/clock.ts';
import { transactionOnDemand } from './lazy-transaction.ts';
import type { Delivery, MessageHandler, Worker, WorkOptions } from './port.ts';
import { claimUntil, deliveredOf, giveBack, releaseFailed, type WorkerDeps } from './worker-support.ts';

/**
 * Takes messages in lots under one lease and hands them to the handlers one by one:
 *
 *   claim of a lot -> waiting here -> a call of the handler -> free for the next while the deletion is on its way
 *
 * A claim and a lease for hundreds of messages instead of one each, and deletions that leave together: many small
 * pieces of work cost a fifth. Whoever dies leaves a lot behind that comes again when its lease has run out.
 */
export function startWorkerAhead(
  deps: WorkerDeps,
  queue: string,
  options: WorkOptions & { readonly ahead: number },
  handle: MessageHandler,
): Worker {
  const { concurrency, ahead, visibilityMs } = options;
  const stopping = new AbortController();
  const lots = new Set<Lot>();
  const waiting: Piece[] = [];
  let running = 0;
  let changed: () => void = () => undefined;
  const deletions = createDeletions(deps, queue, () => changed());
  const pump = () => {
    while (running < concurrency && !stopping.signal.aborted) {
      const piece = waiting.shift();
      if (!piece) break;
      running++;
      void runPiece(deps, queue, handle, piece, deletions.add).finally(() => {
        running--;
        pump();
      });
    }
    changed();
  };
  const claimRound = async (): Promise<number | null> => {
    if (waiting.length > ahead / 2 || deletions.open > ahead) {
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
    } = await deps.receiving.claim(queue, ahead, visibilityMs);
    if (leaseId === null) return nextMs;
    const lot = createLot(deps, leaseId, deliveries, leasedMs);
    lots.add(lot);
    void lot.kept.then(() => lots.delete(lot));
    for (const delivery of deliveries) waiting.push({ lot, delivery });
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
      // What was not begun goes to others now; what still runs loses its lease and can no longer commit.
      await Promise.all([...lots].map(lot => giveBackLot(deps, queue, lot)));
    },
  };
}

/**
 * Handled messages are deleted in lots too, two statements at a time, while the next ones are handled. A message has
 * no promise of its own on this way: at tens of thousands a second those cost as much as the statements.
 */
function createDeletions({ settling, telemetry }: WorkerDeps, queue: string, onProgress: () => void) {
  const gathered: Piece[] = [];
  let open = 0;
  let lanes = 0;
  let whenNone: (() => void) | null = null;

  const leave = async () => {
    lanes++;
    while (gathered.length > 0) {
      const batch = gathered.splice(0, MAX_DELETE_BATCH);
      const those = batch.map(({ lot, delivery }) => ({ leaseId: lot.leaseId, messageId: delivery.id }));
      try {
        const deleted = await settling.deleteThose(those);
        if (deleted < batch.length)
          telemetry.log.warn('queue.lease_expired', {
            queue,
            messages: batch.length - deleted,
          });
      } catch (error) {
        telemetry.log.warn('queue.delete_failed', { queue, error });
      }
      for (const { lot, delivery } of batch) lot.settle(delivery.id);
      open -= batch.length;
      onProgress();
    }
    lanes--;
    if (open === 0) whenNone?.();
  };
  return {
    /** Not deleted yet. */
    get open() {
      return open;
    },
    add: (piece: Piece) => {
      gathered.push(piece);
      open++;
      // The end of this turn: what is handled in it leaves together.
      if (lanes < DELETING_LANES && gathered.length === 1) setImmediate(leave);
    },
    finished: async () => {
      if (open > 0)
        await new Promise<void>(resolve => {
          whenNone = resolve;
        });
    },
  };
}

const MAX_DELETE_BATCH = 1_000;
const DELETING_LANES = 2;

function createLot(
  { clock, settling, telemetry }: WorkerDeps,
  leaseId: string,
  deliveries: readonly Delivery[],
  visibilityMs: number,
): Lot {
  const unsettled = new Map(deliveries.map(delivery => [delivery.id, delivery]));
  const over = new AbortController();
  const keep = async () => {
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
  return { leaseId, unsettled, settle, kept: keep() };
}

async function runPiece(
  deps: WorkerDeps,
  queue: string,
  handle: MessageHandler,
  piece: Piece,
  deleteMeanwhile: (piece: Piece) => void,
): Promise<void> {
  const { database, settling, telemetry } = deps;
  const { lot, delivery } = piece;
  const call = { leaseId: lot.leaseId, deliveries: [delivery] };
  try {
    await telemetry.span('handle messages', { queue, messages: 1 }, () =>
      transactionOnDemand(
        database,
        tx => handle(tx, [delivery]),
        async tx => {
          await settling.deleteDelivered(tx, deliveredOf(call));
          tx.afterCommit(() => lot.settle(delivery.id));
        },
        async () => deleteMeanwhile(piece),
      ),
    );
  } catch (error) {
    await releaseFailed(deps, queue, call, error);
    lot.settle(delivery.id);
  }
}

function giveBackLot(deps: WorkerDeps, queue: string, { leaseId, unsettled, settle }: Lot): Promise<void> {
  const deliveries = [...unsettled.values()];
  for (const { id } of deliveries) settle(id);
  return giveBack(deps, queue, { leaseId, deliveries });
}

interface Lot {
  readonly leaseId: string;
  /** Those that are neither deleted nor released, by id. */
  readonly unsettled: ReadonlyMap<string, Delivery>;
  settle(id: string): void;
  /** Resolves when nothing is left that the lease would be kept for. */
  readonly kept: Promise<void>;
}

interface Piece {
  readonly lot: Lot;
  readonly delivery: Delivery;
}
