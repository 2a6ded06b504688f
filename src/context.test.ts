import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { testConfig } from '../test/harness/config.ts';
import { testDatabase } from '../test/harness/database.ts';
import { temporaryDirectory } from './cli/cli.testing.ts';
import { MIGRATIONS_DIRECTORY, openInstallation } from './context.ts';
import { SecretUnusable } from './installation-secret.ts';
import type { Database } from './platform/database/port.ts';
import { row, text } from './platform/database/rows.ts';
import { sql } from './platform/database/sql.ts';
import { createMemoryTelemetry } from './platform/telemetry/memory/memory.ts';

const data = await temporaryDirectory();
const [ONE, OTHER] = ['1', '2'].map(digit => `the secret number ${digit} of an installation`);

test('RUN-3: processes with different secrets cannot share a database', async () => {
  const { database, url } = await testDatabase();
  await open(url, ONE);
  const fingerprint = await recorded(database);
  assert.match(fingerprint ?? '', /^[\w-]{22}$/);
  await open(url, ONE);
  await open(url, ONE, { migrate: false });
  for (const options of [{}, { migrate: false }])
    await assert.rejects(
      open(url, OTHER, options),
      (error: unknown) =>
        error instanceof SecretUnusable &&
        /this process has another secret than the one that its database was set up with/.test(
          error.message,
        ) &&
        /Give it the secret of the other processes.*renew-secret/.test(error.remedy),
    );
  assert.equal(await recorded(database), fingerprint);
  await open(url, OTHER, { migrate: false, checkSecret: false });
});

test('of two first starts with different secrets at the same time, one is refused', async () => {
  const { database, url } = await testDatabase();
  const outcomes = await Promise.allSettled([open(url, ONE), open(url, OTHER)]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.notEqual(await recorded(database), null);
});

test('a database of an older version has no fingerprint until the next start', async () => {
  const { database, url } = await testDatabase();
  await database.execute(sql`drop table installation_secret`);
  await open(url, ONE, { migrate: false });
});

test('a start logs its migrations in one line, and each of them at debug level', async () => {
  const { database, url } = await testDatabase();
  await database.transaction(tx => tx.script('drop schema public cascade; create schema public'));
  const files = (await readdir(MIGRATIONS_DIRECTORY)).filter(name => name.endsWith('.sql')).sort();
  const telemetry = createMemoryTelemetry();
  await open(url, ONE, { telemetry });
  const { lines } = telemetry;
  assert.deepEqual(
    lines
      .filter(({ msg }) => msg === 'migrations.applied')
      .map(({ level, count, last }) => ({ level, count, last })),
    [{ level: 'info', count: files.length, last: files.at(-1) }],
  );
  assert.deepEqual(
    lines.filter(({ msg }) => msg === 'migration.applied').map(({ level, name }) => ({ level, name })),
    files.map(name => ({ level: 'debug', name })),
  );
  const again = createMemoryTelemetry();
  await open(url, ONE, { telemetry: again });
  assert.deepEqual(
    again.lines.filter(({ msg }) => msg.startsWith('migration')),
    [],
  );
});

async function open(
  url: string,
  secret = '',
  options: Parameters<typeof openInstallation>[1] = {},
): Promise<void> {
  const config = testConfig({ 'database-url': url, data, secret });
  const installation = await openInstallation(config, { telemetry: createMemoryTelemetry(), ...options });
  await installation.close();
}

async function recorded(database: Database): Promise<string | null> {
  const found = await database.maybe(
    row({ fingerprint: text }),
    sql`select fingerprint from installation_secret`,
  );
  return found?.fingerprint ?? null;
}
