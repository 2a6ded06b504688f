import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { type TestProgram, testProgram } from '../harness/program.ts';
import { ask, askJson } from './support/ask.ts';
import { crowdOf } from './support/crowd.ts';
import { conversation } from './support/raw.ts';

/** RUN-3: stopping answers everybody who has asked, and only them. */

test('requests that are running when the program stops are all answered', async () => {
  const under = await testProgram();
  const people = await Promise.all(Array.from({ length: 8 }, () => crowdOf(under).person()));
  const { answers, stopped } = await under.database.transaction(async tx => {
    await tx.script('lock table users in access exclusive mode');
    const answers = people.map(({ headers }, n) =>
      n % 2 === 0
        ? ask(under, { path: '/api/v1/account', headers })
        : askJson(under, {
            method: 'PATCH',
            path: '/api/v1/account',
            headers,
            json: { displayName: 'Last' },
          }),
    );
    await untilRunning(under, people.length);
    const stopped = under.program.stop();
    await untilClosed(under);
    return { answers, stopped };
  });
  for (const answer of await Promise.all(answers)) {
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.connection, 'close');
  }
  await stopped;
  assert.deepEqual(warnings(under), []);
});

test('a request on a connection that was open is still answered, and readiness says that the end is near', async () => {
  const under = await testProgram();
  const { headers } = await crowdOf(under).person();
  let stopped: Promise<void> | undefined;
  let slow: Promise<unknown> | undefined;
  const said = await under.database.transaction(async tx => {
    await tx.script('lock table users in access exclusive mode');
    return conversation(under, socket => {
      socket.write(line('/healthz', 'keep-alive'));
      socket.once('data', async () => {
        slow = ask(under, { path: '/api/v1/account', headers });
        await untilRunning(under, 1);
        stopped = under.program.stop();
        await untilClosed(under);
        socket.write(line('/readyz', 'keep-alive'));
      });
    });
  });
  assert.match(said, /^HTTP\/1\.1 200 .*\{"status":"ok"\}.*HTTP\/1\.1 503 .*"status":"stopping"/s);
  assert.match(said, /HTTP\/1\.1 503 [^{]*connection: close/i);
  await slow;
  await stopped;
});

test('what takes longer than there is time for is cut, counted and told', async () => {
  const under = await testProgram({ settings: { 'drain-timeout': '600ms' } });
  const { headers } = await crowdOf(under).person();
  await under.database.transaction(async tx => {
    await tx.script('lock table users in access exclusive mode');
    const cut = assert.rejects(ask(under, { path: '/api/v1/account', headers }), { code: 'ECONNRESET' });
    await untilRunning(under, 1);
    // It ends when the statement does that waits for our lock, so nobody waits for it in here.
    void under.program.stop();
    await cut;
  });
  await under.program.stop();
  assert.deepEqual(
    warnings(under).map(({ requests }) => requests),
    [1],
  );
});

test('connections that are open and ask nothing do not hold the program up, and stopping twice is stopping once', async () => {
  const under = await testProgram();
  const sockets = ['', 'GET / HTTP/1.1\r\nhost: localhost\r\n'].map(start => {
    const socket = connect(Number(new URL(under.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(start);
    return socket;
  });
  await Promise.all(sockets.map(socket => once(socket, 'connect')));
  const closed = Promise.all(sockets.map(socket => new Promise(resolve => socket.on('close', resolve))));
  await Promise.all([under.program.stop(), under.program.stop()]);
  await closed;
  await assert.rejects(ask(under, { path: '/healthz' }), { code: 'ECONNREFUSED' });
});

/** Beside the one that asks for the number. */
async function untilRunning(under: TestProgram, count: number): Promise<void> {
  await eventually(async () => {
    const { text } = await ask(under, { path: '/metrics' });
    assert.match(text, new RegExp(`^http_requests_in_flight ${count + 1}$`, 'm'));
  });
}

async function untilClosed(under: TestProgram): Promise<void> {
  await eventually(async () => {
    const socket = connect(Number(new URL(under.url).port), '127.0.0.1');
    const refused = await Promise.race([
      once(socket, 'connect').then(() => false),
      once(socket, 'close').then(() => true),
    ]).catch(() => true);
    socket.destroy();
    assert.ok(refused);
  });
}

function warnings(under: TestProgram) {
  return under.telemetry.lines.filter(({ level }) => level === 'warn' || level === 'error');
}

function line(path: string, connection: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n\r\n`;
}
