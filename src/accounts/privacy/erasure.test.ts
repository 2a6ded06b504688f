import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { PERSONAL_DATA } from '../../app/personal-data.ts';
import { Problem, type ProblemCode } from '../../errors.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { int8, nullable, row, timestamptz } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { listAudit } from '../audit.ts';
import { testAccounts } from '../passkeys/context.testing.ts';
import { createUser, findUser, findUserByEmail } from '../users.ts';
import {
  ERASURE_TAKES_MS,
  ERASURE_WAITS_MS,
  type ErasableStore,
  finishErasures,
  requestErasure,
  scanForTraces,
} from './index.ts';
import { makePerson, type TestPerson } from './person.testing.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);

test('AUTH-4: requesting erasure closes the account immediately and states the date', async () => {
  const person = await makePerson(context);
  const heard: string[] = [];
  const stop = context.changes.onCommit(userId => heard.push(userId));
  const { dueAt } = await requestErasure(context, person.principal, person.client);
  stop();
  assert.equal(dueAt.getTime(), context.clock.now() + ERASURE_TAKES_MS);
  assert.equal(ERASURE_TAKES_MS, 24 * 3_600_000);
  assert.deepEqual(heard, [person.user.id]);
  assert.notEqual((await findUser(database, person.user.id))?.disabledAt, null);
  for (const table of ['sessions', 'api_tokens', 'one_time_links', 'sign_in_challenges'])
    assert.equal(await rowsIn(table, person), 0, table);
  const [entry] = await listAudit(context, { limit: 1, actorId: person.user.id });
  assert.equal(entry?.action, 'account.erasure-requested');
  await fails('not-signed-in', requestErasure(context, person.principal, person.client));
});

test('AUTH-4: after erasure no trace of the user is left except what is documented', async () => {
  const ada = await makePerson(context);
  const bea = await makePerson(context);
  assert.ok(
    (await scanForTraces(database, needlesOf(ada))).length >= 8,
    'the scan finds traces before the erasure',
  );
  await erase(ada);

  assert.deepEqual(await scanForTraces(database, needlesOf(ada)), []);
  const left = await scanForTraces(database, [ada.user.id]);
  assert.deepEqual(
    left.map(({ table, column }) => `${table}.${column}`),
    ['audit_log.actor_id', 'audit_log.subject_id', 'erasures.user_id', 'users.id'],
  );
  const ids = await scanForTraces(database, [ada.sessionId, ada.passkeyId, ada.tokenId]);
  assert.deepEqual([...new Set(ids.map(({ table }) => table))], ['audit_log']);
  for (const { table } of [...left, ...ids].filter(({ table }) => table !== 'users'))
    assert.ok(
      'keep' in (PERSONAL_DATA.find(data => data.table === table)?.erase ?? {}),
      `${table} is documented to stay`,
    );

  assert.equal((await findUserByEmail(database, bea.email))?.id, bea.user.id);
  for (const table of [
    'sessions',
    'passkeys',
    'identities',
    'api_tokens',
    'one_time_links',
    'sign_in_challenges',
  ])
    assert.ok((await rowsIn(table, bea)) > 0, `${table} of another user`);
});

test('an erased user can sign up again as a new user', async () => {
  const person = await makePerson(context);
  await erase(person);
  assert.equal(await findUser(database, person.user.id), null);
  const again = await createUser(database, context, {
    email: person.email,
    displayName: 'Back again',
    passwordHash: null,
    actor: { kind: 'visitor' },
  });
  assert.ok(again && again.id !== person.user.id);
});

test('an erasure waits for running requests', async () => {
  const person = await makePerson(context);
  await requestErasure(context, person.principal, person.client);
  assert.deepEqual(await finishErasures(context), { finished: 0, pending: 1 });
  assert.equal(context.telemetry.metrics.value('erasures_pending', {}), 1);
  await context.clock.advance(ERASURE_WAITS_MS);
  assert.deepEqual(await finishErasures(context), { finished: 1, pending: 0 });
  assert.equal(context.telemetry.metrics.value('erasures_pending', {}), 0);
  assert.deepEqual(await finishErasures(context), { finished: 0, pending: 0 });
});

test('faults: an erasure interrupted after any step is resumed and finished', async () => {
  const steps = PERSONAL_DATA.length + 1;
  for (let survives = 0; survives < steps; survives++) {
    for (const moment of ['before', 'after'] as const) {
      const person = await makePerson(context);
      await requestErasure(context, person.principal, person.client);
      await context.clock.advance(ERASURE_WAITS_MS);
      const cut = { ...context, database: breaking(database, survives, moment) };
      assert.deepEqual(await finishErasures(cut), {
        finished: 0,
        pending: moment === 'after' && survives === steps - 1 ? 0 : 1,
      });
      await finishErasures(context);
      assert.notEqual(await finishedAt(person), null);
      assert.deepEqual(await scanForTraces(database, needlesOf(person)), []);
      assert.equal(await timesFinished(person), 1);
    }
  }
});

