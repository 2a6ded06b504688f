import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { row, text } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { LANES } from '../../src/search/alerts/delivery/webhook-channel.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';
import { atEnd } from '../harness/cleanup.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';
import { asRecord, assertProblem, sendForm, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople, type TestUser } from './support/test-people.ts';

/** SRCH-9: webhooks and mails of saved searches, attacked by a reader against people who did not ask for them. */
const mailServer = await startMailServer();
const site = await testProgram({
  settings: {
    roles: 'web,index,tasks',
    'smtp-url': mailServer.url,
    'mail-limit': '3',
    'crawl-allow': '127.0.0.1',
  },
});
const log = createLog({ database: site.database, telemetry: createMemoryTelemetry() });
atEnd(() => log.close());
const people = createTestPeople(site);
const reader = await people.person();
const room = await createStoryFixtures(site.database, new Date(site.clock.now() + 4 * 3_600_000));
const herald = await room.source('The Harbour Herald');
/** Receivers of one test answer later, or not at all. */
const held: ServerResponse[] = [];
const receiver = await startWebhookReceiver(({ path, json, body }, response) => {
  const isChallenge = json['type'] === 'challenge';
  if (path === '/mirror') response.end(body);
  else if (path === '/json' && isChallenge) response.end(JSON.stringify({ challenge: json['challenge'] }));
  else if (path === '/deaf') response.end('ok');
  else if (path === '/wrong') response.end(`${String(json['challenge'])}x`);
  else if (path === '/error' && isChallenge) response.writeHead(500).end(String(json['challenge']));
  else if (path === '/slow' && !isChallenge) held.push(response);
  else return false;
  return true;
});

test('SRCH-9: nothing is delivered before the address has returned its challenge', async () => {
  const strangers = ['/mirror', '/deaf', '/wrong', '/error'];
  const [plain, json] = [await save('harbour', '/plain'), await save('harbour', '/json')];
  const others = await Promise.all(strangers.map(path => save('harbour', path)));
  await eventually(async () => {
    for (const id of [plain, json]) assert.equal((await hookOf(id))['state'], 'confirmed');
    for (const id of others)
      assert.match(String((await hookOf(id))['error']), /did not return the challenge/);
  });
  await publish('Harbour opens');
  await eventually(() => {
    for (const path of ['/plain', '/json']) assert.equal(receiver.deliveries(path).length, 1, path);
  });
  await eventually(async () => {
    for (const id of others) assert.ok(await hasWaited(id), 'its delivery was attempted');
  });
  for (const path of strangers) {
    assert.deepEqual(receiver.deliveries(path), [], path);
    for (const { json: sent } of receiver.challenges(path))
      assert.deepEqual(Object.keys(sent), ['type', 'challenge'], 'no text of the reader');
  }
});

test('SRCH-9: an address that never returns the challenge fails, and the button checks it again', async () => {
  const id = await save('beacon', '/deaf');
  await eventually(async () => assert.equal((await hookOf(id))['state'], 'pending'));
  // The tries take minutes by the database's clock, which no test moves: end them here.
  await site.database.execute(sql`update saved_searches set webhook_state = 'failed' where id = ${id}`);
  const page = await sendRequest(site, { path: `/saved-searches/${id}`, headers: reader.headers });
  assert.match(page.text, /did not confirm that it is yours/);
  const before = receiver.challenges('/deaf').length;
  await publish('Beacon lit');
  const path = `/saved-searches/${id}/challenge`;
  const retried = await sendForm(site, { path, headers: reader.headers, fields: {} });
  assert.equal(retried.headers.location, `/saved-searches/${id}?done=challenged`);
  await eventually(() => assert.ok(receiver.challenges('/deaf').length > before));
  assert.equal((await hookOf(id))['state'], 'pending');
  const none = await send('POST', '', { query: 'no hook' });
  const again = await send('POST', `/${String(none.json()['id'])}/webhook-challenge`);
  assertProblem(again, 'conflict');
});

test('SRCH-9: another address has to confirm again; other changes do not', async () => {
  const id = await save('quay', '/one');
  await eventually(async () => assert.equal((await hookOf(id))['state'], 'confirmed'));
  await send('PATCH', `/${id}`, { name: 'Quays', webhookUrl: `${receiver.url}/one` });
  assert.equal((await hookOf(id))['state'], 'confirmed');
  await send('PATCH', `/${id}`, { webhookUrl: `${receiver.url}/deaf` });
  assert.equal((await hookOf(id))['state'], 'pending');
  await send('PATCH', `/${id}`, { webhookUrl: `${receiver.url}/two` });
  await eventually(async () => assert.equal((await hookOf(id))['state'], 'confirmed'));
  assert.equal(receiver.challenges('/one').length, 1);
  const values = [...receiver.challenges('/one'), ...receiver.challenges('/two')].map(
    call => call.json['challenge'],
  );
  assert.equal(new Set(values).size, 2);
});

