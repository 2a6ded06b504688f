import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifier, sql } from './sql.ts';

test('ALL-7: values are sent separately from the text, never inside it', () => {
  const hostile = "'; drop table users; --";
  const statement = sql`select id from users where email = ${hostile} and name = ${'x'}`;
  assert.equal(statement.text, 'select id from users where email = $1 and name = $2');
  assert.deepEqual(statement.values, [hostile, 'x']);
});

test('a fragment is spliced in with its values, renumbered', () => {
  const since = sql`and at > ${5} and at < ${9}`;
  const statement = sql`select ${1}::int ${since} limit ${2}`;
  assert.equal(statement.text, 'select $1::int and at > $2 and at < $3 limit $4');
  assert.deepEqual(statement.values, [1, 5, 9, 2]);
});

test('a template gives the same text for all values, with and without a fragment', () => {
  const build = (filter: boolean) => sql`select 1 ${filter ? sql`where ${true}` : sql``}`;
  assert.equal(build(false).text, 'select 1 ');
  assert.equal(build(true).text, 'select 1 where $1');
  assert.equal(build(false).text, 'select 1 ');
});

test('an identifier is quoted', () => {
  assert.equal(sql`drop table ${identifier('odd"name')}`.text, 'drop table "odd""name"');
});
