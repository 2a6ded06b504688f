import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { int8, row, text } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { testBroker } from './broker.testing.ts';

/**
 * A broker's tables fill and empty faster than statistics are gathered, so plans must not depend on statistics. Counts
 * pages read, which a busy machine does not change: a bad plan reads thousands.
 */
const { database } = await testDatabase({ statementTimeoutMs: 60_000 });
const broker = testBroker(database);
const READY = 200_000;

test('MQ-8: without statistics, before and after the table has grown, a claim reads a few pages', async () => {
  await switchOffAutovacuum();
  await broker.publish('grown', { body: 0 });
  // The session caches its plans while the tables are empty.
  for (let call = 0; call < 8; call++) await broker.receive('grown', { max: 100 });
  const bodies = sql`(select string_agg('{"n":1}', E'\n') from generate_series(1, ${READY}::int))`;
  await database.execute(sql`
    select queue_publish(q.id, ('queue_ids_' || q.id)::regclass, ${bodies}) from queues q where name = 'grown'
  `);
  const claims: number[] = [];
  for (let call = 0; call < 8; call++)
    claims.push(await pagesOf('queue_claim(q.id, array[100], 30000, true)'));
  assert.ok(Math.max(...claims) < 400, `pages read by claims: ${claims}`);
  const statePages = await pagesOf('queue_state(q.id)');
  assert.ok(statePages < 1_500, `pages read by queue_state: ${statePages}`);
});

test('deleting and releasing messages reads a few pages in a large queue', async () => {
  const deliveries = await broker.receive('grown', { max: 100 });
  assert.equal(deliveries.length, 100);
  const [lease] = deliveries[0]?.receipt.split('.') ?? [];
  const ids = deliveries.map(({ id }) => id);
  const released = await pagesOf(
    `queue_release(array_fill(${lease}::bigint, array[50]), '{${ids.slice(0, 50)}}', 0, null)`,
  );
  assert.ok(released < 3_000, `pages read by queue_release: ${released}`);
  const claimed = await pagesOf('queue_claim(q.id, array[50], 30000, true)');
  assert.ok(claimed < 3_000, `pages read by the claim of 50 returned messages: ${claimed}`);
  const deleted = await pagesOf(
    `queue_delete(array_fill(${lease}::bigint, array[50]), '{${ids.slice(50)}}', true)`,
  );
  assert.ok(deleted < 400, `pages read by queue_delete: ${deleted}`);
});

async function pagesOf(call: string): Promise<number> {
  const plan = await database.many(
    row({ 'QUERY PLAN': text }),
    // The calls are written in this file; EXPLAIN takes no parameters.
    {
      text: `explain (analyze, buffers, costs off) select f.* from queues q, ${call} f where q.name = 'grown'`,
      values: [],
    },
  );
  const [, hit = '0', read = '0'] =
    /shared hit=(\d+)(?: read=(\d+))?/.exec(plan.map(line => line['QUERY PLAN']).join('\n')) ?? [];
  return Number(hit) + Number(read);
}

async function switchOffAutovacuum(): Promise<void> {
  const tables = await database.many(
    row({ name: text, oid: int8 }),
    sql`select relname as name, oid::bigint from pg_class where relname ~ '^queue' and relkind = 'r'`,
  );
  const changes = tables.map(({ name }) => `alter table ${name} set (autovacuum_enabled = off)`);
  await database.transaction(tx => tx.script(changes.join(';')));
}
