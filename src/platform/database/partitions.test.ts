import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { maintainPartitions, type PartitionedTable } from './partitions.ts';
import { row, text, timestamptz } from './rows.ts';
import { sql } from './sql.ts';

const { database } = await testDatabase();
await database.execute(
  sql`create table by_day (at timestamptz not null, primary key (at)) partition by range (at)`,
);
await database.execute(
  sql`create table by_month (at timestamptz not null, primary key (at)) partition by range (at)`,
);

const DAILY: PartitionedTable = { table: 'by_day', period: 'day', ahead: 3, keep: 2 };
const MONTHLY: PartitionedTable = { table: 'by_month', period: 'month', ahead: 2, keep: 1 };

test('PG-3: partitions are created ahead, across the ends of months and years, and old ones are dropped', async () => {
  const changes = await maintainPartitions(database, new Date('2026-12-30T23:59:59Z'), [DAILY, MONTHLY]);
  assert.deepEqual(
    changes.map(({ partition }) => partition),
    [
      'by_day_2026_12_29',
      'by_day_2026_12_30',
      'by_day_2026_12_31',
      'by_day_2027_01_01',
      'by_day_2027_01_02',
      'by_month_2026_11',
      'by_month_2026_12',
      'by_month_2027_01',
      'by_month_2027_02',
    ],
  );
  const later = await maintainPartitions(database, new Date('2027-01-02T00:00:00Z'), [DAILY, MONTHLY]);
  const dropped = later.filter(({ change }) => change === 'dropped').map(({ partition }) => partition);
  assert.deepEqual(dropped, ['by_day_2026_12_29', 'by_day_2026_12_30', 'by_month_2026_11']);
});

test('rows go to the partition of their time, and a second run changes nothing', async () => {
  const now = new Date('2027-01-02T00:00:00Z');
  assert.deepEqual(await maintainPartitions(database, now, [DAILY, MONTHLY]), []);
  const at = new Date('2027-01-03T12:00:00Z');
  await database.execute(sql`insert into by_day values (${at})`);
  const [stored] = await database.many(
    row({ partition_name: text, at: timestamptz }),
    sql`select tableoid::regclass::text as partition_name, at from by_day`,
  );
  assert.deepEqual(stored, { partitionName: 'by_day_2027_01_03', at });
});

test('concurrent maintenance by many processes creates each partition once', async () => {
  const now = new Date('2027-03-10T00:00:00Z');
  const rounds = await Promise.all(
    Array.from({ length: 6 }, () => maintainPartitions(database, now, [DAILY, MONTHLY])),
  );
  const created = rounds
    .flat()
    .filter(({ change }) => change === 'created')
    .map(({ partition }) => partition);
  assert.equal(new Set(created).size, created.length);
  assert.ok(created.includes('by_day_2027_03_13'));
});

test('missing partitions are created when the program starts months after it was stopped', async () => {
  await maintainPartitions(database, new Date('2028-02-28T10:00:00Z'), [DAILY]);
  await database.execute(sql`insert into by_day values ('2028-02-29 00:00Z'), ('2028-03-02 23:59Z')`);
  const names = await database.many(
    row({ name: text }),
    sql`
    select relname as name from pg_class where relname like 'by_day_2%' and relkind = 'r' order by 1
  `,
  );
  assert.deepEqual(
    names.map(({ name }) => name),
    ['by_day_2028_02_27', 'by_day_2028_02_28', 'by_day_2028_02_29', 'by_day_2028_03_01', 'by_day_2028_03_02'],
  );
});