test('an erasure is finished only after the stores outside the database have erased the user', async () => {
  const person = await makePerson(context);
  await requestErasure(context, person.principal, person.client);
  await context.clock.advance(ERASURE_WAITS_MS);
  const calls: string[] = [];
  const cache: ErasableStore = { name: 'cache', erase: async userId => void calls.push(`cache ${userId}`) };
  const search: ErasableStore = {
    name: 'search',
    erase: async userId => {
      calls.push(`search ${userId}`);
      if (calls.length < 4) throw new Error('search is unavailable');
    },
  };
  assert.deepEqual(await finishErasures(context, [cache, search]), { finished: 0, pending: 1 });
  assert.equal(context.telemetry.lines.at(-1)?.level, 'warn');
  assert.equal(await finishedAt(person), null);
  assert.deepEqual(await finishErasures(context, [cache, search]), { finished: 1, pending: 0 });
  assert.deepEqual(
    calls,
    ['cache', 'search', 'cache', 'search'].map(name => `${name} ${person.user.id}`),
  );
});

test('a failing erasure does not block the others and is logged as an error when overdue', async () => {
  const people = await Promise.all([makePerson(context), makePerson(context), makePerson(context)]);
  for (const person of people) await requestErasure(context, person.principal, person.client);
  await context.clock.advance(ERASURE_TAKES_MS + 1);
  const failingStore: ErasableStore = {
    name: 'stubborn',
    erase: async userId => {
      if (userId === people[1]?.user.id) throw new Error('no');
    },
  };
  assert.deepEqual(await finishErasures(context, [failingStore]), { finished: 2, pending: 1 });
  const line = context.telemetry.lines.findLast(({ msg }) => msg === 'erasure.interrupted');
  assert.equal(line?.level, 'error');
  assert.deepEqual(await finishErasures(context), { finished: 1, pending: 0 });
});

test('two processes that run erasures concurrently finish each once', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => makePerson(context)));
  for (const person of people) await requestErasure(context, person.principal, person.client);
  await context.clock.advance(ERASURE_WAITS_MS);
  await Promise.all([finishErasures(context), finishErasures(context), finishErasures(context)]);
  for (const person of people) {
    assert.equal(await timesFinished(person), 1);
    assert.deepEqual(await scanForTraces(database, needlesOf(person)), []);
  }
});

test('the last operator cannot be erased, and of the last two only one', async () => {
  const first = await makePerson(context, { roles: ['operator'] });
  await fails('conflict', requestErasure(context, first.principal, first.client));
  assert.equal((await findUser(database, first.user.id))?.disabledAt, null);
  const second = await makePerson(context, { roles: ['operator'] });
  const outcomes = await Promise.allSettled(
    [first, second].map(({ principal, client }) => requestErasure(context, principal, client)),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('erasure needs recent authentication', async () => {
  const person = await makePerson(context);
  await context.clock.advance(16 * 60_000);
  await fails('fresh-sign-in-required', requestErasure(context, person.principal, person.client));
  const token = {
    ...person.principal,
    credential: { kind: 'token', id: person.tokenId, scopes: ['account:write'] },
  } as const;
  await fails('fresh-sign-in-required', requestErasure(context, token, person.client));
});

async function erase(person: TestPerson): Promise<void> {
  await requestErasure(context, person.principal, person.client);
  await context.clock.advance(ERASURE_WAITS_MS);
  await finishErasures(context);
}

function needlesOf({ mark, email, user }: TestPerson): string[] {
  return [mark, email, user.displayName, `subject-${mark}`];
}

/** A database whose connection breaks permanently after some transactions: before or just after the next commit. */
function breaking(whole: Database, survives: number, moment: 'before' | 'after'): Database {
  let left = survives;
  const gone = () => new Error('the process was killed');
  return {
    many: (type, statement) => whole.many(type, statement),
    one: (type, statement) => whole.one(type, statement),
    maybe: (type, statement) => whole.maybe(type, statement),
    execute: statement => whole.execute(statement),
    listen: (...args) => whole.listen(...args),
    ping: () => whole.ping(),
    state: () => whole.state(),
    close: () => whole.close(),
    transaction: async <T>(work: (tx: Transaction) => Promise<T>) => {
      const last = left-- === 0;
      const value = await whole.transaction(async tx => {
        const done = await work(tx);
        if (last && moment === 'before') throw gone();
        return done;
      });
      if (last) throw gone();
      return value;
    },
  };
}

async function finishedAt({ user }: TestPerson): Promise<Date | null> {
  const { at } = await database.one(
    row({ at: nullable(timestamptz) }),
    sql`select finished_at as at from erasures where user_id = ${user.id}`,
  );
  return at;
}

async function timesFinished({ user }: TestPerson): Promise<number> {
  const entries = await listAudit(context, { limit: 1_000, action: 'account.erasure-finished' });
  return entries.filter(({ subjectId }) => subjectId === user.id).length;
}

async function rowsIn(table: string, { user }: TestPerson): Promise<number> {
  const { count } = await database.one(row({ count: int8 }), {
    text: `select count(*) from ${table} where user_id = $1`,
    values: [user.id],
  });
  return count;
}

async function fails(code: ProblemCode, work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, error => error instanceof Problem && error.code === code);
}
