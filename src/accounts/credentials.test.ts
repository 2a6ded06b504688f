import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../test/harness/cleanup.ts';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { createPool } from '../platform/database/pool.ts';
import type { Database, Queryable } from '../platform/database/port.ts';
import { sql } from '../platform/database/sql.ts';
import {
  addUserWithPassword,
  CLIENT,
  eventually,
  forwardingDatabase,
  signInUser,
  testAccounts,
} from './accounts.testing.ts';
import { disableUser, setRoles } from './administration.ts';
import { type CredentialResolver, createCredentialResolver } from './credentials.ts';
import { changePassword } from './own-account.ts';
import { GRACE_MS, ROTATE_AFTER_MS } from './resolve-session.ts';
import { endOtherSessions, endSession, signOut } from './sessions.ts';
import { proveWithPassword } from './sign-in.ts';
import { createToken, revokeToken } from './tokens.ts';

const { database, url } = await testDatabase();
const console = { kind: 'console' } as const;
const OURS = 'https://news.example';
let processes = 0;

/** Simulates a process: a pool that counts its queries, and a resolver on it. */
async function startProcess() {
  const base = testAccounts(database, TEST_EPOCH);
  const applicationName = `process ${processes++}`;
  const pool = createPool({ url, telemetry: base.telemetry, maxConnections: 4, applicationName });
  const queries = { count: 0 };
  const context = { ...base, database: counting(pool, queries) };
  const resolver = await createCredentialResolver(context);
  atEnd(async () => {
    await resolver.close();
    await pool.close();
  });
  return { context, clock: base.clock, resolver, queries, applicationName };
}

const [here, there] = [await startProcess(), await startProcess()];

/** A user with one credential of each kind, cached in both processes. */
async function known() {
  const { context, resolver } = here;
  const user = await addUserWithPassword(context, { roles: ['moderator'] });
  const { session, principal } = await signInUser(context, user);
  const scopes = ['account:read', 'service'] as const;
  const { token, secret } = await createToken(context, principal, {
    name: 'script',
    scopes,
    expiresAt: null,
    client: CLIENT,
  });
  const service = await resolver.serviceTokens.issue(principal, { audience: OURS, scopes: ['account:read'] });
  const by = {
    session: (at: CredentialResolver) => at.resolve(undefined, session.cookie),
    token: (at: CredentialResolver) => at.resolve(`Bearer ${secret}`, undefined),
    service: (at: CredentialResolver) => at.resolve(`Bearer ${service.token}`, undefined),
  };
  for (const process of [here, there]) {
    for (const resolve of Object.values(by)) {
      await eventually(() => isRemembered(process, () => resolve(process.resolver)));
      assert.equal((await resolve(process.resolver)).principal?.userId, user.id);
    }
  }
  return { user, principal, session, token, by };
}

/** Whether the cache answers, without a query. A notification of an earlier change may arrive in between. */
async function isRemembered(
  { queries }: { queries: { count: number } },
  resolve: () => unknown,
): Promise<boolean> {
  const before = queries.count;
  await resolve();
  return queries.count === before;
}

/** Immediately in the process of the change, in the other one after the notification. */
async function assertGone(
  resolve: (at: CredentialResolver) => ReturnType<CredentialResolver['resolve']>,
): Promise<void> {
  assert.equal((await resolve(here.resolver)).principal, null, 'here');
  await eventually(async () => (await resolve(there.resolver)).principal === null);
}

test('a missing and an invalid credential are anonymous', async () => {
  const { resolver } = here;
  const { session } = await known();
  const header = (text: string) => resolver.resolve(text, undefined);
  assert.equal((await resolver.resolve(undefined, undefined)).principal, null);
  for (const text of [
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer a b',
    'Bearer bsht_nonsense',
    'Bearer a.b.c',
    `Bearer ${session.cookie}`,
    session.cookie,
    `Bearer ${'x'.repeat(100_000)}`,
    'Bearer \u00e9',
  ]) {
    assert.equal((await header(text)).principal, null, text.slice(0, 40));
  }
  assert.equal((await resolver.resolve(undefined, 'x'.repeat(100_000))).principal, null);
});

