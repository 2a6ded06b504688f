import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { audit } from '../audit.ts';
import { addUser, testAccounts } from '../passkeys/context.testing.ts';
import { scanForTraces } from './index.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);

test('AUTH-4: a trace is found in text of any case, json, lists, bytes, ids and partitions', async () => {
  await database.execute(sql`
    create table places (
      plain text, document json, documents jsonb, list text[], raw bytea, id uuid, moment timestamptz, number bigint
    )
  `);
  const id = context.newId();
  const name = 'Ren\u00e9e "Nan" \\ O\'Neill';
  await database.execute(sql`
    insert into places (plain, document, documents, list, raw, id) values
      (${`said by ${name.toUpperCase()}`}, null, null, null, null, null),
      (null, ${JSON.stringify({ by: name }).replace('\u00e9', '\\u00e9')}::json, null, null, null, null),
      (null, null, ${JSON.stringify([{ deep: { name } }])}::jsonb, null, null, null),
      (null, null, null, ${['display name', name]}::text[], null, null),
      (null, null, null, null, ${Buffer.from(`\u0000\u0001${name}\u00ff`)}, null),
      (null, null, null, null, ${Buffer.from(id.replaceAll('-', ''), 'hex')}, ${id})
  `);
  const found = async (needle: string) =>
    (await scanForTraces(database, [needle])).map(({ table, column, rows }) => `${table}.${column} ${rows}`);
  assert.deepEqual(await found(name), [
    'places.document 1',
    'places.documents 1',
    'places.list 1',
    'places.plain 1',
    'places.raw 1',
  ]);
  assert.deepEqual(await found(id), ['places.id 1', 'places.raw 1']);
  assert.deepEqual(await found('no such text'), []);

  await audit(database, context, { actor: { kind: 'user', id }, action: 'account.renamed' });
  assert.deepEqual(await found(id), ['audit_log.actor_id 1', 'places.id 1', 'places.raw 1']);
  await database.execute(sql`drop table places`);
});

test('several needles are reported separately, with row counts', async () => {
  await addUser(context, 'first@trace.example', { displayName: 'Display name' });
  await addUser(context, 'second@trace.example', { displayName: 'Display name' });
  assert.deepEqual(await scanForTraces(database, ['FIRST@trace.example', 'display name']), [
    { table: 'users', column: 'display_name', needle: 'display name', rows: 2 },
    { table: 'users', column: 'email', needle: 'FIRST@trace.example', rows: 1 },
  ]);
});

test('needles too short to be distinctive are refused', async () => {
  for (const needle of ['', '  ', 'ab']) await assert.rejects(scanForTraces(database, [needle]), RangeError);
});
