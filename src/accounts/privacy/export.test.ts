import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import yauzl from 'yauzl';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { PERSONAL_DATA } from '../../app/personal-data.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { listAudit } from '../audit.ts';
import { addUser, type TestAccounts, testAccounts } from '../passkeys/context.testing.ts';
import { archiveOf } from './archive.ts';
import { exportAccount } from './index.ts';
import { makePerson, type TestPerson } from './person.testing.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);
const temporary = await mkdtemp(join(tmpdir(), 'broadsheet-export-test-'));
process.env['TMPDIR'] = temporary;
atEnd(() => rm(temporary, { recursive: true }));

const operator = await addUser(context, 'operator@news.example', {
  displayName: 'The Operator',
  roles: ['operator'],
});
const ada = await makePerson(context, { operatorId: operator.id });
const bea = await makePerson(context, { operatorId: operator.id });

test('AUTH-4: an export is one archive with a README, the account, and a file for each table', async () => {
  const files = await exported(ada);
  const tables = PERSONAL_DATA.map(({ table }) => table).filter(table => table !== 'users');
  assert.deepEqual(
    [...files.keys()],
    ['README.txt', 'account.json', ...tables.map(table => `${table}.json`)],
  );
  const account = JSON.parse(files.get('account.json') ?? '') as Record<string, unknown>;
  assert.equal(account['email'], ada.email);
  assert.equal(account['display_name'], ada.user.displayName);
  assert.equal(account['has_password'], true);
  for (const table of tables) {
    const rows = JSON.parse(files.get(`${table}.json`) ?? '') as unknown[];
    assert.ok(Array.isArray(rows));
    assert.equal(rows.length > 0, table !== 'erasures', `${table}.json`);
  }
  for (const { label, describe } of PERSONAL_DATA) {
    assert.ok(files.get('README.txt')?.includes(label));
    assert.ok(files.get('README.txt')?.includes(describe));
  }
});

test('an export holds the user’s data from every table', async () => {
  const files = await exported(ada);
  for (const table of ['sessions', 'passkeys', 'identities', 'api_tokens', 'idempotency_keys'])
    assert.ok(files.get(`${table}.json`)?.includes(ada.mark), table);
  const log = JSON.parse(files.get('audit_log.json') ?? '') as {
    action: string;
    actor_kind: string;
    network: string | null;
  }[];
  const said = (action: string) => log.find(entry => entry.action === action);
  assert.equal(said('passkey.added')?.actor_kind, 'you');
  assert.equal(said('sign-in.failed')?.network, '192.0.2.0/24');
  assert.equal(said('link.created')?.actor_kind, 'user');
  assert.equal(said('link.created')?.network, null, "where an operator was is the operator's business");
});

test('an export holds no data of another user, however similar', async () => {
  const everything = [...(await exported(ada)).values()].join('\n');
  for (const foreign of [
    bea.mark,
    bea.user.id,
    bea.sessionId,
    bea.passkeyId,
    bea.tokenId,
    operator.id,
    operator.email,
  ])
    assert.ok(!everything.includes(foreign), foreign);
});

test('an export holds no secret', async () => {
  const everything = [...(await exported(ada)).values()].join('\n');
  const secrets = await database.many(
    row({ secret: text }),
    sql`
      select encode(secret_hash, 'hex') as secret from sessions where user_id = ${ada.user.id}
      union all select encode(secret_hash, 'hex') from api_tokens where user_id = ${ada.user.id}
      union all select encode(public_key, 'hex') from passkeys where user_id = ${ada.user.id}
      union all select encode(credential_id, 'hex') from passkeys where user_id = ${ada.user.id}
      union all select password_hash from users where id = ${ada.user.id}
    `,
  );
  assert.equal(secrets.length, 5);
  for (const { secret } of secrets) assert.ok(!everything.includes(secret));
});

test('a long history is exported completely', async () => {
  const person = await makePerson(context);
  await database.execute(sql`
    insert into api_tokens (id, user_id, name, secret_hash, scopes, created_at)
    select gen_random_uuid(), ${person.user.id}, 'n' || n, sha256((${person.mark} || n)::bytea), '{account:read}', ${TEST_EPOCH}
    from generate_series(1, 1234) as n
  `);
  const rows = JSON.parse((await exported(person)).get('api_tokens.json') ?? '') as unknown[];
  assert.equal(rows.length, 1_235);
});

test('an export is a consistent snapshot, even while rows are written', async () => {
  const person = await makePerson(context);
  const busy = whenFetching(() =>
    database.execute(sql`
      insert into api_tokens (id, user_id, name, secret_hash, scopes, created_at)
      select id, ${person.user.id}, 'late', sha256(id::text::bytea), '{}', ${TEST_EPOCH}
      from gen_random_uuid() as id
    `),
  );
  const rows = JSON.parse((await exported(person, busy)).get('api_tokens.json') ?? '') as unknown[];
  assert.equal(rows.length, 1);
  const later = JSON.parse((await exported(person)).get('api_tokens.json') ?? '') as unknown[];
  assert.ok(later.length > 10);
});

test('an export is in the audit log', async () => {
  const person = await makePerson(context);
  await exported(person);
  const [entry] = await listAudit(context, { limit: 1, actorId: person.user.id });
  assert.equal(entry?.action, 'account.export-made');
  assert.equal(entry?.subjectId, person.user.id);
});

test('a failed export is an error, not half an archive, and leaks no connection and no file', async () => {
  const failing = whenFetching(() => Promise.reject(new Error('the disk is full')));
  await assert.rejects(exportAccount(failing, ada.principal, ada.client), /the disk is full/);
  const { open, idle } = database.state();
  assert.equal(open, idle);
  assert.deepEqual(await readdir(temporary), []);
});

test('an aborted archive leaves no running statement', async () => {
  await database.transaction(async tx => {
    let running = 0;
    const counting = <T>(work: Promise<T>) => {
      running++;
      return work.finally(() => running--);
    };
    const watched: Transaction = {
      ...tx,
      many: (type, statement) => counting(tx.many(type, statement)),
      execute: statement => counting(tx.execute(statement)),
    };
    for (let chunks = 1; chunks < 12; chunks++) {
      let left = chunks;
      for await (const _ of archiveOf(watched, context, ada.user.id)) if (--left === 0) break;
      assert.equal(running, 0);
      await tx.execute(sql`close all`);
    }
  });
});

test('an export whose reader stops early releases its file', async () => {
  const stream = await exportAccount(context, ada.principal, ada.client);
  stream.destroy();
  await new Promise(resolve => stream.once('close', resolve));
  assert.equal(stream.closed, true);
});

/** Runs a hook before each fetch of rows for an export. */
function whenFetching(act: () => Promise<unknown>): TestAccounts {
  const watched = (tx: Transaction): Transaction => ({
    ...tx,
    many: async (type, statement) => {
      if (statement.text.startsWith('fetch')) await act();
      return tx.many(type, statement);
    },
  });
  const transaction: Database['transaction'] = (work, options) =>
    database.transaction(tx => work(watched(tx)), options);
  const execute: Database['execute'] = statement => database.execute(statement);
  return { ...context, database: Object.assign(Object.create(database), { transaction, execute }) };
}

async function exported(person: TestPerson, from = context): Promise<Map<string, string>> {
  return unzip(await buffer(await exportAccount(from, person.principal, person.client)));
}

function unzip(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry: yauzl.Entry) => {
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          files.set(entry.fileName, (await buffer(stream)).toString());
          zip.readEntry();
        });
      });
      zip.readEntry();
    });
  });
}
