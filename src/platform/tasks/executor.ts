import { pause } from '../../lib/clock.ts';
import type { Delivery } from '../broker/port.ts';
import { classify, type Failure } from '../database/failures.ts';
import type { Transaction } from '../database/port.ts';
import { nameAndMessage, storableText } from '../database/storable.ts';
import { defineEvent } from '../telemetry/events.ts';
import { QUEUE, type TasksContext } from './context.ts';
import { endRun, giveUpRun, type RunResult, refuseRun } from './end-runs.ts';
import { readMessage, type TaskMessage, toMessage } from './message.ts';
import type { RunningPart } from './port.ts';
import { type StartedRun, type StartRequest, startRuns, type Verdict } from './start-runs.ts';

/**
 * TASK-2: executors are consumers of the broker.
 *
 *   delivered -> verdict and start recorded -> handler -> effects, end of the run, next time of the task
 *                                                         and deletion of the message, in one commit
 *
 * An executor that dies in between has had no effect: the broker redelivers the message, the run is marked lost, and a
 * new one begins. An executor that was only paused finds its receipt expired and is rolled back. So a run may start more
 * than once after a fault, but takes effect once.
 */
export function startExecutor(
  context: TasksContext,
  { concurrency = CONCURRENCY }: { concurrency?: number } = {},
): RunningPart {
  const executor = new Executor(context, concurrency);
  const running = executor.run();
  const givingUp = context.broker.work(`${QUEUE}.dead`, { concurrency: 1 }, (tx, deliveries) =>
    executor.giveUp(tx, deliveries),
  );
  return {
    stop: async () => {
      await Promise.all([executor.stop(running), givingUp.stop(GRACE_MS)]);
    },
  };
}

class Executor {
  readonly #context: TasksContext;
  readonly #concurrency: number;
  readonly #stopping = new AbortController();
  readonly #running = new Map<Delivery, Promise<void>>();

  constructor(context: TasksContext, concurrency: number) {
    this.#context = context;
    this.#concurrency = concurrency;
  }

