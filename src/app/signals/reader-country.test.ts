import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { changeSettings } from '../../feeds/readers/preferences.ts';
import { ManualClock } from '../../lib/clock.ts';
import { sql } from '../../platform/database/sql.ts';
import { createReaderCountry, regionIn } from './reader-country.ts';

test('TREND-1: only the region of the preferred language counts as the country', () => {
  for (const [header, expected] of [
    ['de-AT,de;q=0.8,en-US;q=0.5', 'at'],
    ['de,de-CH;q=0.9,en-US;q=0.8', 'ch'],
    ['en;q=0.5,pt-BR', 'br'],
    ['fr,en-US;q=0.9', ''],
    ['zh-Hant-TW', 'tw'],
    ['es-419,es-MX;q=0.9', 'mx'],
    ['es-419', ''],
    ['*', ''],
    ['', ''],
    ['en-GB;q=0', ''],
    ['-,;;;q=,x'.repeat(20), ''],
  ] as const)
    assert.equal(regionIn(header), expected, header);
});

test('TREND-1: the country comes from a trusted proxy, else the reader’s setting, else the browser', async () => {
  const { database } = await testDatabase({ maxConnections: 2 });
  const clock = new ManualClock(TEST_EPOCH.getTime());
  const userId = '0190e1a2-0000-7000-8000-000000000001';
  await database.execute(sql`
    insert into users (id, email, display_name, roles, created_at, updated_at)
    values (${userId}, 'reader@example.org', 'Reader', '{reader}', ${TEST_EPOCH}, ${TEST_EPOCH})
  `);
  const countryOf = createReaderCountry({
    config: { countryHeader: 'CF-IPCountry', trustedProxies: ['192.0.2.0/24'] },
    database,
    clock,
  });
  const from = (remoteAddress: string, headers: Record<string, string>) => ({
    headers: { 'accept-language': 'de-AT', ...headers },
    raw: { socket: { remoteAddress } },
  });
  assert.equal(await countryOf(from('192.0.2.9', { 'cf-ipcountry': 'KE' }), null), 'ke');
  assert.equal(await countryOf(from('::ffff:192.0.2.9', { 'cf-ipcountry': 'KE' }), userId), 'ke');
  assert.equal(await countryOf(from('198.51.100.1', { 'cf-ipcountry': 'KE' }), null), 'at');
  for (const unknown of ['XX', 'T1', 'Kenya'])
    assert.equal(await countryOf(from('192.0.2.9', { 'cf-ipcountry': unknown }), null), 'at');
  assert.equal(await countryOf(from('192.0.2.9', {}), userId), 'at');
  await changeSettings(database, userId, { country: 'NZ' }, TEST_EPOCH);
  await clock.advance(61_000);
  assert.equal(await countryOf(from('192.0.2.9', {}), userId), 'nz');
});
