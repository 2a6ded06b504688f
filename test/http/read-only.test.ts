import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broadsheetHere } from '../../src/cli/cli.testing.ts';
import { eventually } from '../harness/eventually.ts';
import { testProgram } from '../harness/program.ts';
import { assertProblem, assertSane, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** PG-4: a database that answers but stores nothing, as after a failover to a standby or on a full disk. */
const site = await testProgram({ settings: { roles: 'web' } });
const { headers } = await createTestPeople(site).person();
let accounts = 0;

test('while the database is read-only, changes get a 503 with a retry time, and reads are answered', async () => {
  assert.equal((await signUp()).status, 202);
  await setReadOnly('on');
  await eventually(async () => {
    const response = await signUp();
    assertProblem(response, 'database-not-writable');
    assertSane(response, 'sign-up');
    assert.ok(Number(response.headers['retry-after']) > 0);
  });
  const ready = await sendRequest(site, { path: '/readyz' });
  assert.deepEqual([ready.status, ready.json()], [503, { status: 'not-ready', database: 'not-writable' }]);
  for (const path of ['/healthz', '/', '/api/v1/instance', '/api/v1/account'])
    assert.equal((await sendRequest(site, { path, headers })).status, 200, path);
  const [line, ...more] = site.telemetry.lines.filter(({ msg }) => msg === 'database.not_writable');
  assert.deepEqual(more, []);
  assert.equal(line?.['reason'], 'the database is read-only');
  assert.match(String(line?.['remedy']), /default_transaction_read_only/);
});

test('readiness notices a read-only database without a change that fails', async () => {
  await setReadOnly('off');
  await eventually(async () => assert.equal((await sendRequest(site, { path: '/readyz' })).status, 200));
  await setReadOnly('on');
  await eventually(async () => assert.equal((await sendRequest(site, { path: '/readyz' })).status, 503));
});

test('a start and `doctor` name the remedy of a read-only database', async () => {
  const settings = ['--database-url', site.databaseUrl, '--secret', site.config.secret ?? ''];
  const where = ['--data', site.config.data, '--database-wait', '1s', '--port', '0'];
  const start = await broadsheetHere(['run', '--roles', 'tasks', ...settings, ...where]);
  assert.equal(start.code, 1);
  assert.match(
    start.stderr,
    /^broadsheet: the database is read-only \(postgres:.*\)\nCheck that it is not a standby, .*default_transaction_read_only/m,
  );
  assert.doesNotMatch(start.stderr, /cannot execute/);
  const doctor = await broadsheetHere(['doctor', '--json', ...settings, ...where]);
  const findings: { check: string; status: string; text: string; remedy?: string }[] = JSON.parse(
    doctor.stdout,
  );
  const found = findings.find(({ check }) => check === 'writable');
  assert.equal(found?.status, 'fail');
  assert.match(found?.text ?? '', /^the database is read-only/);
  assert.match(found?.remedy ?? '', /default_transaction_read_only/);
});

test('when the database stores changes again, so does the program', async () => {
  await setReadOnly('off');
  await eventually(async () => {
    assert.equal((await sendRequest(site, { path: '/readyz' })).status, 200);
    assert.equal((await signUp()).status, 202);
  });
  assert.ok(site.telemetry.lines.some(({ msg }) => msg === 'database.writable'));
  const faults = site.telemetry.lines.filter(
    ({ level, msg }) => level === 'error' && msg !== 'database.not_writable',
  );
  assert.deepEqual(faults, []);
});

function signUp() {
  const email = `reader-${accounts++}@example.org`;
  const json = { email, password: 'six blue lamps in a row', displayName: 'A' };
  return sendJson(site, { method: 'POST', path: '/api/v1/accounts', json });
}

/** Sessions keep the default that they were opened with, so all are ended, as a failover does. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await site.database.transaction(tx =>
    tx.script(`
      set transaction read write;
      do $$ begin
        execute format('alter database %I set default_transaction_read_only = ${value}', current_database());
      end $$;
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid();
    `),
  );
}
