import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { listAudit } from '../../src/accounts/index.ts';
import type { Scope } from '../../src/model/principal.ts';
import { eventually } from '../harness/eventually.ts';
import { sameOrigin } from '../harness/people.ts';
import { type TestProgram, testProgram } from '../harness/program.ts';
import { fullProgram } from '../harness/shared-programs.ts';
import {
  asList,
  asRecord,
  assertProblem,
  sendJson,
  sendRequest,
  type TestResponse,
} from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** MQ-1 to MQ-4 over HTTP: access, responses, and the life of a message. */
const site = await fullProgram();
const testPeople = createTestPeople(site);
const operator = await testPeople.person({ roles: ['operator'] });
const worker = (await testPeople.token(operator.userId, ['queues:use', 'queues:manage'])).headers;

test('a published message is received once and gone when deleted', async () => {
  const [id] = await publish('letters', [{ body: { to: 'Ada', lines: [1, 2.5, null, 'é👩‍👩‍👧'] } }]);
  const [message, ...more] = await receive('letters');
  assert.deepEqual(more, []);
  assert.equal(message?.['id'], id);
  assert.deepEqual(message?.['body'], { to: 'Ada', lines: [1, 2.5, null, 'é👩‍👩‍👧'] });
  assert.equal(message?.['receives'], 1);
  assert.deepEqual(await receive('letters'), [], 'no other consumer receives it meanwhile');
  assert.equal((await finish('letters', message)).status, 204);
  assertProblem(await finish('letters', message), 'receipt-expired');
});

test('a request publishes at most a thousand messages, in order', async () => {
  const bodies = Array.from({ length: 1_000 }, (_, n) => ({ body: n }));
  const ids = await publish('many', bodies);
  assert.equal(new Set(ids).size, 1_000);
  assert.deepEqual(
    (await receive('many', 'n=100')).map(({ body }) => body),
    bodies.slice(0, 100).map(({ body }) => body),
  );
  assertProblem(await put('many', [...bodies, { body: 0 }]), 'validation-failed');
  assertProblem(await put('many', []), 'validation-failed');
  assertProblem(await put('many', [{ body: 'x'.repeat(1_048_576) }]), 'body-too-large');
});

test("MQ-3: after its visibility timeout a consumer's receipt fails, and the message goes to the next", async () => {
  await publish('slow', [{ body: 'a' }]);
  const [late] = await receive('slow', 'visibility=1');
  const [next] = await receive('slow', 'visibility=60&wait=10');
  assert.equal(next?.['id'], late?.['id']);
  assert.equal(next?.['receives'], 2);
  assert.notEqual(next?.['receipt'], late?.['receipt']);
  assertProblem(await finish('slow', late), 'receipt-expired');
  for (const [verb, json] of [
    ['extend', { visibility: 60 }],
    ['release', {}],
    ['dead-letter', { error: 'x' }],
  ] as const)
    assertProblem(await act('slow', late, verb, json), 'receipt-expired', verb);
  assert.equal((await act('slow', next, 'extend', { visibility: 120 })).status, 204);
  assert.equal((await finish('slow', next)).status, 204);
});

test('a forged receipt or one of another queue is refused', async () => {
  await publish('mine', [{ body: 1 }]);
  await publish('other', [{ body: 2 }]);
  const [message] = await receive('mine');
  const receipt = String(message?.['receipt']);
  const tampered = [
    receipt.slice(0, -1),
    receipt.split('~')[0],
    `1${receipt}`,
    '1',
    '~',
    'x~y',
    '%00',
    '1.1.1',
  ];
  for (const made of tampered) {
    const response = await finish('mine', { receipt: made });
    assertProblem(response, 'not-found', made);
  }
  assertProblem(await finish('other', message), 'not-found');
  assertProblem(await act('other', message, 'release', {}), 'not-found');
  assert.equal((await finish('mine', message)).status, 204);
});

