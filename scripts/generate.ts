import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '../src/platform/database/migrations.ts';
import { createPool } from '../src/platform/database/pool.ts';
import { createMemoryTelemetry } from '../src/platform/telemetry/memory/memory.ts';
import { API_ROUTES } from '../src/serve/api/index.ts';
import { openapi } from '../src/serve/http/openapi.ts';
import { VERSION } from '../src/version.ts';
import { startTestServer } from '../test/harness/server.ts';
import { dumpSchema } from './dump-schema.ts';
import { cliPage } from './reference/cli.ts';
import { clientSource } from './reference/client.ts';
import { configurationPage } from './reference/configuration.ts';
import { errorsPage } from './reference/errors.ts';
import { metricsPage } from './reference/metrics.ts';
import { streamsPage } from './reference/streams.ts';

/** `npm run generate`: writes all files that derive from the code, so that reviews show their changes. */
const ROOT = join(import.meta.dirname, '..');
const document = openapi(API_ROUTES, { title: 'Broadsheet', version: VERSION });

const files: Record<string, string> = {
  'docs/reference/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'docs/reference/errors.md': errorsPage(),
  'docs/reference/metrics.md': metricsPage(),
  'docs/reference/streams.md': streamsPage(),
  'docs/reference/configuration.md': configurationPage(),
  'docs/reference/cli.md': cliPage(),
  'src/client/api.ts': clientSource(document),
  'test/schema.sql': await schema(),
};
for (const [path, content] of Object.entries(files)) {
  await writeFile(join(ROOT, path), content);
  console.log(`wrote ${path}`);
}

async function schema(): Promise<string> {
  const server = await startTestServer();
  const database = createPool({ url: server.url, telemetry: createMemoryTelemetry() });
  try {
    await migrate(database, join(ROOT, 'migrations'), { now: () => new Date(0) });
    return await dumpSchema(database);
  } finally {
    await database.close();
    await server.stop();
  }
}
