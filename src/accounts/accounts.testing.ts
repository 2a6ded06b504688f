import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem, type ProblemCode } from '../errors.ts';
import type { Principal, Role } from '../model/principal.ts';
import type { Database } from '../platform/database/port.ts';
import type { AccountsContext } from './context.ts';
import { addUser, CLIENT } from './passkeys/context.testing.ts';
import { type Passwords, turnOf } from './passwords.ts';
import { resolveSession } from './resolve-session.ts';
import { type CreatedSession, createSession } from './sessions.ts';
import type { User } from './users.ts';

export { addUser, CLIENT, type TestAccounts, testAccounts } from './passkeys/context.testing.ts';

export const PASSWORD = 'a quiet walk by the canal';

/** A user with a password and a unique address. */
export async function addUserWithPassword(
  context: AccountsContext,
  details: ReaderDetails = {},
): Promise<User> {
  const email = details.email ?? `reader-${randomUUID()}@news.example`;
  const passwordHash = await context.passwords.hash(details.password ?? PASSWORD, turnOf(CLIENT, false));
  return addUser(context, email, { passwordHash, roles: details.roles ?? [] });
}

/** A session of a user, with its principal. */
export async function signInUser(context: AccountsContext, { id }: User): Promise<SignedInReader> {
  const session = await createSession(context.database, context, {
    userId: id,
    method: 'password',
    client: CLIENT,
  });
  const resolved = await resolveSession(context, session.cookie);
  if (!resolved) throw new Error('a new session was refused');
  return { session, principal: resolved.principal };
}

/** Password hashing that counts its calls. */
export function countingPasswords(passwords: Passwords): Passwords & { hashed: number; verified: number } {
  const counting = {
    hashed: 0,
    verified: 0,
    needsRehash: (hash: string) => passwords.needsRehash(hash),
    hash: (...input: Parameters<Passwords['hash']>) => {
      counting.hashed++;
      return passwords.hash(...input);
    },
    verify: (...input: Parameters<Passwords['verify']>) => {
      counting.verified++;
      return passwords.verify(...input);
    },
  };
  return counting;
}

/** The same database as a plain object, so that a test can replace methods. */
export function forwardingDatabase(real: Database): Database {
  return {
    many: (type, statement) => real.many(type, statement),
    one: (type, statement) => real.one(type, statement),
    maybe: (type, statement) => real.maybe(type, statement),
    execute: statement => real.execute(statement),
    transaction: (work, options) => real.transaction(work, options),
    listen: (...rest) => real.listen(...rest),
    ping: () => real.ping(),
    state: () => real.state(),
    close: () => real.close(),
  };
}

/** For assert.rejects: a Problem with this code. */
export function isProblem(code: ProblemCode): (error: unknown) => boolean {
  return error => error instanceof Problem && error.code === code;
}

/** Waits until `check` holds; fails after a minute. */
export async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  while (!(await check())) {
    if (performance.now() > giveUpAt) throw new Error('the condition did not hold within a minute');
    await pause(5);
  }
}

interface ReaderDetails {
  email?: string;
  password?: string;
  roles?: readonly Role[];
}

export interface SignedInReader {
  session: CreatedSession;
  principal: Principal;
}