test('a released message is delivered again; a dead-lettered one stays in the dead-letter queue until redriven', async () => {
  const [id] = await publish('fragile', [{ body: 'glass' }]);
  const [first] = await receive('fragile');
  assert.equal((await act('fragile', first, 'release', { error: 'dropped it' })).status, 204);
  const [peeked] = await peek('fragile');
  assert.deepEqual([peeked?.['id'], peeked?.['lastError'], peeked?.['receives']], [id, 'dropped it', 1]);
  const [second] = await receive('fragile');
  assert.equal(second?.['receives'], 2);
  assert.equal((await act('fragile', second, 'dead-letter', { error: 'in pieces' })).status, 204);
  assert.deepEqual(await receive('fragile'), []);
  const [dead] = await peek('fragile.dead');
  assert.deepEqual([dead?.['body'], dead?.['lastError']], ['glass', 'in pieces']);
  assert.equal((await post('fragile', 'redrive', {})).json()['redriven'], 1);
  assert.equal((await receive('fragile'))[0]?.['body'], 'glass');
  assertProblem(await post('nowhere', 'redrive', {}), 'queue-not-found');
});

test('MQ-4: a message received too often goes to the dead-letter queue', async () => {
  const settings = await sendJson(site, {
    method: 'PUT',
    path: '/api/v1/queues/once',
    headers: worker,
    json: { maxReceives: 1, visibility: 45, deadLetterQueue: 'graveyard' },
  });
  assert.deepEqual(settings.json(), {
    visibility: 45,
    maxReceives: 1,
    deadLetterQueue: 'graveyard',
    paused: false,
  });
  await publish('once', [{ body: 'a' }]);
  await receive('once', 'visibility=1');
  await eventually(async () => {
    assert.deepEqual(await receive('once'), []);
    assert.equal((await peek('graveyard'))[0]?.['body'], 'a');
  });
});

test('a paused queue accepts messages and delivers none', async () => {
  await publish('halted', [{ body: 1 }]);
  const pause = (paused: boolean) =>
    sendJson(site, { method: 'PUT', path: '/api/v1/queues/halted', headers: worker, json: { paused } });
  assert.equal((await pause(true)).json()['paused'], true);
  await publish('halted', [{ body: 2 }]);
  assert.deepEqual(await receive('halted'), []);
  await pause(false);
  assert.equal((await receive('halted', 'wait=5')).length, 2);
});

test('delays, groups and dedup keys take effect', async () => {
  await publish('odd', [
    { body: 'later', delaySeconds: 3_600 },
    { body: 'at a time', dueAt: '2099-01-01T00:00:00Z' },
  ]);
  const twice = await put('odd', [
    { body: 'first', dedupKey: 'k' },
    { body: 'second', dedupKey: 'k' },
  ]);
  const messages = asList(twice.json()['messages']).map(asRecord);
  assert.deepEqual(
    messages.map(({ isNew }) => isNew),
    [true, false],
  );
  assert.equal(messages[0]?.['id'], messages[1]?.['id']);
  await publish('odd', [
    { body: 'g1', group: 'g' },
    { body: 'g2', group: 'g' },
  ]);
  const got = await receive('odd');
  assert.deepEqual(
    got.map(({ body }) => body),
    ['first', 'g1'],
  );
  await finish('odd', got[1]);
  assert.equal((await receive('odd', 'wait=5'))[0]?.['body'], 'g2');
  assertProblem(
    await put('odd', [{ body: 1, delaySeconds: 1, dueAt: '2030-01-01T00:00:00Z' }]),
    'validation-failed',
  );
  assertProblem(await put('odd', [{ body: 1, dueAt: '2999-01-01T00:00:00Z' }]), 'validation-failed');
});

test('MQ-1: an unknown queue is not found, and reading does not create it', async () => {
  for (const path of ['messages', 'messages?wait=20', 'peek', 'dead-letters', ''])
    assertProblem(
      await sendRequest(site, {
        path: `/api/v1/queues/unheard-of/${path}`.replace(/\/$/, ''),
        headers: worker,
      }),
      'queue-not-found',
      path,
    );
  assertProblem(await post('unheard-of', 'purge', undefined), 'queue-not-found');
  assertProblem(
    await sendRequest(site, { path: '/api/v1/queues/unheard-of', headers: worker }),
    'queue-not-found',
  );
  await publish('unheard-of', [{ body: 'now it exists' }]);
  assert.equal((await receive('unheard-of')).length, 1);
});

