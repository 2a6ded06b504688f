import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { startProgram } from '../../src/program.ts';
import { testConfig } from '../../test/harness/config.ts';
import { answerQuestions } from '../http/questions.ts';

/** One server of the comparison in a separate process: `server.ts bare|ours <database url> <data directory>`. */
const [which = 'bare', databaseUrl = '', data = ''] = process.argv.slice(2);
answerQuestions(which === 'bare' ? await bare() : await ours());

/** Reads the body and responds, without validation or storage. */
async function bare(): Promise<number> {
  const app = Fastify({ logger: false, bodyLimit: 1_048_576 });
  app.post('/api/v1/events/share', (_request, reply) => reply.code(202).send({ accepted: 1, refused: [] }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** The real server, with a log line, a metric and a trace per request. */
async function ours(): Promise<number> {
  const config = testConfig({
    'database-url': databaseUrl,
    data,
    roles: 'web',
    'rate-limit': '1000000',
    'log-format': 'json',
  });
  const program = await startProgram(config);
  if (program.url === undefined) throw new Error('the program does not listen');
  return Number(new URL(program.url).port);
}
