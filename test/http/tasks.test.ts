import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/accounts/index.ts';
import { webProgram } from '../harness/shared-programs.ts';
import {
  asList,
  asRecord,
  assertProblem,
  sendJson,
  sendRequest,
  type TestResponse,
} from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** TASK-1, TASK-5 and TASK-6 over HTTP. The program under test runs no executor: due runs stay pending. */
const site = await webProgram();
const testPeople = createTestPeople(site);
const operator = await testPeople.person({ roles: ['operator'] });
const CRON = { cron: '30 6 * * 1-5', timeZone: 'Europe/Berlin' };

test('a task is created, read, changed, paused, resumed and removed', async () => {
  const created = await create({
    kind: 'weekly.letter',
    name: 'letter',
    schedule: CRON,
    payload: { to: ['é'] },
  });
  assert.equal(created.status, 201, created.text);
  const task = created.json();
  assert.deepEqual(
    [task['name'], task['kind'], task['schedule'], task['payload'], task['state']],
    ['letter', 'weekly.letter', CRON, { to: ['é'] }, 'waiting'],
  );
  assert.deepEqual(
    [task['missed'], task['overlap'], task['retries'], task['lastRun']],
    ['once', 'refuse', 0, null],
  );
  assert.match(String(task['nextRunAt']), /T0[45]:30:00\.000Z$/);
  const path = `/api/v1/tasks/${task['id']}`;
  assert.deepEqual((await as(path)).json(), task);

  const change = { schedule: { cron: '0 0 1 1 *', timeZone: 'UTC' }, missed: 'skip', retries: 3 };
  const changed = (await as(path, 'PATCH', change)).json();
  assert.match(String(changed['nextRunAt']), /-01-01T00:00:00\.000Z$/);
  assert.deepEqual([changed['missed'], changed['retries'], changed['payload']], ['skip', 3, { to: ['é'] }]);
  assert.equal((await as(`${path}/pause`, 'POST')).json()['state'], 'paused');
  assert.equal((await as(`${path}/resume`, 'POST')).json()['state'], 'waiting');
  assert.equal((await as(path, 'DELETE')).status, 204);
  assertProblem(await as(path), 'not-found');
  for (const verb of ['pause', 'resume', 'run'])
    assertProblem(await as(`${path}/${verb}`, 'POST'), 'not-found');
  assertProblem(await as(`${path}/runs`), 'not-found');
});

test('a one-off task waits for its time, and can be run by hand earlier', async () => {
  const at = '2027-03-01T09:00:00.000Z';
  const task = (await create({ kind: 'one.off', schedule: { at } })).json();
  assert.deepEqual([task['schedule'], task['nextRunAt'], task['name']], [{ at }, at, null]);
  const run = await as(`/api/v1/tasks/${task['id']}/run`, 'POST');
  assert.equal(run.status, 202, run.text);
  assert.match(String(run.json()['runId']), /^[0-9a-f-]{36}$/);
  assert.deepEqual((await as(`/api/v1/tasks/${task['id']}/runs`)).json(), { items: [], nextCursor: null });
});

test('validation errors of a task name their field', async () => {
  const bad: Record<string, unknown> = {
    '/schedule/cron': { kind: 'k', schedule: { cron: 'every day', timeZone: 'UTC' } },
    '/schedule/timeZone': { kind: 'k', schedule: { cron: '0 0 * * *', timeZone: 'Europe/Nowhere' } },
    '/kind': { kind: 'No Such', schedule: CRON },
    '/retries': { kind: 'k', schedule: CRON, retries: 101 },
    '/payload': { kind: 'k', schedule: CRON, payload: 'a\0b' },
  };
  for (const [at, json] of Object.entries(bad)) {
    const response = await create(json);
    assertProblem(response, 'validation-failed', at);
    const faults = asList(response.json()['faults']).map(fault => asRecord(fault)['at']);
    assert.ok(faults.length > 0, `${at}: ${response.text}`);
  }
  assertProblem(await create({ kind: 'k' }), 'validation-failed');
  assertProblem(
    await create({ kind: 'k', schedule: { ...CRON, at: '2027-01-01T00:00:00Z' } }),
    'validation-failed',
  );
  assert.equal((await create({ kind: 'k', name: 'twice', schedule: CRON })).status, 201);
  assertProblem(await create({ kind: 'k', name: 'twice', schedule: CRON }), 'conflict');
});