test('ALL-3: pending and dead-lettered messages are paginated; a cursor works for its list only', async () => {
  await publish(
    'paged',
    Array.from({ length: 7 }, (_, n) => ({ body: n })),
  );
  const list = (path: string) => sendRequest(site, { path: `/api/v1/queues/${path}`, headers: worker });
  assert.deepEqual((await list('paged/dead-letters')).json(), { items: [], nextCursor: null });
  for (const message of await receive('paged', 'n=5'))
    await act('paged', message, 'dead-letter', { error: 'no' });
  const collect = async (path: string) => {
    const bodies: unknown[] = [];
    for (let cursor = ''; ; ) {
      const { items, nextCursor } = (await list(`${path}?limit=2${cursor}`)).json();
      bodies.push(...asList(items).map(item => asRecord(item)['body']));
      if (nextCursor === null) return bodies;
      cursor = `&cursor=${encodeURIComponent(String(nextCursor))}`;
    }
  };
  assert.deepEqual(await collect('paged/peek'), [5, 6]);
  assert.deepEqual(await collect('paged/dead-letters'), [0, 1, 2, 3, 4]);
  assert.deepEqual(await collect('paged.dead/peek'), [0, 1, 2, 3, 4]);
  const { nextCursor } = (await list('paged/dead-letters?limit=1')).json();
  const cursor = encodeURIComponent(String(nextCursor));
  for (const elsewhere of ['paged/peek', 'paged.dead/peek', 'paged.dead/dead-letters'])
    assertProblem(await list(`${elsewhere}?cursor=${cursor}`), 'invalid-cursor', elsewhere);
});

test('MQ-5: publishing answers a waiting consumer', async () => {
  await make(site, 'idle', worker);
  await make(site, 'wake', worker);
  // Both wait equally long, so without a wake-up the one that came first ends first.
  const idle = await waitingSocket('idle');
  const timedOut = once(idle, 'data').then(() => []);
  await waitUntilRunning(site, 1);
  const waiting = receive('wake', 'wait=20');
  await waitUntilRunning(site, 2);
  await publish('wake', [{ body: 'now' }]);
  const [message] = await Promise.race([waiting, timedOut]);
  assert.equal(message?.['body'], 'now');
  idle.destroy();
  await waitUntilRunning(site, 0);
});

test('a wait without messages ends with an empty list before the request timeout', async () => {
  const impatient = await testProgram({ settings: { 'request-timeout': '6s' } });
  const { userId } = await createTestPeople(impatient).person({ roles: ['operator'] });
  const { headers } = await createTestPeople(impatient).token(userId, ['queues:use', 'queues:manage']);
  await make(impatient, 'empty', headers);
  const response = await sendRequest(impatient, { path: '/api/v1/queues/empty/messages?wait=20', headers });
  assert.deepEqual([response.status, response.json()], [200, { messages: [] }]);
});

test('a message for a disconnected client goes to the next one unchanged', async () => {
  await make(site, 'left', worker);
  const socket = await waitingSocket('left');
  await waitUntilRunning(site, 1);
  socket.destroy();
  await waitUntilRunning(site, 0);
  await publish('left', [{ body: 'still here' }]);
  const [message] = await receive('left', 'wait=5');
  assert.deepEqual([message?.['body'], message?.['receives']], ['still here', 1]);
});

test('RUN-3: a waiting consumer does not delay shutdown', async () => {
  const ending = await testProgram();
  const { userId } = await createTestPeople(ending).person({ roles: ['operator'] });
  const { headers } = await createTestPeople(ending).token(userId, ['queues:use', 'queues:manage']);
  await make(ending, 'x', headers);
  const waiting = sendRequest(ending, { path: '/api/v1/queues/x/messages?wait=20', headers });
  await waitUntilRunning(ending, 1);
  await ending.program.stop();
  const response = await waiting;
  assert.deepEqual([response.status, response.json()], [200, { messages: [] }]);
  assert.equal(response.headers.connection, 'close');
  assert.deepEqual(
    ending.telemetry.lines.filter(({ level }) => level === 'warn' || level === 'error'),
    [],
  );
});

test('HEAD receives no messages', async () => {
  await publish('looked-at', [{ body: 1 }]);
  const head = await sendRequest(site, {
    method: 'HEAD',
    path: '/api/v1/queues/looked-at/messages',
    headers: worker,
  });
  assert.equal(head.status, 200);
  assert.equal((await receive('looked-at')).length, 1);
});

test('ALL-2: with an Idempotency-Key messages are published once', async () => {
  const headers = { ...worker, 'idempotency-key': 'batch-7' };
  const send = () =>
    sendJson(site, {
      method: 'PUT',
      path: '/api/v1/queues/sure/messages',
      headers,
      json: { messages: [{ body: 1 }] },
    });
  const [first, again] = [await send(), await send()];
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.deepEqual(again.json(), first.json());
  assert.equal((await receive('sure')).length, 1);
});