test('the header takes precedence over the cookie, even when it is invalid', async () => {
  const { session } = await known();
  assert.equal((await here.resolver.resolve('Bearer nonsense', session.cookie)).principal, null);
});

test('the scheme is case-insensitive', async () => {
  const { user, principal } = await known();
  const { secret } = await createToken(here.context, principal, {
    name: 'lower',
    scopes: ['account:read'],
    expiresAt: null,
    client: CLIENT,
  });
  assert.equal((await here.resolver.resolve(`bearer ${secret}`, undefined)).principal?.userId, user.id);
});

test('reuse after sign-out: in every process, for the session and its service tokens', async () => {
  const { principal, by } = await known();
  await signOut(here.context, principal, CLIENT);
  await assertGone(by.session);
  await assertGone(by.service);
  assert.ok((await by.token(here.resolver)).principal, 'the API token stays');
});

test('reuse after the session was ended from another session', async () => {
  const { user, session, by } = await known();
  await endSession(here.context, { userId: user.id, sessionId: session.id, actor: console });
  await assertGone(by.session);
});

test('reuse after all other sessions were ended', async () => {
  const { user, by } = await known();
  const other = await signInUser(here.context, user);
  await endOtherSessions(here.context, other.principal, CLIENT);
  await assertGone(by.session);
});

test('reuse after a change of password', async () => {
  const { principal, by } = await known();
  await changePassword(here.context, principal, {
    next: 'a new bicycle for Ada',
    revokeTokens: true,
    client: CLIENT,
  });
  for (const resolve of Object.values(by)) await assertGone(resolve);
});

test('reuse after revocation of a token', async () => {
  const { principal, token, by } = await known();
  await revokeToken(here.context, principal, { tokenId: token.id, client: CLIENT });
  await assertGone(by.token);
  assert.ok((await by.session(here.resolver)).principal);
});

test('reuse after disabling', async () => {
  const { user, by } = await known();
  await disableUser(here.context, { actor: console, userId: user.id });
  for (const resolve of Object.values(by)) await assertGone(resolve);
});

test('a role change takes effect immediately, in every process, for every kind of credential', async () => {
  const { user, by } = await known();
  await setRoles(here.context, { actor: console, userId: user.id, roles: ['publisher'] });
  for (const resolve of Object.values(by)) {
    assert.deepEqual((await resolve(here.resolver)).principal?.roles, ['reader', 'publisher']);
    await eventually(async () =>
      Boolean((await resolve(there.resolver)).principal?.roles.includes('publisher')),
    );
  }
});

test('a renewed re-authentication takes effect immediately', async () => {
  const { principal, by } = await known();
  await here.clock.advance(1_000);
  await proveWithPassword(here.context, principal, { password: 'a quiet walk by the canal', client: CLIENT });
  const { principal: now } = await by.session(here.resolver);
  assert.equal(now?.credential.kind === 'session' && now.credential.provenAt, here.clock.now());
});

test('a rolled-back change does not affect the cache', async () => {
  const { user, by } = await known();
  const failing = here.context.database.transaction(async tx => {
    await here.context.changes.announce(tx, user.id);
    throw new Error('no');
  });
  await assert.rejects(failing);
  assert.ok(await isRemembered(here, () => by.session(here.resolver)));
});

test('a lookup that starts before a change and ends after it is not cached', async () => {
  const slow = await startProcess();
  const { user, session } = await known();
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const held = forwardingDatabase(slow.context.database);
  const slowContext = {
    ...slow.context,
    database: {
      ...held,
      maybe: (async (type, statement) => {
        const found = await held.maybe(type, statement);
        reached.resolve();
        await gate.promise;
        return found;
      }) satisfies Queryable['maybe'],
    },
  };
  const resolver = await createCredentialResolver(slowContext);
  try {
    const begunBefore = resolver.resolve(undefined, session.cookie);
    await reached.promise;
    await endSession(slow.context, { userId: user.id, sessionId: session.id, actor: console });
    gate.resolve();
    assert.ok((await begunBefore).principal, 'the lookup began while the session was valid');
    assert.equal((await resolver.resolve(undefined, session.cookie)).principal, null);
  } finally {
    await resolver.close();
  }
});

