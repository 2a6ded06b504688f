import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/accounts/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { atEnd } from '../harness/cleanup.ts';
import { eventually } from '../harness/eventually.ts';
import { webProgram } from '../harness/shared-programs.ts';
import { testStream } from '../harness/stream.ts';
import {
  asList,
  asRecord,
  assertProblem,
  sendJson,
  sendRequest,
  type TestResponse,
} from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** LOG-5 and LOG-6 over HTTP: progress of consumer groups, dead letters and replays. */
const site = await webProgram();
const testPeople = createTestPeople(site);
const operator = await testPeople.person({ roles: ['operator'] });

/** An example consumer: its handler fails on one word while `fails` is set. */
const log = createLog({
  database: site.database,
  telemetry: createMemoryTelemetry(),
  clock: systemClock,
  random: systemRandom,
  retryDelay: { firstMs: 1, maxMs: 2 },
});
atEnd(() => log.close());
const handled: unknown[] = [];
let fails = true;
await log.declare({ name: 'test.words', partitions: 2, retentionDays: 3 });
const consumer = await log.consume(
  { group: 'readers', stream: testStream('test.words') },
  async (_tx, events) => {
    if (fails && events.some(({ data: { value } }) => value === 'stone'))
      throw new Error('cannot handle a stone');
    handled.push(...events.map(({ data: { value } }) => value));
  },
);

test('LOG-6: streams and groups are shown with lag and owner of every partition', async () => {
  await site.database.transaction(async tx =>
    log.append(tx, testStream('test.words'), [
      { key: 'a', value: 'one' },
      { key: 'b', value: 'two' },
      { key: 'a', value: 'three' },
    ]),
  );
  await consumer.drained();
  const stream = itemsOf(await as('/api/v1/log/streams')).find(({ name }) => name === 'test.words');
  assert.deepEqual([stream?.['partitions'], stream?.['retentionDays'], stream?.['events']], [2, 3, 3]);
  const groups = itemsOf(await as('/api/v1/log/groups')).filter(({ group }) => group === 'readers');
  assert.deepEqual(
    groups.map(({ partition, lag }) => [partition, lag]),
    [
      [0, 0],
      [1, 0],
    ],
  );
  assert.ok(groups.every(({ owner }) => typeof owner === 'string'));
  assert.equal(
    groups.reduce((sum, { end }) => sum + Number(end), 0),
    3,
  );
});

test('LOG-5: an event that fails too often is listed with its error, and a retry handles it', async () => {
  await site.database.transaction(async tx =>
    log.append(tx, testStream('test.words'), [{ key: 'c', value: 'stone' }]),
  );
  const letter = await eventually(async () => {
    const [found] = itemsOf(await as('/api/v1/log/dead-letters?group=readers'));
    assert.ok(found);
    return found;
  });
  assert.deepEqual(
    [letter['group'], letter['stream'], letter['key'], letter['data'], letter['attempts']],
    ['readers', 'test.words', 'c', 'stone', 5],
  );
  assert.match(String(letter['error']), /cannot handle a stone/);
  const one = () => as(`/api/v1/log/dead-letters/${letter['id']}`);
  assert.deepEqual((await one()).json(), letter);
  const page = await as(`/admin/log/dead-letters/${letter['id']}`);
  assert.equal(page.status, 200);
  assert.match(page.text, /readers: c<\/h1>.*cannot handle a stone.*&quot;stone&quot;/s);
  assert.equal((await as(`/admin/log/dead-letters/${crypto.randomUUID()}`)).status, 404);
  const retry = () => as(`/api/v1/log/dead-letters/${letter['id']}/retry`, 'POST');
  assert.deepEqual((await retry()).json(), { handled: false });
  fails = false;
  assert.deepEqual((await retry()).json(), { handled: true });
  assert.equal(handled.at(-1), 'stone');
  assertProblem(await retry(), 'not-found');
  assertProblem(await one(), 'not-found');
  assert.deepEqual(itemsOf(await as('/api/v1/log/dead-letters')), []);
});

test('ALL-3: dead letters are paginated', async () => {
  fails = true;
  await site.database.transaction(async tx =>
    log.append(
      tx,
      testStream('test.words'),
      Array.from({ length: 5 }, (_, n) => ({ key: `stone ${n}`, value: 'stone' })),
    ),
  );
  await consumer.drained();
  const keys: unknown[] = [];
  for (let cursor = ''; ; ) {
    const response = await as(`/api/v1/log/dead-letters?group=readers&limit=2${cursor}`);
    keys.push(...itemsOf(response).map(({ key }) => key));
    const { nextCursor } = response.json();
    if (nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(String(nextCursor))}`;
    assertProblem(await as(`/api/v1/log/dead-letters?group=others${cursor}`), 'invalid-cursor');
  }
  assert.deepEqual(keys.toSorted(), ['stone 0', 'stone 1', 'stone 2', 'stone 3', 'stone 4']);
  await site.database.execute(sql`delete from log_dead_letters where group_name = 'readers'`);
  fails = false;
});

test('LOG-6: a replay delivers all events since a time to the group again', async () => {
  const before = handled.length;
  const replay = (group: string, from: string) => as(`/api/v1/log/groups/${group}/replay`, 'POST', { from });
  assert.equal((await replay('readers', '2020-01-01T00:00:00Z')).status, 204);
  await eventually(() => assert.equal(handled.length, before + 9));
  assertProblem(await replay('unknown', '2020-01-01T00:00:00Z'), 'not-found');
  assertProblem(await replay('readers', 'yesterday'), 'validation-failed');
});

test('AUTH-2: only operators see or change the log', async () => {
  const reader = await testPeople.person({ roles: ['publisher', 'moderator'] });
  const token = await testPeople.token(reader.userId, ['admin:read', 'admin:write']);
  const paths = [
    ['/api/v1/log/streams', 'GET'],
    ['/api/v1/log/groups', 'GET'],
    ['/api/v1/log/dead-letters', 'GET'],
    [`/api/v1/log/dead-letters/${crypto.randomUUID()}`, 'GET'],
    [`/api/v1/log/dead-letters/${crypto.randomUUID()}/retry`, 'POST'],
    ['/api/v1/log/groups/readers/replay', 'POST'],
  ] as const;
  for (const [path, method] of paths) {
    assertProblem(await sendRequest(site, { path, method, headers: reader.headers }), 'forbidden', path);
    assertProblem(await sendRequest(site, { path, method, headers: token.headers }), 'scope-missing', path);
  }
});

test('AUTH-5: replays and retries are in the audit log', async () => {
  const entries = await listAudit({ database: site.database }, { limit: 50, actorId: operator.userId });
  assert.deepEqual(
    entries.map(({ action, subjectId }) => [action, action === 'log.replayed' && subjectId]).reverse(),
    [
      ['log.dead-letter-retried', false],
      ['log.dead-letter-retried', false],
      ['log.replayed', 'readers'],
    ],
  );
});

function as(path: string, method = 'GET', json?: unknown): Promise<TestResponse> {
  const options = { path, method, headers: operator.headers };
  return json === undefined ? sendRequest(site, options) : sendJson(site, { ...options, json });
}

function itemsOf(response: TestResponse): Record<string, unknown>[] {
  assert.equal(response.status, 200, response.text);
  return asList(response.json()['items']).map(asRecord);
}