test("AUTH-2: only operators' tokens, and service tokens issued with them, may use messages", async () => {
  await publish('guarded', [{ body: 'secret' }]);
  const path = '/api/v1/queues/guarded/messages';
  const reader = await testPeople.person();
  const readers = await testPeople.token(reader.userId, ['queues:use', 'queues:manage']);
  const lessers = await testPeople.token(operator.userId, ['queues:manage', 'admin:read', 'admin:write']);
  const refused: readonly (readonly [Record<string, string>, 'forbidden' | 'scope-missing'])[] = [
    [reader.headers, 'forbidden'],
    [readers.headers, 'scope-missing'],
    [lessers.headers, 'scope-missing'],
    [operator.headers, 'forbidden'],
  ];
  for (const [headers, code] of refused) {
    assertProblem(await sendRequest(site, { path, headers }), code);
    const json = { messages: [{ body: 1 }] };
    assertProblem(await sendJson(site, { method: 'PUT', path, headers, json }), code);
  }
  assertProblem(await requestServiceToken(reader.headers, ['queues:use']), 'forbidden');
  const { token } = (await requestServiceToken(operator.headers, ['queues:use'])).json();
  const service = { authorization: `Bearer ${token}` };
  const [message] = listOf(await sendRequest(site, { path, headers: service }));
  assert.equal(message?.['body'], 'secret');
  assertProblem(await sendRequest(site, { path: '/api/v1/queues', headers: service }), 'scope-missing');
  assert.equal((await sendRequest(site, { path: '/api/v1/queues', headers: operator.headers })).status, 200);
});

test("the program's own queues can be viewed but not used", async () => {
  for (const queue of ['tasks', 'tasks.dead', 'tasks:x']) {
    assertProblem(await put(queue, [{ body: 1 }]), 'forbidden', queue);
    assertProblem(
      await sendRequest(site, { path: `/api/v1/queues/${queue}/messages`, headers: worker }),
      'forbidden',
    );
    assertProblem(await finish(queue, { receipt: 'x' }), 'forbidden');
    assertProblem(await post(queue, 'purge', undefined), 'forbidden');
  }
  await publish('tasksome', [{ body: 'anybody’s' }]);
});

test('hostile bodies and names are refused without an internal error', async () => {
  let deep: unknown = 0;
  for (let level = 0; level < 500; level++) deep = [deep];
  const bodies = ['a\0b', 'x\ud800', { 'k\0': 1 }, { a: ['\udfff'] }, deep];
  for (const body of bodies) assertProblem(await put('hostile', [{ body }]), 'validation-failed');
  for (const extra of [
    { group: '' },
    { group: 'a\0' },
    { dedupKey: 'x'.repeat(201) },
    { delaySeconds: -1 },
    { id: '1' },
  ])
    assertProblem(await put('hostile', [{ body: 1, ...extra }]), 'validation-failed', JSON.stringify(extra));
  assertProblem(await put('hostile', [{}]), 'validation-failed');
  for (const name of ['%00', '..%2fx', '-x', 'a%20b', "x'--", '%C3%A9', 'x'.repeat(101)])
    assertProblem(await put(name, [{ body: 1 }]), 'validation-failed', name);
  const { status } = await sendRequest(site, {
    method: 'PUT',
    path: '/api/v1/queues/hostile/messages',
    headers: { ...worker, 'content-type': 'application/json' },
    body: '{"messages":[{"body":{"__proto__":{"isAdmin":true}}}]}',
  });
  assert.equal(status, 400);
  for (const body of [null, false, 0, '', [], {}, 'é👩‍👩‍👧', 1e308, { '': { '\n': '\r\n"\\' } }]) {
    await publish('round', [{ body }]);
    const [message] = await receive('round');
    assert.deepEqual(message?.['body'], body);
    await finish('round', message);
  }
});

