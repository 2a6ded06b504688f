import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { type TestProgram, testProgram } from '../harness/program.ts';
import { conversation } from './support/raw.ts';
import { sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** RUN-3: shutdown answers running requests and accepts no new ones. */

test('shutdown answers all running requests', async () => {
  const site = await testProgram();
  const people = await Promise.all(Array.from({ length: 8 }, () => createTestPeople(site).person()));
  const { answers: responses, stopped } = await site.database.transaction(async tx => {
    await tx.script('lock table users in access exclusive mode');
    const responses = people.map(({ headers }, n) =>
      n % 2 === 0
        ? sendRequest(site, { path: '/api/v1/account', headers })
        : sendJson(site, {
            method: 'PATCH',
            path: '/api/v1/account',
            headers,
            json: { displayName: 'Last' },
          }),
    );
    await waitUntilRunning(site, people.length);
    const stopped = site.program.stop();
    await waitUntilClosed(site);
    return { answers: responses, stopped };
  });
  for (const response of await Promise.all(responses)) {
    assert.equal(response.status, 200, response.text);
    assert.equal(response.headers.connection, 'close');
  }
  await stopped;
  assert.deepEqual(warnings(site), []);
});

test('during shutdown open connections are still answered, and readiness reports "stopping"', async () => {
  const site = await testProgram();
  const { headers } = await createTestPeople(site).person();
  let stopped: Promise<void> | undefined;
  let slow: Promise<unknown> | undefined;
  const responses = await site.database.transaction(async tx => {
    await tx.script('lock table users in access exclusive mode');
    return conversation(site, socket => {
      socket.write(line('/healthz', 'keep-alive'));
      socket.once('data', async () => {
        slow = sendRequest(site, { path: '/api/v1/account', headers });
        await waitUntilRunning(site, 1);
        stopped = site.program.stop();
        await waitUntilClosed(site);
        socket.write(line('/readyz', 'keep-alive'));
      });
    });
  });
  assert.match(responses, /^HTTP\/1\.1 200 .*\{"status":"ok"\}.*HTTP\/1\.1 503 .*"status":"stopping"/s);
  assert.match(responses, /HTTP\/1\.1 503 [^{]*connection: close/i);
  await slow;
  await stopped;
});

test('requests that exceed the drain timeout are cut, counted and logged', async () => {
  const site = await testProgram({ settings: { 'drain-timeout': '600ms' } });
  const { headers } = await createTestPeople(site).person();
  await site.database.transaction(async tx => {
    await tx.script('lock table users in access exclusive mode');
    const cut = assert.rejects(sendRequest(site, { path: '/api/v1/account', headers }), {
      code: 'ECONNRESET',
    });
    await waitUntilRunning(site, 1);
    // It ends with its statement, which waits for our lock: do not await it inside the transaction.
    void site.program.stop();
    await cut;
  });
  await site.program.stop();
  assert.deepEqual(
    warnings(site).map(({ requests }) => requests),
    [1],
  );
});

test('idle connections do not delay shutdown, and stopping twice is idempotent', async () => {
  const site = await testProgram();
  const sockets = ['', 'GET / HTTP/1.1\r\nhost: localhost\r\n'].map(start => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(start);
    return socket;
  });
  await Promise.all(sockets.map(socket => once(socket, 'connect')));
  const closed = Promise.all(sockets.map(socket => new Promise(resolve => socket.on('close', resolve))));
  await Promise.all([site.program.stop(), site.program.stop()]);
  await closed;
  await assert.rejects(sendRequest(site, { path: '/healthz' }), { code: 'ECONNREFUSED' });
});

/** The request for the metrics is itself in flight. */
async function waitUntilRunning(site: TestProgram, count: number): Promise<void> {
  await eventually(async () => {
    const { text } = await sendRequest(site, { path: '/metrics' });
    assert.match(text, new RegExp(`^http_requests_in_flight ${count + 1}$`, 'm'));
  });
}

async function waitUntilClosed(site: TestProgram): Promise<void> {
  await eventually(async () => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
    const refused = await Promise.race([
      once(socket, 'connect').then(() => false),
      once(socket, 'close').then(() => true),
    ]).catch(() => true);
    socket.destroy();
    assert.ok(refused);
  });
}

function warnings(site: TestProgram) {
  return site.telemetry.lines.filter(({ level }) => level === 'warn' || level === 'error');
}

function line(path: string, connection: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n\r\n`;
}