  /** Resolves after `stop`, when all runs have ended. */
  async run(): Promise<void> {
    const over = new AbortController();
    const extending = this.#extendLeases(over.signal);
    for (let declared = false; !this.#stopping.signal.aborted; ) {
      try {
        // Receiving does not create the queue.
        if (!declared) await this.#context.broker.declare(QUEUE);
        declared = true;
        await this.#startBatch();
      } catch (error) {
        if (this.#stopping.signal.aborted) break;
        this.#context.telemetry.log.warn('task.start_failed', { error });
        await this.#pause(AFTER_FAILURE_MS);
      }
    }
    await Promise.all(this.#running.values());
    over.abort();
    await extending;
  }

  /** Starts no more runs, waits for those in progress, and releases the messages of late ones, which voids their runs. */
  async stop(running: Promise<void>): Promise<void> {
    this.#stopping.abort();
    const late = new AbortController();
    const grace = pause(this.#context.clock, GRACE_MS, late.signal);
    await Promise.race([running, grace]);
    late.abort();
    for (const { receipt } of this.#running.keys())
      await this.#context.broker.release(receipt).catch(() => undefined);
  }

  /** One claim and one statement of starts for all free slots: one for each would cost more than brief tasks do. */
  async #startBatch(): Promise<void> {
    const claimed = await this.#claim(await this.#waitForCapacity());
    const requests = (await Promise.all(claimed.map(delivery => this.#read(delivery)))).filter(
      request => request !== null,
    );
    if (requests.length === 0) return;
    const verdicts = await startRuns(this.#context, requests).catch(async error => {
      await Promise.all(requests.map(({ delivery }) => this.#returnMessage(delivery, error)));
      throw error;
    });
    requests.forEach(({ delivery, message }, index) => {
      const verdict = verdicts[index] ?? { kind: 'gone' };
      const done = this.#deliver(delivery, message, verdict).finally(() => this.#running.delete(delivery));
      this.#running.set(delivery, done);
    });
  }

  async #read(delivery: Delivery): Promise<(StartRequest & { readonly delivery: Delivery }) | null> {
    const message = readMessage(delivery.body);
    if (message) return { delivery, message, visibleUntil: delivery.visibleUntil };
    this.#context.telemetry.log.error('task.invalid_message', {
      id: delivery.id,
    });
    await this.#context.broker.delete([delivery.receipt]);
    return null;
  }

  /** Returns the number of free slots, once there is one. Waits a moment for more, so that claims are shared. */
  async #waitForCapacity(): Promise<number> {
    if (this.#running.size >= this.#concurrency) await Promise.race(this.#running.values());
    const free = () => this.#concurrency - this.#running.size;
    if (free() < this.#concurrency / 2) await this.#pause(BATCH_DELAY_MS);
    return free();
  }

  /** A lease for each message, so that no commit waits for another. The broker batches these calls into one claim. */
  async #claim(max: number): Promise<Delivery[]> {
    const { broker, visibilityMs } = this.#context;
    const { signal } = this.#stopping;
    const claims = Array.from({ length: max }, () => broker.receive(QUEUE, { max: 1, visibilityMs, signal }));
    const found = (await Promise.all(claims)).flat();
    if (found.length > 0 || signal.aborted) return found;
    return broker.receive(QUEUE, { max: 1, visibilityMs, signal, waitMs: MAX_WAIT_MS });
  }

  async #deliver(delivery: Delivery, message: TaskMessage, verdict: Verdict): Promise<void> {
    const { database, broker } = this.#context;
    try {
      await database.transaction(async tx => {
        await this.#applyVerdict(tx, message, verdict);
        await broker.deleteIn(tx, [delivery.receipt]);
      });
    } catch (error) {
      await this.#returnMessage(delivery, error);
    }
  }

  /** If the release fails as well, the lease expires. */
  async #returnMessage({ receipt, receives, id }: Delivery, error: unknown): Promise<void> {
    const { broker, telemetry } = this.#context;
    telemetry.log.warn('task.redelivered', { messageId: id, receives, error });
    const delayMs = Math.min(1_000 * 2 ** (receives - 1), 60_000);
    await broker
      .release(receipt, { delayMs, error: storableText(nameAndMessage(error), MAX_ERROR_LENGTH) })
      .catch(() => undefined);
  }

  /** Timed by this process, but counted by the database's clock: a late timer finds the lease expired. */
  async #extendLeases(over: AbortSignal): Promise<void> {
    const { broker, clock, visibilityMs } = this.#context;
    while (!over.aborted) {
      const before = [...this.#running.keys()];
      await pause(clock, visibilityMs / 3, over);
      const lasting = before.filter(delivery => this.#running.has(delivery));
      if (!over.aborted)
        await Promise.all(
          lasting.map(({ receipt }) => broker.extend(receipt, visibilityMs).catch(() => undefined)),
        );
    }
  }

  async giveUp(tx: Transaction, deliveries: readonly Delivery[]): Promise<void> {
    for (const { body } of deliveries) {
      const message = readMessage(body);
      if (!message) continue;
      await giveUpRun(this.#context, tx, message);
      this.#context.telemetry.log.error('task.given_up', {
        taskId: message.task,
        dueAt: message.due,
      });
    }
  }

  async #pause(ms: number): Promise<void> {
    await pause(this.#context.clock, ms, this.#stopping.signal);
  }

  async #applyVerdict(tx: Transaction, message: TaskMessage, verdict: Verdict): Promise<void> {
    switch (verdict.kind) {
      case 'run':
        return this.#run(tx, verdict.run);
      case 'gone':
      case 'stale':
        return;
      case 'early':
        await this.#context.broker.publishIn(tx, QUEUE, [toMessage(message)]);
        return;
      case 'expired':
        throw new Error('the lease on the message ran out before its task could start');
      case 'missed':
        return refuseRun(this.#context, tx, message, 'skipped: no executor was running at its time');
      case 'overlap':
        return refuseRun(this.#context, tx, message, 'the previous run had not ended');
    }
  }

  /** Rolls back the effects of a handler that throws; the same transaction then records the failure. */
  async #run(tx: Transaction, run: StartedRun): Promise<void> {
    this.#observeDelay(run);
    // A handler may work outside the database for longer than transactions may idle.
    await tx.script(`set local idle_in_transaction_session_timeout = '1h'; savepoint before_run`);
    const hooks: (() => void)[] = [];
    try {
      await this.#callHandler(withDeferredHooks(tx, hooks), run);
      // Fails if a statement failed and the handler swallowed its error.
      await this.#end(tx, run, { outcome: 'succeeded', error: null });
      for (const hook of hooks) hook();
    } catch (error) {
      if (this.#isTransient(error)) throw error;
      await tx.script('rollback to savepoint before_run');
      await this.#end(tx, run, {
        outcome: 'failed',
        error: storableText(nameAndMessage(error), MAX_ERROR_LENGTH),
      });
    }
  }

