import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/harness/database.ts';
import { row, text, textArray } from '../platform/database/rows.ts';
import { type Statement, sql } from '../platform/database/sql.ts';
import { TABLES } from '../tables.ts';
import { PERSONAL_DATA } from './personal-data.ts';

const { database } = await testDatabase();
const NO_ONE = '00000000-0000-7000-8000-000000000000';

/** Names of columns that reference or describe people. */
const ABOUT_PEOPLE =
  /(^|_)(user|actor|owner|author|account|member|reader|person|people|follower|followee|sender|recipient|holder|invited_by|created_by|updated_by)(_id|_ids)?$|(^|_)(email|address|ip|phone|user_agent|display_name|birthday)(_|$)/;

const tables = await database.many(
  row({ name: text, columns: textArray }),
  sql`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class
    join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped
    group by relname
    order by relname
  `,
);

test('the catalogue has every table of the schema', () => {
  assert.deepEqual(
    Object.keys(TABLES).toSorted(),
    tables.map(({ name }) => name),
  );
});

test('AUTH-4: every table either is listed as personal data or says why it holds none', () => {
  const impersonal = Object.entries(TABLES).filter(([, { impersonal }]) => impersonal !== undefined);
  const listed = [...PERSONAL_DATA.map(({ table }) => table), ...impersonal.map(([table]) => table)];
  assert.deepEqual(listed.toSorted(), Object.keys(TABLES).toSorted(), 'missing, unknown or listed twice');
});

test('AUTH-4: a table that references people is personal data', async () => {
  const referencing = await database.many(
    row({ name: text }),
    sql`
      select distinct conrelid::regclass::text as name
      from pg_constraint
      join pg_class on pg_class.oid = conrelid
      where contype = 'f' and confrelid = 'users'::regclass and not relispartition
    `,
  );
  assert.ok(referencing.length >= 7);
  const named = tables.filter(({ columns }) => columns.some(column => ABOUT_PEOPLE.test(column)));
  for (const { name } of [...referencing, ...named])
    assert.ok(
      PERSONAL_DATA.some(({ table }) => table === name),
      `${name} references people`,
    );
});

test('AUTH-4: every column is exported or withheld for a reason', async () => {
  for (const data of PERSONAL_DATA) {
    const columns = tables.find(({ name }) => name === data.table)?.columns ?? [];
    const exported = await columnsOf(data.export(NO_ONE));
    const withheld = Object.keys(data.withheld);
    for (const column of columns)
      assert.ok(
        exported.includes(column) || withheld.includes(column),
        `${data.table}.${column} is neither exported nor withheld`,
      );
    for (const column of withheld) {
      assert.ok(columns.includes(column), `${data.table} has no column ${column}`);
      assert.ok(!exported.includes(column), `${data.table}.${column} is withheld and exported`);
    }
  }
});

test('no secret, hash or key is ever exported', async () => {
  for (const data of PERSONAL_DATA)
    for (const column of await columnsOf(data.export(NO_ONE)))
      if (!(data.table === 'idempotency_keys' && column === 'key'))
        assert.doesNotMatch(column, /hash|secret|sealed|public_key|credential|challenge/, data.table);
});

test('explanations to people are sentences', () => {
  for (const { describe, withheld, erase } of PERSONAL_DATA)
    for (const words of [describe, ...Object.values(withheld), ...('keep' in erase ? [erase.keep] : [])])
      assert.match(words, /^[A-Z].*\.$/);
});

/** The column names of a statement's result, also when it returns no row. */
async function columnsOf(statement: Statement): Promise<readonly string[]> {
  const { names } = await database.one(
    row({ names: textArray }),
    sql`
      select array(select jsonb_object_keys(to_jsonb(answer))) as names
      from (select item.* from (values (1)) as one left join lateral (${statement}) as item on true) as answer
    `,
  );
  return names;
}
