import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { openInstallation } from '../../src/context.ts';
import { createAppContext } from '../../src/roles/web.ts';
import { getTrending } from '../../src/serve/api/v1/trending.ts';
import { createHttpServer, createServer } from '../../src/serve/http/server.ts';
import { followSnapshots } from '../../src/signals/trending/follow-snapshots.ts';
import { testConfig } from '../../test/harness/config.ts';
import { answerQuestions } from '../http/questions.ts';

/** One server in a separate process: `query-server.ts ours <database url> <data>` or `bare <file with the bytes>`. */
const [name = '', given = '', data = ''] = process.argv.slice(2);
const port = name === 'bare' ? await bare(given) : await ours(given, data);
answerQuestions(port);

async function bare(file: string): Promise<number> {
  const bytes = await readFile(file);
  const app = Fastify({ logger: false });
  app.get('/api/v1/trending', (_, reply) => {
    reply.type('application/json; charset=utf-8').send(bytes);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

async function ours(databaseUrl: string, data: string): Promise<number> {
  const config = testConfig({
    'database-url': databaseUrl,
    data,
    'log-format': 'json',
    'rate-limit': '1000000',
  });
  const installation = await openInstallation(config, { migrate: false });
  const server = createHttpServer(config);
  const context = await createAppContext(installation, 'http://localhost');
  await followSnapshots(context);
  const { app, handler } = await createServer(context, server, {
    routes: [getTrending],
    register: async () => undefined,
    showProblem: () => undefined,
  });
  await app.ready();
  server.on('request', handler);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
