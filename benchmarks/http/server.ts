import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { openInstallation } from '../../src/context.ts';
import { createAppContext } from '../../src/roles/web.ts';
import { createHttpServer, createServer } from '../../src/serve/http/server.ts';
import { testConfig } from '../../test/harness/config.ts';
import { answerQuestions } from './questions.ts';
import { ANSWER, benchRoute } from './route.ts';
import { PEERS, VARIANTS, type Variant } from './variants.ts';

/** One server of the comparison in a separate process: `server.ts <name> <database url> <data directory>`. */
const [name = 'bare', databaseUrl = '', data = ''] = process.argv.slice(2);

const port =
  name in PEERS ? await peer(name as keyof typeof PEERS) : await ours(name as keyof typeof VARIANTS);
answerQuestions(port);

/** Default Fastify; with schemas it validates and serialises like ours, and does nothing else. */
async function peer(name: keyof typeof PEERS): Promise<number> {
  const app = Fastify({ logger: false });
  const { params, query: querystring, responses } = benchRoute;
  const schema = { params, querystring, response: { 200: responses[200]?.schema } };
  app.get('/api/v1/bench/:id', PEERS[name].hasSchemas ? { schema } : {}, async () => ANSWER);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

async function ours(name: keyof typeof VARIANTS): Promise<number> {
  const config = testConfig({
    'database-url': databaseUrl,
    data,
    'log-format': 'json',
    // All variants share the limit of their user.
    'rate-limit': '100000000',
  });
  const installation = await openInstallation(config, { migrate: false });
  const { route, adapt }: Variant = VARIANTS[name];
  const server = createHttpServer(config);
  const context = adapt(await createAppContext(installation, 'http://localhost'));
  const { app, handler } = await createServer(context, server, {
    routes: [route(benchRoute)],
    register: async () => undefined,
    showProblem: () => undefined,
  });
  await app.ready();
  server.on('request', handler);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
