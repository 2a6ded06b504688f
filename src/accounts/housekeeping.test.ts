import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { int8, row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { addUser, signInUser, testAccounts } from './accounts.testing.ts';
import { accountsHousekeeping } from './housekeeping.ts';
import { resolveSession } from './resolve-session.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);

test('expired rows are deleted in batches, and valid ones stay', async () => {
  const user = await addUser(context, 'tidy@news.example');
  const { session } = await signInUser(context, user);
  const past = new Date(context.clock.now() - 1);
  const future = new Date(context.clock.now() + 60_000);
  await database.execute(sql`
    insert into sessions (id, user_id, secret_hash, rotated_at, method, user_agent, address,
      created_at, last_used_at, proven_at, expires_at)
    select gen_random_uuid(), ${user.id}, sha256(n::text::bytea), ${past}, 'password', '', '',
      ${past}, ${past}, ${past}, ${past}
    from generate_series(1, 1203) n
  `);
  await database.execute(sql`
    insert into sign_in_challenges (id, purpose, detail, expires_at)
    values (gen_random_uuid(), 'oidc', '{}', ${past}), (gen_random_uuid(), 'oidc', '{}', ${future})
  `);
  await database.execute(sql`
    insert into one_time_links (secret_hash, purpose, created_at, expires_at)
    values ('\x01', 'first-operator', ${past}, ${past}), ('\x02', 'first-operator', ${past}, ${future})
  `);
  await database.execute(sql`
    insert into signing_keys
      (id, public_jwk, sealed_private_key, created_at, signs_from, signs_until, published_until)
    values ('old', '{}', '', ${past}, ${past}, ${past}, ${past})
  `);
  await database.execute(sql`
    insert into mail_counts (address_hash, kind, day, sent)
    select '\\x01', 'news', ${past}::date - days, 1 from generate_series(0, 3) as days
  `);
  const longAgo = new Date(context.clock.now() - 181 * 86_400_000);
  await database.execute(sql`
    insert into sign_in_places (user_id, network, last_used_at)
    values (${user.id}, '192.0.2.0/24', ${longAgo}), (${user.id}, '198.51.100.0/24', ${past})
  `);
  const report = await accountsHousekeeping(context);
  assert.deepEqual(report, {
    sessions: 1203,
    challenges: 1,
    links: 1,
    mailCounts: 2,
    places: 1,
    signingKeys: 1,
  });
  assert.ok(await resolveSession(context, session.cookie));
  assert.equal(await countKeys(), 1, 'the due key was created');
});

test('several processes can run housekeeping concurrently', async () => {
  await Promise.all(Array.from({ length: 4 }, () => accountsHousekeeping(context)));
  assert.equal(await countKeys(), 1);
});

async function countKeys(): Promise<number> {
  const { count } = await database.one(row({ count: int8 }), sql`select count(*) as count from signing_keys`);
  return count;
}