test('SRCH-9: a webhook from before challenges is challenged before its next delivery', async () => {
  const id = await save('jetty', '/legacy');
  await eventually(async () => assert.equal((await hookOf(id))['state'], 'confirmed'));
  await site.database.execute(sql`update saved_searches set webhook_state = null where id = ${id}`);
  assert.equal((await hookOf(id))['state'], 'pending');
  await publish('Jetty repaired');
  await eventually(() => assert.equal(receiver.deliveries('/legacy').length, 1));
  assert.equal(receiver.challenges('/legacy').length, 2);
  const order = receiver.calls
    .filter(({ path }) => path === '/legacy')
    .map(({ json }) => json['type'] === 'challenge');
  assert.deepEqual(order, [true, true, false]);
});

test('SRCH-9: a webhook tells nothing about hosts and ports that it cannot use', async () => {
  const silent = createServer(socket => socket.destroy());
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', () => resolve()));
  atEnd(() => new Promise(resolve => silent.close(() => resolve(undefined))));
  const { port } = silent.address() as { port: number };
  const addresses = [
    'http://10.0.0.7/hook',
    'http://localhost:5432/',
    'http://unknown.invalid/',
    'http://metadata.internal/',
    `http://127.0.0.1:${await freePort()}/`,
    `http://127.0.0.1:${port}/`,
    `${receiver.url}/deaf`,
    `${receiver.url}/error`,
  ];
  const ids = await Promise.all(addresses.map(webhookUrl => saveAt('cove', webhookUrl)));
  const errors = await eventually(async () => {
    const found = await Promise.all(ids.map(async id => (await hookOf(id))['error']));
    assert.ok(found.every(error => error !== null));
    return found;
  });
  assert.deepEqual(
    [...new Set(errors)],
    ['The address could not be reached, or did not return the challenge. Nothing is delivered to it.'],
  );
  // The same for an address that was confirmed and now leads elsewhere.
  for (const [index, id] of ids.entries())
    if (index < 6)
      await site.database.execute(
        sql`update saved_searches set webhook_state = 'confirmed' where id = ${id}`,
      );
  await publish('Cove flooded');
  const later = await eventually(async () => {
    const found = await Promise.all(ids.slice(0, 6).map(async id => await hookOf(id)));
    assert.ok(found.every(({ failures }) => Number(failures) > 0));
    return found.map(({ error }) => error);
  });
  assert.deepEqual([...new Set(later)], ['The address could not be reached, or did not answer in time.']);
});

test('SRCH-9: slow webhooks of one account take a share of the workers, and no transaction is open meanwhile', async () => {
  const slow = await people.person();
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) ids.push(await saveAt('lagoon', `${receiver.url}/slow`, slow));
  const quick = await save('lagoon', '/quick');
  await eventually(async () => {
    for (const id of ids) assert.equal((await hookOf(id, slow))['state'], 'confirmed');
    assert.equal((await hookOf(quick))['state'], 'confirmed');
  });
  await publish('Lagoon drained');
  await eventually(() => assert.equal(receiver.deliveries('/quick').length, 1));
  await eventually(() => assert.ok(held.length >= LANES));
  // Of the others, all that wait for a worker have a claim behind them by now: the quick one was published last.
  assert.equal(held.length, LANES, 'deliveries of one account at once');
  await site.database.transaction(async tx => {
    await tx.execute(sql`select 'control'`);
    // Once this one is found, every transaction that was open before is found too.
    const open = await eventually(async () => {
      const found = await openTransactions();
      assert.ok(found.some(({ query }) => query.includes('control')));
      return found;
    });
    assert.equal(open.length, 1, 'only the control');
  });
  for (let ended = 0; ended < 40; ) {
    await eventually(() => assert.ok(held.length > 0));
    assert.ok(held.length <= LANES);
    for (const response of held.splice(0)) {
      response.writeHead(204).end();
      ended++;
    }
  }
});

test('SRCH-9: a transaction that PostgreSQL asks to repeat does not repeat the request', async () => {
  const id = await save('isthmus', '/repeated');
  await eventually(async () => assert.equal((await hookOf(id))['state'], 'confirmed'));
  await site.database.transaction(tx =>
    tx.script(`
      create sequence conflicts;
      create function conflict_once() returns trigger language plpgsql as $$
      begin
        if nextval('conflicts') = 1 then raise exception 'conflict' using errcode = '40001'; end if;
        return new;
      end $$;
      create trigger conflict_once before update on saved_searches for each row
      when (new.id = '${id}') execute function conflict_once();
    `),
  );
  await publish('Isthmus crossed');
  await eventually(async () => assert.notEqual((await hookOf(id))['deliveredAt'], null));
  const { last } = await site.database.one(
    row({ last: text }),
    sql`select last_value::text as last from conflicts`,
  );
  assert.equal(last, '2', 'the transaction was repeated');
  assert.equal(receiver.deliveries('/repeated').length, 1);
});

