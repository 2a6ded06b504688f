import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testConfig } from '../../test/harness/config.ts';
import { testDatabase } from '../../test/harness/database.ts';
import { freePort } from '../../test/harness/free-port.ts';
import { temporaryDirectory } from '../cli/cli.testing.ts';
import { type Installation, openInstallation } from '../context.ts';
import { Problem } from '../errors.ts';
import { startWebRole } from './web.ts';

const { url } = await testDatabase();
const data = await temporaryDirectory();

test('PG-4: a start that fails after binding the port releases it, and the next start succeeds', async () => {
  const port = await freePort();
  const installation = await openInstallation(
    testConfig({ 'database-url': url, data, roles: 'web', port: String(port) }),
  );
  const readyz = `http://127.0.0.1:${port}/readyz`;
  try {
    for (const step of ['log', 'credentials'] as const)
      await assert.rejects(
        startWebRole(withoutDatabaseAt(installation, step)),
        (error: unknown) => error instanceof Problem && error.code === 'database-away',
        step,
      );
    await assert.rejects(fetch(readyz), 'the port is closed');
    const web = await startWebRole(installation);
    assert.equal((await fetch(readyz)).status, 200);
    await web.stop();
  } finally {
    await installation.close();
  }
});

/** An installation whose database fails when the start tails the log or, later, listens for credentials. */
function withoutDatabaseAt(installation: Installation, step: 'log' | 'credentials'): Installation {
  const away = () => Promise.reject(new Problem('database-away'));
  if (step === 'log') return { ...installation, log: { ...installation.log, tail: away } };
  const { database } = installation;
  let subscriptions = 0;
  const listen: typeof database.listen = (...args) =>
    subscriptions++ === 0 ? database.listen(...args) : away();
  const failing = new Proxy(database, {
    get: (target, name) => {
      const value: unknown = name === 'listen' ? listen : Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...installation, database: failing };
}
