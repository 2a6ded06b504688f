import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { addUserWithPassword, CLIENT, isProblem, signInUser, testAccounts } from '../accounts.testing.ts';
import { listAudit } from '../audit.ts';
import { listSessions } from '../sessions.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from './index.ts';
import { fromBase32 } from './totp.testing.ts';
import { codeAt, stepAt } from './totp.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);
const CONSOLE = { kind: 'console' } as const;

test('a reset from the console turns it off, ends every session and is audited', async () => {
  const { user, principal } = await withSecondFactor();
  await signInUser(context, user);
  await resetSecondFactor(context, { actor: CONSOLE, userId: user.id });
  assert.equal(await findSecondFactor(context, user.id), null);
  assert.deepEqual(await listSessions(context, user.id), []);
  const [entry] = await listAudit(context, { limit: 1, action: 'second-factor.reset' });
  assert.deepEqual([entry?.actorKind, entry?.subjectId], ['console', user.id]);
  await assert.rejects(
    resetSecondFactor(context, { actor: CONSOLE, userId: user.id }),
    isProblem('conflict'),
  );
  await assert.rejects(beginSecondFactor(context, principal), isProblem('not-signed-in'));
});

test('while it is on it cannot be replaced; the secret of an enrolment ends after a quarter of an hour', async () => {
  const { principal } = await withSecondFactor();
  await assert.rejects(beginSecondFactor(context, principal), isProblem('conflict'));
  const other = await signInUser(context, await addUserWithPassword(context));
  const first = await beginSecondFactor(context, other.principal);
  assert.equal((await beginSecondFactor(context, other.principal)).secret, first.secret);
  await context.clock.advance(15 * 60_000);
  assert.notEqual((await beginSecondFactor(context, other.principal)).secret, first.secret);
});

test('without a second factor there is nothing to turn off or renew', async () => {
  const { principal } = await signInUser(context, await addUserWithPassword(context));
  await assert.rejects(removeSecondFactor(context, principal, CLIENT), isProblem('conflict'));
  await assert.rejects(renewRecoveryCodes(context, principal, CLIENT), isProblem('conflict'));
});

test('a copy of the database reveals no secret: it is sealed with a key of the installation', async () => {
  const { principal } = await signInUser(context, await addUserWithPassword(context));
  await beginSecondFactor(context, principal);
  const elsewhere = { ...context, keys: { ...context.keys, open: () => null } };
  const code = codeAt(Buffer.alloc(20), stepAt(context.clock.now()));
  await assert.rejects(
    confirmSecondFactor(elsewhere, principal, { code, client: CLIENT }),
    isProblem('invalid-credentials'),
  );
});

async function withSecondFactor() {
  const user = await addUserWithPassword(context);
  const { principal } = await signInUser(context, user);
  const { secret } = await beginSecondFactor(context, principal);
  const code = codeAt(fromBase32(secret), stepAt(context.clock.now()));
  const codes = await confirmSecondFactor(context, principal, { code, client: CLIENT });
  assert.equal(new Set(codes).size, 10);
  return { user, principal };
}