test('SRCH-9: the number of challenges that an account can cause is limited', async () => {
  const attacker = await people.person();
  const id = await saveAt('storm', `${receiver.url}/deaf`, attacker);
  const codes: number[] = [];
  for (let n = 0; n < 105; n++)
    codes.push((await send('POST', `/${id}/webhook-challenge`, undefined, attacker)).status);
  assert.deepEqual([codes.filter(code => code === 202).length, codes.at(-1)], [99, 429]);
});

test('SRCH-9: an unconfirmed address gets no alerts, whatever its saved searches are called', async () => {
  const victim = await people.person({ isConfirmed: false });
  const owner = await people.person();
  const name = 'Click evil.example to win';
  for (const each of [victim, owner])
    for (let n = 0; n < 5; n++)
      await send('POST', '', { query: 'glacier', email: 'soon', name: `${name} ${n}` }, each);
  await publish('Glacier calves');
  await site.program.drain();
  await site.program.drain();
  const to = (user: TestUser) => mailServer.letters.filter(letter => letter.to === user.email);
  assert.equal(to(owner).length, 3, 'the daily limit');
  assert.deepEqual(to(victim), []);
  for (const { subject } of to(owner)) assert.equal(subject, 'New results for a saved search · Broadsheet');
  await site.clock.advance(24 * 3_600_000);
  await site.program.drain();
  assert.equal(to(owner).length, 5, 'the others come the next day');
  assert.deepEqual(to(victim), []);
});

test('FEED-11, AUTH-8: digests go to confirmed addresses that did not stop mail', async () => {
  const [reached, unconfirmed, stopped] = [
    await people.person(),
    await people.person({ isConfirmed: false }),
    await people.person(),
  ];
  for (const { headers } of [reached, unconfirmed, stopped]) {
    const path = '/api/v1/account/feed-settings';
    const set = await sendJson(site, {
      method: 'PATCH',
      path,
      headers,
      json: { digest: 'daily', language: 'mul' },
    });
    assert.equal(set.status, 200, set.text);
  }
  await sendForm(site, { path: '/account/mail', headers: stopped.headers, fields: { stopped: 'yes' } });
  await publish('Fresh news of the day');
  await site.program.drain();
  await site.program.drain();
  const to = (user: TestUser) => mailServer.letters.filter(letter => letter.to === user.email);
  assert.equal(to(reached).length, 1);
  const [letter] = to(reached);
  assert.match(letter?.text ?? '', /Stop all email: http\S+\/mail\/stop\?of=[0-9a-f]{64}&sign=[\w-]+/);
  assert.equal(letter?.header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
  assert.deepEqual([...to(unconfirmed), ...to(stopped)], []);
  const url = new URL((letter?.header('List-Unsubscribe') ?? '').slice(1, -1));
  const path = url.pathname + url.search;
  const ended = await sendForm(site, {
    path,
    headers: { accept: 'text/html' },
    fields: { 'List-Unsubscribe': 'One-Click' },
  });
  assert.equal(ended.status, 200);
  const settings = await sendRequest(site, {
    path: '/api/v1/account/feed-settings',
    headers: reached.headers,
  });
  assert.equal(settings.json()['digest'], 'none');
});

function send(method: string, path: string, json?: unknown, { headers } = reader) {
  const options = { method, path: `/api/v1/account/saved-searches${path}`, headers };
  return json === undefined ? sendRequest(site, options) : sendJson(site, { ...options, json });
}

function save(query: string, path: string): Promise<string> {
  return saveAt(query, `${receiver.url}${path}`);
}

async function saveAt(query: string, webhookUrl: string, owner = reader): Promise<string> {
  const answer = await send('POST', '', { query, webhookUrl }, owner);
  assert.equal(answer.status, 201, answer.text);
  return String(answer.json()['id']);
}

async function hookOf(id: string, owner = reader): Promise<Record<string, unknown>> {
  return asRecord((await send('GET', `/${id}`, undefined, owner)).json()['webhook']);
}

async function publish(title: string): Promise<void> {
  const article = await room.article(herald, title, { summary: 'In brief.' });
  await room.story([article], { category: 'world' });
  await site.database.transaction(async tx =>
    log.append(tx, STORIES_CHANGED, [
      { kind: 'changed', storyId: article.id, language: 'en', articleIds: [article.id] },
    ]),
  );
  await site.program.drain();
}

/** Whether a delivery of the search was put off, because its address was not confirmed. */
async function hasWaited(searchId: string): Promise<boolean> {
  const found = await site.database.many(
    row({ body: text }),
    sql`select body from queue_messages where body like ${`%${searchId}%`} and body like '%"articleIds":["%'`,
  );
  return found.some(({ body }) => JSON.parse(body).tries > 0);
}

/** Sessions of the program that hold a transaction open without running a statement. */
async function openTransactions(): Promise<readonly { readonly query: string }[]> {
  return site.database.many(
    row({ query: text }),
    sql`
      select query from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and state_change < now() - interval '50 ms'
    `,
  );
}
