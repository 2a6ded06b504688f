import { Problem } from '../../errors.ts';
import type { Broker, QueueSettings, QueueState } from '../../platform/broker/port.ts';
import { type By, type RecordContext, record } from './record.ts';

/** What operators do to queues, by the API, the pages and the console alike. */
export interface QueueContext extends RecordContext {
  readonly broker: Broker;
}

export async function listQueues({ broker }: Pick<QueueContext, 'broker'>): Promise<QueueState[]> {
  const queues = await broker.queues();
  return queues.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function findQueue(
  { broker }: Pick<QueueContext, 'broker'>,
  name: string,
): Promise<QueueState | null> {
  return (await broker.queues()).find(queue => queue.name === name) ?? null;
}

export async function requireQueue(context: Pick<QueueContext, 'broker'>, name: string): Promise<QueueState> {
  const queue = await findQueue(context, name);
  if (!queue) throw new Problem('not-found', `There is no queue ${name}.`);
  return queue;
}

/** Makes the queue if there is none. */
export async function changeQueue(
  context: QueueContext,
  by: By,
  name: string,
  settings: Partial<QueueSettings>,
): Promise<QueueSettings> {
  const { deadLetterQueue } = settings;
  if (deadLetterQueue === name)
    throw new Problem('validation-failed', 'A queue cannot be its own dead-letter queue.');
  const changed = await context.broker.declare(name, settings);
  const detail = Object.fromEntries(
    Object.entries(settings).map(([setting, value]) => [setting, value ?? 'its own']),
  );
  await record(context, by, { action: 'queue.changed', subject: { kind: 'queue', id: name }, detail });
  return changed;
}

export async function purgeQueue(context: QueueContext, by: By, name: string): Promise<number> {
  if (isOwnQueue(name))
    throw new Problem('forbidden', `${name} belongs to the program; its messages are not for purging.`);
  await requireQueue(context, name);
  const purged = await context.broker.purge(name);
  await record(context, by, {
    action: 'queue.purged',
    subject: { kind: 'queue', id: name },
    detail: { purged },
  });
  return purged;
}

/** Named may be the dead-letter queue, or the queue whose messages are put aside there. */
export async function redriveQueue(
  context: QueueContext,
  by: By,
  name: string,
  options: { most?: number; ids?: readonly string[] } = {},
): Promise<number> {
  const deadLetterQueue = await deadLetterQueueAt(context, name);
  const redriven = await context.broker.redrive(deadLetterQueue, options);
  await record(context, by, {
    action: 'queue.redriven',
    subject: { kind: 'queue', id: deadLetterQueue },
    detail: { redriven },
  });
  return redriven;
}

/** The dead-letter queue that is meant by a name, which is its own or that of a queue that uses it. */
export async function deadLetterQueueAt(
  { broker }: Pick<QueueContext, 'broker'>,
  name: string,
): Promise<string> {
  const queues = await broker.queues();
  if (queues.some(queue => deadLetterQueueOf(queue) === name)) return name;
  const queue = queues.find(({ name: known }) => known === name);
  if (!queue) throw new Problem('not-found', `There is no queue ${name}.`);
  return deadLetterQueueOf(queue);
}

export function deadLetterQueueOf({ name, settings }: Pick<QueueState, 'name' | 'settings'>): string {
  return settings.deadLetterQueue ?? `${name}.dead`;
}

/**
 * Queues of the program itself. A message that was put there from outside, or taken away, would be a task run
 * twice or never, so they can be looked at and nothing more.
 */
export function isOwnQueue(name: string): boolean {
  return OWN_QUEUES.test(name);
}

const OWN_QUEUES = /^tasks(?:[.:-]|$)/;
