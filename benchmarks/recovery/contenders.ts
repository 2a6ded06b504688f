import { migrateForBroker, openBroker } from '../queue/broker.ts';
import type { FoundBullMq } from '../queue/bullmq-package.ts';
import type { RecoveryContender } from './kill.ts';

const QUEUE = 'feeds';

export async function withOurs(url: string): Promise<RecoveryContender> {
  await migrateForBroker(url);
  const { broker, close } = await openBroker(url);
  return { argument: { kind: 'ours', url }, publish: () => broker.publish(QUEUE, { body: 1 }), close };
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
