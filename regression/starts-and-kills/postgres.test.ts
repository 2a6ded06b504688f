import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, type TestContext, test } from 'node:test';
import { Client } from 'pg';
import { clusterName } from '../../src/platform/database/embedded/orphans.ts';
import { listProcesses } from '../../src/platform/database/embedded/processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/database/embedded/start.ts';
import {
  optionsFor,
  query,
  runScript,
  temporaryDirectory,
  until,
} from '../../src/platform/database/embedded/testing/support.ts';
import { runWithin } from '../lib/machine-load.ts';

const directory = await temporaryDirectory({ after });

test('PG-1: after kill -9 PostgreSQL restarts on the same port with every acknowledged row', async t => {
  let restarts = 0;
  const postgres = await startEmbeddedPostgres({ ...optionsFor(directory), onRestart: () => restarts++ });
  t.after(() => postgres.stop());
  await query(postgres.url(), 'create table rows (n int primary key)');

  for (const round of [1, 2]) {
    const acknowledged = await insertUntilKilled(postgres, round);
    const killedAt = performance.now();
    await until('the restart', async () => restarts === round);
    t.diagnostic(
      `back ${Math.round(performance.now() - killedAt)} ms after kill -9, ${acknowledged} rows in`,
    );
    const found = await query(postgres.url(), `select count(*)::int from rows where n / 1000000 = ${round}`);
    assert.ok(Number(found[0]) >= acknowledged, `${found[0]} of ${acknowledged} acknowledged rows`);
  }

  await t.test('also while its sessions run long statements', async () => {
    const client = await busySession(postgres);
    process.kill(postgres.pid, 'SIGKILL');
    await until('the restart', async () => restarts === 3);
    await client.end().catch(() => undefined);
    assert.equal((await query(postgres.url(), 'select 1'))[0], 1);
  });

  await t.test('also when its supervisor was killed with it', async () => {
    for (const pid of await keepersOf(postgres)) process.kill(pid, 'SIGKILL');
    process.kill(postgres.pid, 'SIGKILL');
    await until('the restart', async () => restarts === 4);
    assert.equal((await query(postgres.url(), 'select 1'))[0], 1);
  });

  await t.test('stopping during a restart leaves nothing running', async () => {
    process.kill(postgres.pid, 'SIGKILL');
    await postgres.stop();
    assert.deepEqual(await processesOf(postgres.directory), []);
  });
});

test('PG-1: kill -9 of the program leaves no server behind, and the next start works at once', async t => {
  const { directory: cluster } = await startOwnerAndKill(t, false);
  await until('the end of the server', async () => (await processesOf(cluster)).length === 0);
  await startsWithin10s(t);
});

test('PG-1: kill -9 of the program and its supervisor: the next start takes over the orphaned server', async t => {
  const { directory: cluster, pid } = await startOwnerAndKill(t, true);
  const runs = async () => (await processesOf(cluster)).some(each => each.pid === pid);
  assert.equal(await runs(), true);
  await startsWithin10s(t);
  assert.equal(await runs(), false);
});

test('PG-1: kill -9 during the first start does not spoil the next', async t => {
  const fresh = await temporaryDirectory(t);
  const owner = runScript(t, 'owner.ts', [fresh]);
  const halfMade = async () => (await readdir(fresh)).some(name => name.startsWith('.new-'));
  await until('the first start to begin', halfMade);
  owner.child.kill('SIGKILL');
  await owner.ended;
  assert.equal((await readdir(fresh)).includes('postgres'), false);

  const postgres = await startEmbeddedPostgres(optionsFor(fresh));
  t.after(() => postgres.stop());
  assert.deepEqual(await query(postgres.url(), 'select 1'), [1]);
  await until('the half-made cluster to go', async () => !(await halfMade()));
});

/** Inserts rows one by one and kills the server meanwhile; returns how many were acknowledged. */
async function insertUntilKilled(postgres: EmbeddedPostgres, round: number): Promise<number> {
  const client = new Client(postgres.url());
  client.on('error', () => undefined);
  await client.connect();
  let acknowledged = 0;
  try {
    for (; ; acknowledged++) {
      if (acknowledged === 200) process.kill(postgres.pid, 'SIGKILL');
      await client.query('insert into rows values ($1)', [round * 1_000_000 + acknowledged]);
    }
  } catch {
    return acknowledged;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** An endless loop: its session does not notice for a long time that the server has died. */
async function busySession(postgres: EmbeddedPostgres): Promise<Client> {
  const client = new Client(postgres.url());
  client.on('error', () => undefined);
  await client.connect();
  client.query('do $$ begin for i in 1..2000000000 loop end loop; end $$').catch(() => undefined);
  const running = "select count(*)::int from pg_stat_activity where query like 'do %' and state = 'active'";
  await until('the session to be busy', async () => (await query(postgres.url(), running))[0] === 1);
  return client;
}

async function startOwnerAndKill(t: TestContext, keeperToo: boolean): Promise<Server> {
  const owner = runScript(t, 'owner.ts', [directory]);
  const server = await owner.first;
  assert.ok(isServer(server), JSON.stringify(server));
  await query(server.url, 'create table if not exists kept as select 42 as answer');
  // The program must die before its supervisor, or it would notice and stop the server.
  if (keeperToo) owner.child.kill('SIGSTOP');
  if (keeperToo) for (const pid of await keepersOf(server)) process.kill(pid, 'SIGKILL');
  owner.child.kill('SIGKILL');
  await owner.ended;
  return server;
}

async function startsWithin10s(t: TestContext): Promise<void> {
  const postgres = await runWithin(10_000, async () => {
    const started = await startEmbeddedPostgres(optionsFor(directory));
    t.after(() => started.stop());
    return started;
  });
  assert.deepEqual(await query(postgres.url(), 'select answer from kept'), [42]);
  await postgres.stop();
}

/** The supervisors: shells that wait for the server and for us. */
async function keepersOf(server: { directory: string }): Promise<number[]> {
  const all = await processesOf(server.directory);
  return all.filter(({ command }) => command.startsWith('/bin/sh ')).map(({ pid }) => pid);
}

async function processesOf(cluster: string) {
  const name = clusterName(cluster);
  return (await listProcesses()).filter(({ command }) => command.includes(name));
}

function isServer(value: unknown): value is Server {
  return typeof value === 'object' && value !== null && 'url' in value && 'pid' in value;
}

interface Server {
  url: string;
  pid: number;
  directory: string;
}