  async #end(tx: Transaction, run: StartedRun, result: RunResult): Promise<void> {
    await endRun(this.#context, tx, run, result);
    tx.afterCommit(() => this.#report(run, result));
  }

  async #callHandler(tx: Transaction, run: StartedRun): Promise<void> {
    const kind = this.#context.kinds.get(run.taskKind);
    if (!kind) throw new Error(`unknown task kind ${run.taskKind}`);
    await this.#context.telemetry.span(`task ${kind.name}`, { 'task.id': run.task }, () =>
      kind.run(tx, { payload: run.payload, dueAt: run.due, signal: this.#stopping.signal }),
    );
  }

  /** Not the handler's fault: PostgreSQL requests a retry, is unavailable or stores nothing, or the program stops. */
  #isTransient(error: unknown): boolean {
    return TRANSIENT.has(classify(error)) || this.#stopping.signal.aborted;
  }

  #observeDelay({ byHand, attempt, startedAt, due }: StartedRun): void {
    if (byHand || attempt > 1) return;
    const seconds = (startedAt.getTime() - due.getTime()) / 1_000;
    this.#context.telemetry.metrics.histogram('task_start_delay_seconds').observe({}, seconds);
  }

  #report({ task: taskId, id: runId, taskKind: kind, attempt }: StartedRun, result: RunResult): void {
    const { outcome, error } = result;
    const event = outcome === 'failed' ? runFailed : runSucceeded;
    this.#context.telemetry.event(event, {
      kind,
      outcome,
      taskId,
      runId,
      attempt,
      ...(error === null ? {} : { error }),
    });
  }
}

/** Collects commit hooks, so that those of a failed handler are dropped with its effects. */
function withDeferredHooks(tx: Transaction, hooks: (() => void)[]): Transaction {
  return {
    ...tx,
    beforeCommit: work => {
      hooks.push(() => tx.beforeCommit(work));
    },
    afterCommit: effect => {
      hooks.push(() => tx.afterCommit(effect));
    },
  };
}

const runSucceeded = defineEvent('task_runs_total', 'debug', 'task.succeeded');
const runFailed = defineEvent('task_runs_total', 'warn', 'task.failed');

const TRANSIENT: ReadonlySet<Failure> = new Set(['try-again', 'away', 'not-writable']);

const CONCURRENCY = 4;
/** While most slots are busy, brief tasks free more of them within this time. */
const BATCH_DELAY_MS = 5;
const MAX_WAIT_MS = 20_000;
const AFTER_FAILURE_MS = 1_000;
/** Fault 15: below the ten seconds in which the program must stop. */
const GRACE_MS = 8_000;
const MAX_ERROR_LENGTH = 4_000;