test('ALL-2: with an Idempotency-Key a task is created once', async () => {
  const send = () =>
    sendJson(site, {
      method: 'POST',
      path: '/api/v1/tasks',
      headers: { ...operator.headers, 'idempotency-key': 'task-1' },
      json: { kind: 'once.only', schedule: CRON },
    });
  const [first, again] = [await send(), await send()];
  assert.deepEqual(again.json(), first.json());
  assert.equal(asList((await as('/api/v1/tasks?kind=once.only')).json()['items']).length, 1);
});

test('tasks are listed in pages, by state and kind', async () => {
  for (let n = 0; n < 5; n++) await create({ kind: 'paged', schedule: CRON });
  const seen: unknown[] = [];
  let cursor = '';
  do {
    const page = (
      await as(`/api/v1/tasks?kind=paged&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    ).json();
    seen.push(...asList(page['items']).map(item => asRecord(item)['id']));
    cursor = String(page['nextCursor'] ?? '');
  } while (cursor !== '');
  assert.equal(new Set(seen).size, 5);
  assert.deepEqual((await as('/api/v1/tasks?kind=paged&state=failed')).json()['items'], []);
  const other = await testPeople.person({ roles: ['operator'] });
  const { nextCursor } = (await as('/api/v1/tasks?kind=paged&limit=2')).json();
  const stolen = `/api/v1/tasks?kind=paged&limit=2&cursor=${encodeURIComponent(String(nextCursor))}`;
  assertProblem(await sendRequest(site, { path: stolen, headers: other.headers }), 'invalid-cursor');
});

test('TASK-6: the forecast counts the runs due in each of the next ten minutes', async () => {
  const before = total(await as('/api/v1/tasks/forecast'));
  const soon = new Date(Date.now() + 4 * 60_000).toISOString();
  for (let n = 0; n < 3; n++) await create({ kind: 'soon', schedule: { at: soon } });
  const forecast = await as('/api/v1/tasks/forecast');
  assert.equal(asList(forecast.json()['minutes']).length, 10);
  assert.equal(total(forecast), before + 3);
});

test('AUTH-2: only operators see and change tasks', async () => {
  const reader = await testPeople.person();
  const token = await testPeople.token(reader.userId, ['admin:read', 'admin:write']);
  const task = (await create({ kind: 'private', schedule: CRON })).json();
  for (const [path, method] of [
    ['/api/v1/tasks', 'GET'],
    ['/api/v1/tasks/forecast', 'GET'],
    [`/api/v1/tasks/${task['id']}`, 'GET'],
    [`/api/v1/tasks/${task['id']}`, 'DELETE'],
    [`/api/v1/tasks/${task['id']}/run`, 'POST'],
    [`/api/v1/tasks/${task['id']}/pause`, 'POST'],
  ] as const) {
    assertProblem(await sendRequest(site, { path, method, headers: reader.headers }), 'forbidden', path);
    assertProblem(await sendRequest(site, { path, method, headers: token.headers }), 'scope-missing', path);
  }
  assert.equal((await as(`/api/v1/tasks/${task['id']}`)).json()['state'], 'waiting');
});

test("AUTH-5: operators' changes to tasks are in the audit log", async () => {
  const entries = await listAudit({ database: site.database }, { limit: 200, actorId: operator.userId });
  const actions = new Set(entries.map(({ action }) => action));
  for (const action of ['created', 'changed', 'paused', 'resumed', 'run', 'removed'])
    assert.ok(actions.has(`task.${action}`), action);
});

test('none of these requests caused an internal error', () => {
  assert.deepEqual(
    site.telemetry.lines.filter(({ level }) => level === 'error'),
    [],
  );
});

function create(json: unknown): Promise<TestResponse> {
  return as('/api/v1/tasks', 'POST', json);
}

function as(path: string, method = 'GET', json?: unknown): Promise<TestResponse> {
  const options = { path, method, headers: operator.headers };
  return json === undefined ? sendRequest(site, options) : sendJson(site, { ...options, json });
}

function total(response: TestResponse): number {
  return asList(response.json()['minutes']).reduce<number>(
    (sum, minute) => sum + Number(asRecord(minute)['due']),
    0,
  );
}