test('operators see all queues in pages, and their changes are in the audit log', async () => {
  for (const name of ['page-a', 'page-b', 'page-c']) await publish(name, [{ body: 1 }]);
  const names: string[] = [];
  for (let cursor = ''; ; ) {
    const { items, nextCursor } = (
      await sendRequest(site, {
        path: `/api/v1/queues?limit=2${cursor && `&cursor=${cursor}`}`,
        headers: worker,
      })
    ).json();
    names.push(...asList(items).map(item => String(asRecord(item)['name'])));
    if (nextCursor === null) break;
    cursor = encodeURIComponent(String(nextCursor));
  }
  assert.deepEqual(names, [...new Set(names)].sort());
  assert.ok(['page-a', 'page-b', 'page-c'].every(name => names.includes(name)));

  assert.equal(
    (await sendRequest(site, { path: '/api/v1/queues/page-a', headers: worker })).json()['pending'],
    1,
  );
  assert.equal((await post('page-a', 'purge', undefined)).json()['purged'], 1);
  assert.deepEqual(await receive('page-a'), []);
  for (const path of ['/api/v1/queues/nowhere', '/api/v1/queues/nowhere/peek'])
    assertProblem(await sendRequest(site, { path, headers: worker }), 'queue-not-found');
  assertProblem(await post('nowhere', 'purge', undefined), 'queue-not-found');
  const entries = await listAudit({ database: site.database }, { limit: 100, actorId: operator.userId });
  const actions = new Set(entries.map(({ action }) => action));
  assert.ok(['queue.changed', 'queue.purged', 'queue.redriven'].every(action => actions.has(action)));
});

test('none of these requests caused an internal error', () => {
  assert.deepEqual(
    site.telemetry.lines.filter(({ level }) => level === 'error'),
    [],
  );
});

async function publish(queue: string, messages: readonly unknown[]): Promise<string[]> {
  const response = await put(queue, messages);
  assert.equal(response.status, 200, response.text);
  return listOf(response).map(({ id }) => String(id));
}

async function make(program: TestProgram, queue: string, headers: Record<string, string>): Promise<void> {
  const made = await sendJson(program, { method: 'PUT', path: `/api/v1/queues/${queue}`, headers, json: {} });
  assert.equal(made.status, 200, made.text);
}

function put(queue: string, messages: readonly unknown[]): Promise<TestResponse> {
  return sendJson(site, {
    method: 'PUT',
    path: `/api/v1/queues/${queue}/messages`,
    headers: worker,
    json: { messages },
  });
}

/** Sends a waiting request whose connection the test can break. */
async function waitingSocket(queue: string): Promise<Socket> {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET /api/v1/queues/${queue}/messages?wait=20 HTTP/1.1\r\nhost: localhost\r\nauthorization: ${worker['authorization']}\r\n\r\n`,
  );
  return socket;
}

async function receive(queue: string, query = ''): Promise<Record<string, unknown>[]> {
  const response = await sendRequest(site, {
    path: `/api/v1/queues/${queue}/messages?${query}`,
    headers: worker,
  });
  assert.equal(response.status, 200, response.text);
  return listOf(response);
}

async function peek(queue: string): Promise<Record<string, unknown>[]> {
  const response = await sendRequest(site, { path: `/api/v1/queues/${queue}/peek`, headers: worker });
  assert.equal(response.status, 200, response.text);
  return asList(response.json()['items']).map(asRecord);
}

function finish(queue: string, message: Record<string, unknown> | undefined): Promise<TestResponse> {
  const receipt = encodeURIComponent(String(message?.['receipt']));
  return sendRequest(site, {
    method: 'DELETE',
    path: `/api/v1/queues/${queue}/messages/${receipt}`,
    headers: worker,
  });
}

function act(queue: string, message: Record<string, unknown> | undefined, verb: string, json: unknown) {
  const receipt = encodeURIComponent(String(message?.['receipt']));
  return sendJson(site, {
    method: 'POST',
    path: `/api/v1/queues/${queue}/messages/${receipt}/${verb}`,
    headers: worker,
    json,
  });
}

function post(queue: string, verb: string, json: unknown): Promise<TestResponse> {
  const options = { method: 'POST', path: `/api/v1/queues/${queue}/${verb}`, headers: worker };
  return json === undefined ? sendRequest(site, options) : sendJson(site, { ...options, json });
}

function listOf(response: TestResponse): Record<string, unknown>[] {
  return asList(response.json()['messages']).map(asRecord);
}

function requestServiceToken(headers: Record<string, string>, scopes: Scope[]): Promise<TestResponse> {
  return sendJson(site, {
    method: 'POST',
    path: '/api/v1/service-tokens',
    headers: { ...sameOrigin(site.url), ...headers },
    json: { audience: site.url, scopes },
  });
}

/** The request for the metrics is itself in flight. */
async function waitUntilRunning(program: TestProgram, count: number): Promise<void> {
  await eventually(async () => {
    const { text } = await sendRequest(program, { path: '/metrics' });
    assert.match(text, new RegExp(`^http_requests_in_flight ${count + 1}$`, 'm'));
  });
}
