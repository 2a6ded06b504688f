import { migrateForBroker, openBroker } from '../queue/broker.ts';
import type { FoundBullMq } from '../queue/bullmq-package.ts';
import type { RecoveryContender } from './kill.ts';

const QUEUE = 'feeds';

export async function withOurs(url: string, visibilityMs?: number): Promise<OurContender> {
  await migrateForBroker(url);
  const { broker, close } = await openBroker(url);
  const settings = await broker.declare(QUEUE);
  return {
    argument: { kind: 'ours', url, ...(visibilityMs === undefined ? {} : { visibilityMs }) },
    publish: () => broker.publish(QUEUE, { body: 1 }),
    close,
    defaultLeaseMs: settings.visibilityMs,
  };
}

export async function withBullMq({ bullmq, folder }: FoundBullMq, port: number): Promise<RecoveryContender> {
  const queue = new bullmq.Queue(QUEUE, { connection: { host: '127.0.0.1', port } });
  queue.on('error', () => undefined);
  await queue.waitUntilReady();
  return {
    argument: { kind: 'bullmq', folder, port },
    publish: () => queue.add('feed', 1),
    close: () => queue.close(),
  };
}

export interface OurContender extends RecoveryContender {
  readonly defaultLeaseMs: number;
}
