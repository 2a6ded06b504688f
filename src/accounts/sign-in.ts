import { createHash } from 'node:crypto';
import { Problem } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { Transaction } from '../platform/database/port.ts';
import { nullable, row, text, timestamptz, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { normaliseEmail } from './email.ts';
import { recordPlace } from './known-clients.ts';
import { neighbourhoodOf } from './networks.ts';
import { turnOf } from './passwords.ts';
import { type CreatedSession, createSession, markProven, type SignInMethod } from './sessions.ts';
import { findAndLockUser, type User } from './users.ts';

/**
 * Signs a person in by email and password. An unknown address, a wrong password, an account without a password and a
 * disabled account cost the same work (one lookup, one argon2id, one audit entry) and give the same error: neither
 * timing nor message reveals the reason.
 */
export async function signInWithPassword(
  context: AccountsContext,
  { email, password, client, isKnown = false }: PasswordSignIn,
): Promise<SignedIn> {
  const account = await findAccount(context, email);
  const hash = account?.disabledAt === null ? account.passwordHash : null;
  const turn = turnOf(client, isKnown);
  const right = await context.passwords.verify(password, hash, turn);
  if (!account || hash === null || !right) {
    return refuseSignIn(context, { method: 'password', userId: account?.id, client });
  }
  const newHash = context.passwords.needsRehash(hash) ? await context.passwords.hash(password, turn) : hash;
  const signedIn = await context.database.transaction(async tx => {
    // The password may have changed while the hash was computed; the old one is then invalid.
    const kept = await tx.execute(sql`
      update users set password_hash = ${newHash}
      where id = ${account.id} and password_hash = ${hash} and disabled_at is null
    `);
    return kept === 0
      ? null
      : completeSignIn(tx, context, { userId: account.id, method: 'password', client });
  });
  return signedIn ?? refuseSignIn(context, { method: 'password', userId: account.id, client });
}

/**
 * The last step of every sign-in: a new session, the audit entry and the metric. Refuses disabled and erased accounts
 * with the error of a wrong password.
 */
export async function completeSignIn(
  tx: Transaction,
  context: AccountsContext,
  { userId, method, client }: { userId: string; method: SignInMethod; client: ClientInfo },
): Promise<SignedIn> {
  // Disabling an account ends its sessions under this lock, so no session can be created behind it.
  const user = await findAndLockUser(tx, userId);
  if (!user || user.disabledAt) throw new Problem('invalid-credentials');
  const session = await createSession(tx, context, { userId, method, client });
  await recordPlace(tx, context, userId, client);
  await audit(tx, context, {
    actor: { kind: 'user', id: userId },
    action: 'sign-in.succeeded',
    subject: { kind: 'session', id: session.id },
    client,
    detail: { method },
  });
  tx.afterCommit(() => count(context, method, 'succeeded'));
  tx.afterCommit(() => context.onSignIn?.(userId));
  return { user, session };
}

/** The last step of every failed sign-in: audited, counted, always the same error. */
export async function refuseSignIn(context: AccountsContext, refusal: RefusedSignIn): Promise<never> {
  const { method, userId, client } = refusal;
  await audit(context.database, context, {
    actor: { kind: 'visitor' },
    action: 'sign-in.failed',
    subject: userId === undefined ? undefined : { kind: 'user', id: userId },
    client,
    detail: { method },
  });
  count(context, method, 'failed');
  throw new Problem('invalid-credentials');
}

/** Lets a signed-in person confirm their identity, for actions that need a recent proof. */
export async function proveWithPassword(
  context: AccountsContext,
  { userId, credential }: Principal,
  { password, client }: { password: string; client: ClientInfo },
): Promise<void> {
  if (credential.kind !== 'session') throw new Problem('forbidden');
  const actor = { kind: 'user', id: userId } as const;
  const subject = { kind: 'session', id: credential.id } as const;
  if (!(await isPasswordOf(context, { userId, password, client }))) {
    await audit(context.database, context, { actor, action: 'proof.failed', subject, client });
    throw new Problem('invalid-credentials');
  }
  await context.database.transaction(async tx => {
    await markProven(tx, context, { userId, sessionId: credential.id });
    await audit(tx, context, { actor, action: 'proof.renewed', subject, client });
  });
}

/** For a signed-in person. */
export async function isPasswordOf(
  context: AccountsContext,
  { userId, password, client }: { userId: string; password: string; client: ClientInfo },
): Promise<boolean> {
  const found = await context.database.maybe(
    row({ password_hash: nullable(text) }),
    sql`select password_hash from users where id = ${userId}`,
  );
  return context.passwords.verify(password, found?.passwordHash ?? null, turnOf(client, true));
}

/** The key for counting sign-in attempts to one account, whether it exists or not. */
export function signInAccountKey(email: string): string {
  const normal = (normaliseEmail(email) ?? email).toLowerCase();
  return createHash('sha256').update(normal).digest('base64url').slice(0, 22);
}

/** The key for counting sign-in attempts from one network address. */
export function signInAddressKey(address: string): string {
  return neighbourhoodOf(address);
}

function findAccount({ database }: AccountsContext, email: string) {
  // Text that is not an address is looked up as well, so that it takes as long.
  return database.maybe(
    row({ id: uuid, password_hash: nullable(text), disabled_at: nullable(timestamptz) }),
    sql`
      select id, password_hash, disabled_at from users
      where lower(email) = lower(${normaliseEmail(email) ?? ''})
    `,
  );
}

function count({ telemetry }: AccountsContext, method: SignInMethod, outcome: 'succeeded' | 'failed'): void {
  telemetry.metrics.counter('sign_ins_total').add({ method, outcome });
}

export interface PasswordSignIn {
  readonly email: string;
  readonly password: string;
  readonly client: ClientInfo;
  /** Whether the device or the place has signed in to this account before. */
  readonly isKnown?: boolean;
}

export interface SignedIn {
  readonly user: User;
  readonly session: CreatedSession;
}

export interface RefusedSignIn {
  readonly method: SignInMethod;
  /** The account that was tried, when it exists. */
  readonly userId?: string | undefined;
  readonly client: ClientInfo;
}
