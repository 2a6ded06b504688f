import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { MIGRATIONS, TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { migrate, migrationStatus } from '../../platform/database/migrations.ts';
import type { Database } from '../../platform/database/port.ts';
import { int8, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { declareStream } from '../../platform/log/streams.ts';
import { CommandFailure } from '../failures.ts';
import { backUp, checksums, OPTIONS, restore, temporaryDirectory } from './backup.testing.ts';
import { openSink } from './sink.ts';
import { dump } from './write.ts';

const directory = await temporaryDirectory();
const { database: source } = await testDatabase();
await fill(source);
const file = join(directory, 'whole.backup');
await backUp(source, file, 'a secret of at least 32 characters');

test('OPS-5: a restored database equals the backup in every table', async () => {
  const { database } = await testDatabase();
  await restore(database, file, { migrationsDirectory: MIGRATIONS });
  const restored = await checksums(database);
  assert.deepEqual(restored, await checksums(source));
  for (const table of [
    'users',
    'sessions',
    'audit_log',
    'idempotency_keys',
    'one_time_links',
    'signing_keys',
  ])
    assert.notEqual(restored[table], 'empty', table);
});

test('a backup of a restored database is identical, byte for byte', async () => {
  const { database } = await testDatabase();
  await restore(database, file, { migrationsDirectory: MIGRATIONS });
  const again = join(directory, 'again.backup');
  await backUp(database, again, 'a secret of at least 32 characters');
  const rows = async (path: string) =>
    zstdDecompressSync(await readFile(path))
      .toString()
      .split('\n')
      .slice(1, -2)
      .sort();
  assert.deepEqual(await rows(again), await rows(file));
});

test('only its owner can read the file, it contains the secret only on request, and no other file is left', async () => {
  const without = join(directory, 'without.backup');
  const summary = await backUp(source, without);
  const { mode, size } = await stat(without);
  assert.equal(mode & 0o777, 0o600);
  assert.equal(summary.bytes, size);
  assert.ok(zstdDecompressSync(await readFile(file)).includes('a secret of at least'));
  assert.ok(!zstdDecompressSync(await readFile(without)).includes('a secret of at least'));
  assert.deepEqual(
    (await readdir(directory)).filter(name => name.endsWith('.partial')),
    [],
  );
});

test('an existing file is never overwritten', async () => {
  const before = await readFile(file);
  await assert.rejects(backUp(source, file), /whole\.backup already exists/);
  assert.deepEqual(await readFile(file), before);
});

test('a backup on a full disk leaves no file, and its connection stays usable', async () => {
  const { database } = await testDatabase({ maxConnections: 1 });
  await database.execute(sql`create table large as select gen_random_uuid() from generate_series(1, 200000)`);
  const full = () => openSink(createWriteStream('/dev/full', { flush: true }));
  await assert.rejects(
    database.transaction(tx => dump(tx, full(), OPTIONS), { statementTimeoutMs: 0 }),
    { code: 'ENOSPC' },
  );
  await database.ping();
  await assert.rejects(backUp(source, join(directory, 'no-such-directory', 'x.backup')), { code: 'ENOENT' });
});

test('a symbolic link at the target path is not followed', async () => {
  const victim = join(directory, 'victim');
  await writeFile(victim, 'precious');
  await symlink(victim, join(directory, 'linked.backup.partial'));
  await backUp(source, join(directory, 'linked.backup'));
  assert.equal(await readFile(victim, 'utf8'), 'precious');
});

test('all tables come from one snapshot, even while rows are written', async () => {
  const { database } = await testDatabase();
  await fill(database);
  const path = join(directory, 'moment.backup');
  const before = await checksums(database);
  let stop = false;
  const writer = (async () => {
    for (let n = 0; !stop; n++) await insertUser(database, `late-${n}@example.org`, 'Late');
  })();
  // The first statement takes the snapshot: it contains `before`, and perhaps the first rows of the writer.
  await backUp(database, path);
  stop = true;
  await writer;
  const { database: target } = await testDatabase();
  await restore(target, path, { migrationsDirectory: MIGRATIONS });
  const restored = await checksums(target);
  assert.equal(restored['audit_log'], before['audit_log']);
  const orphans = await target.one(
    row({ n: int8 }),
    sql`select count(*) as n from sessions where user_id not in (select id from users)`,
  );
  assert.equal(orphans.n, 0);
});

test('a restore over existing data is refused unless replacing it is confirmed by name', async () => {
  const { database, name } = await testDatabase();
  await insertUser(database, 'owner@example.org', 'Owner');
  const before = await checksums(database);
  const options = { migrationsDirectory: MIGRATIONS };
  await assert.rejects(
    restore(database, file, options),
    /is not empty: rows in 1 tables, 1 users among them/,
  );
  await assert.rejects(
    restore(database, file, { ...options, replaceOptions: { replace: true, confirm: undefined } }),
    /--replace deletes everything in the database/,
  );
  await assert.rejects(
    restore(database, file, { ...options, replaceOptions: { replace: true, confirm: 'another' } }),
    CommandFailure,
  );
  assert.deepEqual(await checksums(database), before);
  await restore(database, file, { ...options, replaceOptions: { replace: true, confirm: name } });
  assert.deepEqual(await checksums(database), await checksums(source));
});

test('a restore under a running program is refused', async () => {
  const { database, url } = await testDatabase();
  const { createPool } = await import('../../platform/database/pool.ts');
  const { createMemoryTelemetry } = await import('../../platform/telemetry/memory/memory.ts');
  const running = createPool({ url, telemetry: createMemoryTelemetry() });
  try {
    await running.ping();
    await assert.rejects(
      restore(database, file, { migrationsDirectory: MIGRATIONS }),
      /Broadsheet is running on/,
    );
  } finally {
    await running.close();
  }
});

test('a failure in the last step rolls the whole restore back', async () => {
  const { database } = await testDatabase();
  const before = await checksums(database);
  const beforeCommit = () => Promise.reject(new Error('the disk is full'));
  await assert.rejects(
    restore(database, file, { migrationsDirectory: MIGRATIONS, beforeCommit }),
    /disk is full/,
  );
  assert.deepEqual(await checksums(database), before);
  assert.equal(before['users'], 'empty');
});

test('a backup of an older version is migrated; one of a newer version is refused', async () => {
  const older = await firstMigrations(2);
  const { database: old } = await testDatabase();
  await old.transaction(tx => tx.script('drop schema public cascade; create schema public'));
  await migrate(old, older, { now: () => TEST_EPOCH });
  await insertUser(old, 'early@example.org', 'Early');
  const path = join(directory, 'older.backup');
  await backUp(old, path);

  const { database } = await testDatabase();
  await restore(database, path, { migrationsDirectory: MIGRATIONS });
  const people = (from: Database) =>
    from.many(row({ email: text, display_name: text }), sql`select email, display_name from users`);
  assert.deepEqual(await people(database), await people(old));
  assert.equal((await people(database)).length, 1);
  const status = await migrationStatus(database, MIGRATIONS);
  assert.ok(status.every(({ appliedAt }) => appliedAt !== null));

  await old.execute(sql`delete from users`);
  await assert.rejects(
    restore(old, file, { migrationsDirectory: older }),
    /made by a newer version .*: this one does not know 0003_/,
  );
});

test('a backup made with a different migration file is refused', async () => {
  const changed = await firstMigrations(99);
  const [first = ''] = (await readdir(changed)).sort();
  await writeFile(join(changed, first), `${await readFile(join(changed, first), 'utf8')}\n-- changed\n`);
  const { database } = await testDatabase();
  await database.transaction(tx => tx.script('drop schema public cascade; create schema public'));
  await assert.rejects(restore(database, file, { migrationsDirectory: changed }), /with a different 0001_/);
  assert.deepEqual(await checksums(database), {});
});

test('tables that are not ours are not dropped', async () => {
  const { database } = await testDatabase();
  await database.transaction(tx =>
    tx.script('drop schema public cascade; create schema public; create table others ()'),
  );
  await assert.rejects(
    restore(database, file, { migrationsDirectory: MIGRATIONS }),
    /tables that are not Broadsheet's/,
  );
  assert.deepEqual(await checksums(database), { others: 'empty' });
});

test('sequences, generated columns, self-references and hash partitions of a later schema are restored', async () => {
  const migrations = join(directory, 'migrations-of-the-future');
  await mkdir(migrations);
  await writeFile(join(migrations, '0001_everything.sql'), EVERYTHING);
  const empty = async () => {
    const { database } = await testDatabase();
    await database.transaction(tx => tx.script('drop schema public cascade; create schema public'));
    return database;
  };
  const from = await empty();
  await migrate(from, migrations, { now: () => TEST_EPOCH });
  await from.transaction(tx => tx.script(EVERYTHING_ROWS));
  const path = join(directory, 'everything.backup');
  await backUp(from, path);
  const to = await empty();
  await restore(to, path, { migrationsDirectory: migrations });
  assert.deepEqual(await checksums(to), await checksums(from));
  const next = row({ id: int8 });
  const insert = sql`insert into aaa_leaves (tree) values (1) returning id`;
  assert.deepEqual(await to.one(next, insert), await from.one(next, insert));
  // Twice: the second restore drops existing objects of every kind.
  const { name } = await to.one(row({ name: text }), sql`select current_database() as name`);
  await restore(to, path, {
    migrationsDirectory: migrations,
    replaceOptions: { replace: true, confirm: name },
  });
});

const EVERYTHING = `
  create table zzz_trees (
    id integer primary key,
    parent integer references zzz_trees (id),
    label text not null,
    shout text generated always as (upper(label)) stored
  );
  create table aaa_leaves (
    id bigint generated always as identity primary key,
    tree integer not null references zzz_trees (id)
  );
  create type mood as enum ('calm', 'stormy');
  create domain short as text check (length(value) < 10);
  create table odd_values (
    mood mood, short short, moment timestamptz, span interval, number double precision,
    bits bytea, document jsonb, words text[], exact numeric
  );
  create table by_hash (id integer primary key) partition by hash (id);
  create table by_hash_0 partition of by_hash for values with (modulus 2, remainder 0);
  create table by_hash_1 partition of by_hash for values with (modulus 2, remainder 1);
  create view all_leaves as select * from aaa_leaves;
  create materialized view counted_leaves as select count(*) from aaa_leaves;
  create text search configuration plainly (copy = simple);
  create sequence tickets;
  create procedure nothing() language sql as 'select 1';
`;

const EVERYTHING_ROWS = `
  insert into zzz_trees values (2, 3, E'tab\\there'), (3, null, E'line\\nbreak'), (1, 2, E'\\\\.');
  insert into aaa_leaves (tree) select 1 + n % 3 from generate_series(1, 10) n;
  insert into odd_values values
    ('stormy', 'x', '1999-12-31 23:59:59.999999+14', '1 year 2 days 03:04:05.6', 1e-300,
     '\\\\x00ff0a5c', '{"a": "\\\\u2028 \\\\n"}', array['', 'null', null, 'a,"b"'], 12345678901234567890.123),
    (null, null, 'infinity', '-3 months', 'NaN', '', 'null', '{}', 'NaN');
  insert into by_hash select generate_series(1, 20);
  select nextval('tickets'), nextval('tickets');
`;

async function firstMigrations(count: number): Promise<string> {
  const target = join(directory, `first-${count}`);
  await cp(MIGRATIONS, target, { recursive: true });
  for (const name of (await readdir(target)).sort().slice(count)) await rm(join(target, name));
  return target;
}

async function fill(database: Database): Promise<void> {
  // Nested partitions: streams, and their days.
  await declareStream(database, { name: 'facts', partitions: 2, retentionDays: 7 });
  await database.execute(sql`
    insert into log_events ("offset", at, stream_id, partition, key, data)
    select n, now(), id, 0, 'key', '"x"' from log_streams, generate_series(1, 5) n where name = 'facts'
  `);
  for (const [index, name] of [
    'Ada',
    'tab\there',
    'back\\slash',
    '\\.',
    'çøåß 字 🗞',
    "'; drop table users;--",
  ].entries())
    await insertUser(database, `person-${index}@example.org`, name);
  await database.transaction(tx =>
    tx.script(`
      insert into sessions
        (id, user_id, secret_hash, rotated_at, method, user_agent, address, created_at, last_used_at, proven_at, expires_at)
        select gen_random_uuid(), id, sha256(email::bytea), now(), 'password', E'agent\\n\\\\.\\n', '::1',
          now(), now(), now(), now() from users;
      insert into one_time_links (secret_hash, purpose, created_at, expires_at)
        values (sha256('x'), 'first-operator', now(), now());
      insert into signing_keys
        (id, public_jwk, sealed_private_key, created_at, signs_from, signs_until, published_until)
        values ('k', '{"kty": "OKP"}', '\\x00ff5c0a', now(), now(), now(), now());
      insert into audit_log (id, at, actor_kind, action, detail)
        select gen_random_uuid(), timestamptz '2026-01-10' + n * interval '2 days', 'system', 'sign-in.failed',
          jsonb_build_object('n', n, 'text', E'a\\nb') from generate_series(1, 20) n;
      insert into idempotency_keys (day, owner, key, request_hash, sealed_answer, created_at)
        select date '2026-01-14' + n, 'o', 'k' || n, '\\xff', '\\x5c2e0a', now()
        from generate_series(0, 3) n;
    `),
  );
}

async function insertUser(database: Database, email: string, name: string): Promise<void> {
  await database.execute(sql`
    insert into users (id, email, display_name, created_at, updated_at)
    values (gen_random_uuid(), ${email}, ${name}, now(), now())
  `);
}
