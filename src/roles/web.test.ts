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

test('PG-4: a start that fails when the port is taken already lets go of it, and the next one gets it', async () => {
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
    await assert.rejects(fetch(readyz), 'nobody listens');
    const web = await startWebRole(installation);
    assert.equal((await fetch(readyz)).status, 200);
    await web.stop();
  } finally {
    await installation.close();
  }
});

/** An installation whose database goes away when a start asks for the log, or later, for what tells of credentials. */
function withoutDatabaseAt(installation: Installation, step: 'log' | 'credentials'): Installation {
  const away = () => Promise.reject(new Problem('database-away'));
  if (step === 'log') return { ...installation, log: { ...installation.log, tail: away } };
  const { database } = installation;
  let subscriptions = 0;
  const listen: typeof database.listen = (...wish) =>
    subscriptions++ === 0 ? database.listen(...wish) : away();
  const deaf = new Proxy(database, {
    get: (target, name) => {
      const value: unknown = name === 'listen' ? listen : Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...installation, database: deaf };
}
