import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { createKeys } from '../lib/keys.ts';
import { systemRandom } from '../lib/random.ts';
import { createPool } from '../platform/database/pool.ts';
import { bytea, row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { forwardingDatabase, testAccounts } from './accounts.testing.ts';
import { listAudit } from './audit.ts';
import { createSigningKeys, PUBLISHED_AFTER_MS, PUBLISHED_AHEAD_MS, SIGNS_FOR_MS } from './signing-keys.ts';

const { database, url } = await testDatabase();

beforeEach(() => database.execute(sql`delete from signing_keys`));

function installation() {
  const context = testAccounts(database, TEST_EPOCH);
  return { context, clock: context.clock, keys: createSigningKeys(context) };
}

const idsOf = (jwks: readonly { kid?: string }[]) => jwks.map(({ kid }) => kid);

test('the first key is created on demand, signs immediately and is published', async () => {
  const { context, keys } = installation();
  assert.deepEqual(await keys.published(), []);
  const { id } = await keys.current();
  const [jwk, ...rest] = await keys.published();
  assert.deepEqual(rest, []);
  assert.deepEqual(
    { ...jwk, x: '' },
    { kty: 'OKP', crv: 'Ed25519', x: '', kid: id, use: 'sig', alg: 'EdDSA' },
  );
  assert.equal(jwk && 'd' in jwk, false, 'the private half is not published');
  const [entry] = await listAudit(context, { limit: 1, action: 'signing-key.created' });
  assert.equal(entry?.subjectId, id);
});

test('the first key signs also when the clock moves while it is created', async () => {
  const { context, clock } = installation();
  const forwarding = forwardingDatabase(database);
  const ticking: typeof forwarding = {
    ...forwarding,
    transaction: async (work, options) => {
      await clock.advance(5);
      return forwarding.transaction(work, options);
    },
  };
  const { signsFrom } = await createSigningKeys({ ...context, database: ticking }).current();
  assert.equal(signsFrom.getTime(), TEST_EPOCH.getTime() + 5);
});

test('several processes that need a key concurrently create one', async () => {
  const pools = Array.from({ length: 4 }, () =>
    createPool({ url, telemetry: testAccounts(database, TEST_EPOCH).telemetry }),
  );
  try {
    await Promise.all(pools.map(pool => pool.ping()));
    for (let round = 0; round < 5; round++) {
      await database.execute(sql`delete from signing_keys`);
      const found = await Promise.all(
        pools.map(pool => createSigningKeys(testAccounts(pool, TEST_EPOCH)).current()),
      );
      assert.equal(new Set(found.map(({ id }) => id)).size, 1);
      assert.equal((await installation().keys.published()).length, 1);
    }
  } finally {
    await Promise.all(pools.map(pool => pool.close()));
  }
});

test('the next key is published a day before it signs, and the old one until its last token has expired', async () => {
  const { clock, keys } = installation();
  const first = await keys.current();
  await clock.advance(SIGNS_FOR_MS - PUBLISHED_AHEAD_MS - 1);
  await keys.makeDue();
  assert.deepEqual(idsOf(await keys.published()), [first.id]);

  await clock.advance(1);
  await keys.makeDue();
  await keys.makeDue();
  const [, second, ...more] = idsOf(await keys.published());
  assert.ok(second);
  assert.deepEqual(more, []);
  assert.equal((await keys.current()).id, first.id, 'published, but not signing yet');

  await clock.advance(PUBLISHED_AHEAD_MS - 1);
  assert.equal((await keys.current()).id, first.id);
  await clock.advance(1);
  assert.equal((await keys.current()).id, second);
  assert.deepEqual(idsOf(await keys.published()), [first.id, second]);
  assert.ok(await keys.find(first.id), 'tokens that it just signed are still valid');

  await clock.advance(PUBLISHED_AFTER_MS);
  assert.deepEqual(idsOf(await keys.published()), [second]);
  assert.equal(await keys.find(first.id), null);
});

test('issuing alone is enough to rotate in time, without housekeeping', async () => {
  const { clock, keys } = installation();
  const first = await keys.current();
  await clock.advance(SIGNS_FOR_MS - 3_600_000);
  assert.equal((await keys.current()).id, first.id);
  assert.equal((await keys.published()).length, 2);
  await clock.advance(3_600_000);
  assert.notEqual((await keys.current()).id, first.id);
});

test('after a long downtime a new key signs immediately', async () => {
  const { clock, keys } = installation();
  const first = await keys.current();
  // Two months, the range of the audit log partitions in a test.
  await clock.advance(60 * 86_400_000);
  const next = await keys.current();
  assert.notEqual(next.id, first.id);
  assert.deepEqual(idsOf(await keys.published()), [next.id]);
});

test('a key just created by another process is found', async () => {
  const [here, there] = [installation(), installation()];
  assert.deepEqual(await here.keys.published(), []);
  const { id } = await there.keys.current();
  assert.ok(await here.keys.find(id));
});

test('the database alone cannot sign: the private key is sealed', async () => {
  const { keys } = installation();
  const { privateKey } = await keys.current();
  const { sealedPrivateKey } = await database.one(
    row({ sealed_private_key: bytea }),
    sql`select sealed_private_key from signing_keys`,
  );
  const d = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  assert.equal(d.length, 32);
  assert.equal(sealedPrivateKey.includes(d), false);
});

test('a copy of the database with another secret creates its own key', async () => {
  const { keys } = installation();
  const { id } = await keys.current();
  const other = {
    ...testAccounts(database, TEST_EPOCH),
    keys: createKeys('the secret of another installation altogether', systemRandom),
  };
  const theirs = await createSigningKeys(other).current();
  assert.notEqual(theirs.id, id);
  assert.equal((await createSigningKeys(other).current()).id, theirs.id);
});

test('kid tricks: text that is not a thumbprint never reaches the database', async () => {
  const { context } = installation();
  const queries: string[] = [];
  const watched = {
    ...context,
    database: {
      ...forwardingDatabase(database),
      many: () => {
        queries.push('many');
        return Promise.resolve([]);
      },
    },
  };
  const keys = createSigningKeys(watched);
  for (const kid of [
    '',
    '../../etc/passwd',
    "' or '1'='1",
    'a'.repeat(42),
    'a'.repeat(44),
    'a b',
    '\u0000',
  ]) {
    assert.equal(await keys.find(kid), null);
  }
  assert.deepEqual(queries, []);
  assert.equal(await installation().keys.find('a'.repeat(43)), null);
});

test('key ids are thumbprints', async () => {
  const { keys } = installation();
  await keys.current();
  const { id } = await database.one(row({ id: text }), sql`select id from signing_keys`);
  assert.match(id, /^[A-Za-z0-9_-]{43}$/);
});
