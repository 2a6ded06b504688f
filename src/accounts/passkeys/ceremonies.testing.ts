import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { Problem, type ProblemCode } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { type AuditAction, listAudit } from '../audit.ts';
import { createSession } from '../sessions.ts';
import type { User } from '../users.ts';
import { type AuthenticatorForgery, SoftwareAuthenticator } from './authenticator.testing.ts';
import { addUser, CLIENT, testAccounts } from './context.testing.ts';
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  finishPasskeyRegistration,
  finishPasskeySignIn,
} from './index.ts';

/** Shared by the passkey tests: users with and without passkeys, in a database per file. */
export const { database } = await testDatabase();
export const context = testAccounts(database, TEST_EPOCH);

export async function person(details: { passwordHash?: string } = {}): Promise<{ user: User }> {
  return { user: await addUser(context, `${randomBytes(6).toString('hex')}@reader.example`, details) };
}

export async function personWithPasskey(
  options: { algorithm?: 'ES256' | 'EdDSA'; counter?: number; passwordHash?: string } = {},
) {
  const { user } = await person(options);
  const authenticator = new SoftwareAuthenticator(options);
  return { user, authenticator, passkey: await register(user, authenticator) };
}

export async function register(
  user: User,
  authenticator: SoftwareAuthenticator,
  forgery?: AuthenticatorForgery,
) {
  const { challengeId, options } = await beginPasskeyRegistration(context, user.id);
  const response = authenticator.create(options, forgery);
  return finishPasskeyRegistration(
    context,
    await sessionOf(user),
    { challengeId, name: 'Phone', response },
    CLIENT,
  );
}

export async function signIn(authenticator: SoftwareAuthenticator, forgery?: AuthenticatorForgery) {
  return finish(await beginPasskeySignIn(context), authenticator, forgery);
}

export function finish(
  { challengeId, options }: { challengeId: string; options: { challenge: string; rpId?: string } },
  authenticator: SoftwareAuthenticator,
  forgery?: AuthenticatorForgery,
) {
  return finishPasskeySignIn(context, {
    challengeId,
    response: authenticator.get(options, forgery),
    client: CLIENT,
  });
}

export async function sessionOf(user: User): Promise<Principal> {
  const { id } = await createSession(database, context, {
    userId: user.id,
    method: 'passkey',
    client: CLIENT,
  });
  return {
    userId: user.id,
    roles: user.roles,
    credential: { kind: 'session', id, provenAt: context.clock.now() },
  };
}

export async function provenAt({ credential }: Principal): Promise<number> {
  const { proven } = await database.one(
    row({ proven: int8 }),
    sql`select (extract(epoch from proven_at) * 1000)::bigint as proven from sessions where id = ${credential.id}`,
  );
  return proven;
}

/** Audit actions by a user, or about them while they were a visitor. Newest first. */
export async function actionsOf(user: User): Promise<AuditAction[]> {
  const entries = await listAudit(context, { limit: 1_000 });
  return entries
    .filter(
      ({ actorId, subjectId, action }) =>
        (actorId === user.id || subjectId === user.id) && action !== 'account.created',
    )
    .map(({ action }) => action as AuditAction);
}

export function handleOf(user: User): string {
  return Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url');
}

export function flipByte(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

export async function assertFails(code: ProblemCode, work: Promise<unknown>): Promise<void> {
  await assert.rejects(
    work,
    error => error instanceof Problem && error.code === code && revealsNothing(error),
  );
}

/** The shown message must not reveal the reason. */
function revealsNothing(error: Problem): boolean {
  return !/challenge "|origin "|RP ID|counter value/.test(error.message);
}
