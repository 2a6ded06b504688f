import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { dumpSchema } from '../../../scripts/dump-schema.ts';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { MIGRATIONS, testDatabase } from '../../../test/harness/database.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { migrate, migrationStatus } from './migrations.ts';
import { createPool } from './pool.ts';
import type { Database } from './port.ts';
import { int4, row } from './rows.ts';
import { sql } from './sql.ts';

const { database, url } = await testDatabase();
const now = () => new Date('2026-01-15T12:00:00Z');
const Count = row({ count: int4 });

test('the migrations produce the schema in test/schema.sql', async () => {
  const kept = await readFile(join(MIGRATIONS, '../test/schema.sql'), 'utf8').catch(() => '');
  assert.equal(
    await dumpSchema(database),
    kept,
    'the schema changed: run npm run generate and read the difference',
  );
});

test('a migrated database is left unchanged, and its status lists when each migration was applied', async () => {
  assert.deepEqual(await migrate(database, MIGRATIONS, { now }), []);
  const status = await migrationStatus(database, MIGRATIONS);
  assert.ok(status.length >= 3);
  assert.ok(status.every(({ appliedAt }) => appliedAt !== null));
});

test('PG-2: eight processes that migrate at once apply each file once and in order', async () => {
  await inSchema('together', async (pools, directory) => {
    await write(directory, '0001_first.sql', 'create table a (n int); insert into a values (1);');
    await write(directory, '0002_second.sql', 'select pg_sleep(0.05); insert into a values (2);');
    const applied = await Promise.all(pools.map(pool => migrate(pool, directory, { now })));
    assert.deepEqual(
      applied
        .flat()
        .map(({ name }) => name)
        .sort(),
      ['0001_first.sql', '0002_second.sql'],
    );
    assert.equal((await first(pools).one(Count, sql`select count(*)::int as count from a`)).count, 2);
  });
});

test('PG-2: a migration that fails half-way leaves the schema unchanged, and runs once it is fixed', async () => {
  await inSchema('halfway', async (pools, directory) => {
    const pool = first(pools);
    await write(directory, '0001_good.sql', 'create table kept (n int);');
    await write(directory, '0002_broken.sql', 'create table half (n int); select 1 / 0;');
    await assert.rejects(migrate(pool, directory, { now }), /division by zero/);
    assert.equal(await tableExists(pool, 'kept'), true);
    assert.equal(await tableExists(pool, 'half'), false);
    await write(directory, '0002_broken.sql', 'create table half (n int);');
    await migrate(pool, directory, { now });
    assert.equal(await tableExists(pool, 'half'), true);
  });
});

test('fault 14: a migration whose connection is killed between its statements is rerun from its start', async () => {
  await inSchema('killed', async (pools, directory) => {
    const [pool, killer] = [first(pools), pools[1] ?? first(pools)];
    await write(
      directory,
      '0001_slow.sql',
      'create table slow (n int); insert into slow values (1); select pg_advisory_xact_lock(14);',
    );
    const running = await killer.transaction(async tx => {
      await tx.execute(sql`select pg_advisory_xact_lock(14)`);
      const running = migrate(pool, directory, { now });
      await untilKilled(killer, 'pg_advisory_xact_lock(14)');
      assert.equal(await tableExists(killer, 'slow'), false);
      return { done: running };
    });
    assert.equal((await running.done).length, 1);
    assert.equal((await killer.one(Count, sql`select count(*)::int as count from slow`)).count, 1);
  });
});

test('a changed applied file, a gap in the numbers and a newer schema are refused with an explanation', async () => {
  await inSchema('drift', async (pools, directory) => {
    const pool = first(pools);
    await write(directory, '0001_one.sql', 'select 1;');
    await write(directory, '0002_two.sql', 'select 2;');
    await migrate(pool, directory, { now });
    await write(directory, '0002_two.sql', 'select 3;');
    await assert.rejects(
      migrate(pool, directory, { now }),
      /0002_two.sql was applied with different content/,
    );
    await rm(join(directory, '0002_two.sql'));
    await assert.rejects(migrate(pool, directory, { now }), /created by a newer one/);
    await write(directory, '0003_three.sql', 'select 3;');
    await assert.rejects(migrate(pool, directory, { now }), /should have number 2/);
  });
});

/** Runs `work` with pools on a separate schema and with a directory for migrations. */
async function inSchema(
  name: string,
  work: (pools: Database[], directory: string) => Promise<void>,
): Promise<void> {
  await database.execute({ text: `create schema ${name}`, values: [] });

  const pools = Array.from({ length: 8 }, () =>
    createPool({ url, telemetry: createMemoryTelemetry(), maxConnections: 2, searchPath: name }),
  );
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-migrations-'));
  atEnd(() => rm(directory, { recursive: true }));
  try {
    await work(pools, directory);
  } finally {
    await Promise.all(pools.map(pool => pool.close()));
  }
}

function first(pools: Database[]): Database {
  const [pool] = pools;
  assert.ok(pool);
  return pool;
}

function write(directory: string, name: string, content: string): Promise<void> {
  return writeFile(join(directory, name), content);
}

async function tableExists(pool: Database, name: string): Promise<boolean> {
  const found = await pool.one(
    Count,
    sql`
    select count(*)::int as count from pg_tables where schemaname = current_schema and tablename = ${name}
  `,
  );
  return found.count === 1;
}

async function untilKilled(killer: Database, statement: string): Promise<void> {
  for (let killed = 0; killed === 0; ) {
    killed = await killer.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and position(${statement} in query) > 0 and pid <> pg_backend_pid() and state = 'active'
    `);
  }
}
