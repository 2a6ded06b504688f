import { createServer as createNodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { openInstallation } from '../../src/context.ts';
import { createServer } from '../../src/serve/http/server.ts';
import { createServeContext } from '../../src/web.ts';
import { testConfig } from '../../test/harness/config.ts';
import { ANSWER, benchRoute } from './route.ts';
import { VARIANTS, type Variant, type VariantName } from './variants.ts';

/** One server of the comparison in a process of its own: `server.ts <variant> <database url> <data directory>`. */
const [variant = 'bare', databaseUrl = '', data = ''] = process.argv.slice(2);

const port = variant === 'bare' ? await bare() : await ours(variant as Exclude<VariantName, 'bare'>);
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.send?.({ port });

async function bare(): Promise<number> {
  const app = Fastify({ logger: false });
  app.get('/api/v1/bench/:id', async () => ANSWER);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

async function ours(name: Exclude<VariantName, 'bare'>): Promise<number> {
  const config = testConfig({
    'database-url': databaseUrl,
    data,
    'log-format': 'json',
    'rate-limit': '1000000',
  });
  const installation = await openInstallation(config, { migrate: false });
  const { route, adapt }: Variant = VARIANTS[name];
  const server = createNodeServer();
  const context = adapt(await createServeContext(installation, 'http://localhost'));
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
