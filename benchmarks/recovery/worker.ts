import { openBroker } from '../queue/broker.ts';
import { load } from '../queue/bullmq-package.ts';
import type { WorkerArgument } from './kill.ts';

/** Takes one message, reports it to the parent, and never finishes it. */
const argument: WorkerArgument = JSON.parse(process.argv[2] ?? '');
const forever = new Promise<never>(() => undefined);
const take = async () => {
  process.send?.('taken');
  return forever;
};

if (argument.kind === 'ours') {
  const { url, visibilityMs } = argument;
  const { broker } = await openBroker(url);
  broker.work('feeds', { concurrency: 1, ...(visibilityMs === undefined ? {} : { visibilityMs }) }, take);
} else {
  const { bullmq } = load(argument.folder);
  const worker = new bullmq.Worker('feeds', take, { connection: { host: '127.0.0.1', port: argument.port } });
  worker.on('error', () => undefined);
  await worker.waitUntilReady();
}
process.send?.('ready');
