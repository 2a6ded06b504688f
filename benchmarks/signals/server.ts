import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { startProgram } from '../../src/program.ts';
import { testConfig } from '../../test/harness/config.ts';

/** One server of the comparison in a process of its own: `server.ts bare|ours <database url> <data directory>`. */
const [which = 'bare', databaseUrl = '', data = ''] = process.argv.slice(2);
const url = which === 'bare' ? await bare() : await ours();
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit(0));
process.send?.({ url });

/** Reads the body and answers: nothing is checked, and nothing is kept. */
async function bare(): Promise<string> {
  const app = Fastify({ logger: false, bodyLimit: 1_048_576 });
  app.post('/api/v1/events/share', (_request, reply) => reply.code(202).send({ accepted: 1, refused: [] }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function ours(): Promise<string> {
  const config = testConfig({
    'database-url': databaseUrl,
    data,
    roles: 'web',
    'rate-limit': '1000000',
    'log-level': 'error',
  });
  const program = await startProgram(config);
  if (program.url === undefined) throw new Error('the program does not listen');
  return program.url.replace('localhost', '127.0.0.1');
}
