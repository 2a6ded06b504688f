import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { SoftwareAuthenticator } from './authenticator.testing.ts';
import {
  actionsOf,
  assertFails,
  context,
  database,
  personWithPasskey,
  register,
  sessionOf,
} from './ceremonies.testing.ts';
import { CLIENT } from './context.testing.ts';
import { listPasskeys, removePasskey, renamePasskey } from './index.ts';

test('only the owner can rename and remove a passkey', async () => {
  const { user, passkey } = await personWithPasskey();
  const { user: other } = await personWithPasskey();
  const renamed = await renamePasskey(
    context,
    user.id,
    { passkeyId: passkey.id, name: '  My   phone ' },
    CLIENT,
  );
  assert.equal(renamed.name, 'My phone');
  await assertFails(
    'not-found',
    renamePasskey(context, other.id, { passkeyId: passkey.id, name: 'mine' }, CLIENT),
  );
  await assertFails('not-found', removePasskey(context, await sessionOf(other), passkey.id, CLIENT));
  for (const name of ['', '   ', 'x'.repeat(81), 'a\u0000b', 'a\u202eb'])
    await assertFails(
      'validation-failed',
      renamePasskey(context, user.id, { passkeyId: passkey.id, name }, CLIENT),
    );
  await register(user, new SoftwareAuthenticator());
  await removePasskey(context, await sessionOf(user), passkey.id, CLIENT);
  await assertFails('not-found', removePasskey(context, await sessionOf(user), passkey.id, CLIENT));
  assert.deepEqual(await actionsOf(user), [
    'passkey.removed',
    'passkey.added',
    'passkey.renamed',
    'passkey.added',
  ]);
});

test('the last sign-in method is never removed', async () => {
  const onlyPasskey = await personWithPasskey();
  await assertFails(
    'conflict',
    removePasskey(context, await sessionOf(onlyPasskey.user), onlyPasskey.passkey.id, CLIENT),
  );
  assert.equal((await listPasskeys(context, onlyPasskey.user.id)).length, 1);

  const withPassword = await personWithPasskey({ passwordHash: '$argon2id$made-up' });
  await removePasskey(context, await sessionOf(withPassword.user), withPassword.passkey.id, CLIENT);

  const withIdentity = await personWithPasskey();
  await database.execute(sql`
    insert into identities (issuer, subject, user_id, created_at, last_used_at)
    values ('https://id.example', ${withIdentity.user.id}, ${withIdentity.user.id}, ${TEST_EPOCH}, ${TEST_EPOCH})
  `);
  await removePasskey(context, await sessionOf(withIdentity.user), withIdentity.passkey.id, CLIENT);
});

test('two concurrent removals leave one sign-in method', async () => {
  for (let round = 0; round < 10; round++) {
    const { user, passkey } = await personWithPasskey();
    const second = await register(user, new SoftwareAuthenticator());
    const outcomes = await Promise.allSettled(
      [passkey, second].map(async ({ id }) => removePasskey(context, await sessionOf(user), id, CLIENT)),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await listPasskeys(context, user.id)).length, 1);
  }
});
