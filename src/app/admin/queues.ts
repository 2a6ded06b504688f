import { Problem } from '../../errors.ts';
import type {
  Broker,
  PeekedMessage,
  PeekOptions,
  QueueSettings,
  QueueState,
  RedriveOptions,
} from '../../platform/broker/port.ts';
import { reason } from '../../reasons.ts';
import { type ActingPerson, type AuditDeps, recordAction } from './audited.ts';

/** Operators' actions on queues, for the API, the pages and the command line. */
export interface QueueDeps extends AuditDeps {
  readonly broker: Broker;
}

export async function listQueues({ broker }: Pick<QueueDeps, 'broker'>): Promise<QueueState[]> {
  const queues = await broker.queues();
  return queues.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function findQueue({ broker }: Pick<QueueDeps, 'broker'>, name: string): Promise<QueueState | null> {
  return (await broker.queues()).find(queue => queue.name === name) ?? null;
}

export async function requireQueue(context: Pick<QueueDeps, 'broker'>, name: string): Promise<QueueState> {
  const queue = await findQueue(context, name);
  if (!queue) throw new Problem('queue-not-found', reason('queue-unknown', { name }));
  return queue;
}

/** Creates the queue if it does not exist. */
export function changeQueue(
  context: QueueDeps,
  by: ActingPerson,
  name: string,
  settings: Partial<QueueSettings>,
): Promise<QueueSettings> {
  const { deadLetterQueue } = settings;
  if (deadLetterQueue === name) throw new Problem('validation-failed', reason('queue-own-dead-letters'));
  const detail = Object.fromEntries(
    Object.entries(settings).map(([setting, value]) => [setting, value ?? 'its own']),
  );
  return context.database.transaction(async tx => {
    const changed = await context.broker.declareIn(tx, name, settings);
    await recordAction(tx, context, by, {
      action: 'queue.changed',
      subject: { kind: 'queue', id: name },
      detail,
    });
    return changed;
  });
}

export function purgeQueue(context: QueueDeps, by: ActingPerson, name: string): Promise<number> {
  return context.database.transaction(async tx => {
    const purged = await context.broker.purgeIn(tx, name);
    await recordAction(tx, context, by, {
      action: 'queue.purged',
      subject: { kind: 'queue', id: name },
      detail: { purged },
    });
    return purged;
  });
}

/** `name` is a dead-letter queue, or a queue that uses one. */
export async function redriveQueue(
  context: QueueDeps,
  by: ActingPerson,
  name: string,
  options: RedriveOptions = {},
): Promise<number> {
  const { name: deadLetterQueue, exists } = await deadLetterQueueAt(context, name);
  return context.database.transaction(async tx => {
    const redriven = exists ? await context.broker.redriveIn(tx, deadLetterQueue, options) : 0;
    await recordAction(tx, context, by, {
      action: 'queue.redriven',
      subject: { kind: 'queue', id: deadLetterQueue },
      detail: { redriven },
    });
    return redriven;
  });
}

/** The dead letters of a queue, or the messages in a dead-letter queue, oldest first. */
export async function peekDeadLetters(
  context: Pick<QueueDeps, 'broker'>,
  name: string,
  options: PeekOptions,
): Promise<PeekedMessage[]> {
  const deadLetterQueue = await deadLetterQueueAt(context, name);
  return deadLetterQueue.exists ? context.broker.peek(deadLetterQueue.name, options) : [];
}

/**
 * Finds the dead-letter queue for its own name or for that of a queue that uses it. It exists once it has
 * received a message.
 */
async function deadLetterQueueAt(
  { broker }: Pick<QueueDeps, 'broker'>,
  name: string,
): Promise<{ name: string; exists: boolean }> {
  const queues = await broker.queues();
  const exists = (wanted: string) => queues.some(queue => queue.name === wanted);
  if (queues.some(queue => deadLetterQueueOf(queue) === name)) return { name, exists: exists(name) };
  const queue = queues.find(({ name: known }) => known === name);
  if (!queue) throw new Problem('queue-not-found', reason('queue-unknown', { name }));
  return { name: deadLetterQueueOf(queue), exists: exists(deadLetterQueueOf(queue)) };
}

export function deadLetterQueueOf({ name, settings }: Pick<QueueState, 'name' | 'settings'>): string {
  return settings.deadLetterQueue ?? `${name}.dead`;
}
