import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { testDatabase } from '../../../test/harness/database.ts';
import { startSilentProxy } from '../../../test/harness/silent-proxy.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { createPool } from './pool.ts';
import { int8, row } from './rows.ts';
import { sql } from './sql.ts';

const { database: direct, url } = await testDatabase();
const proxy = await startSilentProxy(url);
atEnd(() => proxy.stop());
const telemetry = createMemoryTelemetry();
const pool = createPool({ url: proxy.url, telemetry, maxConnections: 6, applicationName: 'behind-proxy' });
atEnd(() => pool.close());
const Count = row({ count: int8 });

test('fault 20: half-open connections are detected within 6 s, all of them at once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => pool.execute(sql`select pg_sleep(0.1)`)));
  const held = pool.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(20)`);
    assert.equal(proxy.forget(), 5);
    await tx.execute(sql`select 1`);
  });
  const began = performance.now();
  await assert.rejects(held, { code: 'database-away' });
  assert.ok(performance.now() - began < 60_000, `${performance.now() - began} ms`);
  // The idle connections are dead too; detecting them one after the other would take 25 s.
  const again = performance.now();
  for (let n = 0; n < 6; n++) await pool.ping();
  assert.ok(performance.now() - again < 20_000, `${performance.now() - again} ms`);
  const sessions = await direct.one(
    Count,
    sql`
      select count(*) from pg_locks where locktype = 'advisory' and objid = 20
        and database = (select oid from pg_database where datname = current_database())
    `,
  );
  assert.equal(sessions.count, 0, 'the locks of the lost session are released');
});

test('a slow statement is not mistaken for a lost connection', async () => {
  const { count } = await pool.one(Count, sql`select count(*) from pg_sleep(6)`);
  assert.equal(count, 1);
});