test('reuse after sign-out: also under concurrent requests', async () => {
  for (let round = 0; round < 5; round++) {
    const { principal, by } = await known();
    const requests = { still: true };
    const rain = [here, there].flatMap(({ resolver }) =>
      Array.from({ length: 4 }, async () => {
        while (requests.still) {
          resolver.evict();
          await Promise.all([by.session(resolver), by.service(resolver)]);
        }
      }),
    );
    await signOut(here.context, principal, CLIENT);
    assert.equal((await by.session(here.resolver)).principal, null);
    assert.equal((await by.service(here.resolver)).principal, null);
    requests.still = false;
    await Promise.all(rain);
    await assertGone(by.session);
    await assertGone(by.service);
  }
});

test('the cache is not used while notifications may be lost', async () => {
  const base = await startProcess();
  const line = { up: true };
  const listen: Database['listen'] = async (...rest) => {
    const real = await base.context.database.listen(...rest);
    return {
      get connected() {
        return real.connected && line.up;
      },
      close: () => real.close(),
    };
  };
  const context = { ...base.context, database: { ...base.context.database, listen } };
  const resolver = await createCredentialResolver(context);
  try {
    const { session } = await signInUser(context, await addUserWithPassword(context));
    const resolve = () => resolver.resolve(undefined, session.cookie);
    await eventually(() => isRemembered(base, resolve));
    line.up = false;
    for (let n = 0; n < 3; n++) assert.ok(!(await isRemembered(base, resolve)));
    line.up = true;
    await eventually(() => isRemembered(base, resolve));
  } finally {
    await resolver.close();
  }
});

test('changes made while the connection was down are visible after it returns', async () => {
  const cut = await startProcess();
  const { user, session } = await known();
  const resolve = () => cut.resolver.resolve(undefined, session.cookie);
  await eventually(() => isRemembered(cut, resolve));
  await cutOff(cut.applicationName);
  await endSession(here.context, { userId: user.id, sessionId: session.id, actor: console });
  await eventually(async () => (await resolve()).principal === null);
  const { session: next } = await signInUser(here.context, user);
  await eventually(() => isRemembered(cut, () => cut.resolver.resolve(undefined, next.cookie)));
  assert.equal((await resolve()).principal, null, 'the cache was cleared');
});

test('cached entries expire with the session and with the grace minute of an old secret', async () => {
  const own = await startProcess();
  const { session } = await signInUser(own.context, await addUserWithPassword(own.context));
  const resolve = () => own.resolver.resolve(undefined, session.cookie);
  await own.clock.advance(ROTATE_AFTER_MS);
  const { rotatedCookie = '' } = await resolve();
  assert.notEqual(rotatedCookie, '');
  assert.equal((await resolve()).rotatedCookie, undefined, 'a new cookie is set once');
  assert.ok((await own.resolver.resolve(undefined, rotatedCookie)).principal);
  await own.clock.advance(GRACE_MS - 1_000);
  assert.ok((await resolve()).principal);
  await own.clock.advance(1_000);
  assert.equal((await resolve()).principal, null, 'a cached session ends at its time');
  await eventually(async () => (await own.resolver.resolve(undefined, rotatedCookie)).principal === null);
});

test('manual eviction makes the next request query the database', async () => {
  const { user, by } = await known();
  for (const evict of [() => here.resolver.evict(user.id), () => here.resolver.evict()]) {
    await by.token(here.resolver);
    evict();
    assert.ok(!(await isRemembered(here, () => by.token(here.resolver))));
  }
});

/** Breaks the listening connection of one process. */
async function cutOff(applicationName: string): Promise<void> {
  await database.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${applicationName} and query like 'listen %'
  `);
}

function counting(real: Database, queries: { count: number }): Database {
  const count = <T>(response: T): T => {
    queries.count++;
    return response;
  };
  return {
    ...forwardingDatabase(real),
    many: (type, statement) => count(real.many(type, statement)),
    maybe: (type, statement) => count(real.maybe(type, statement)),
    execute: statement => count(real.execute(statement)),
  };
}
