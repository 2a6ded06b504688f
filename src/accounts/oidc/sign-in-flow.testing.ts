import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { Problem, type ProblemCode } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import { type AuditEntry, listAudit } from '../audit.ts';
import { addUser, CLIENT, testAccounts } from '../passkeys/context.testing.ts';
import { createSession } from '../sessions.ts';
import type { User } from '../users.ts';
import {
  beginOidc,
  createIdentityProvider,
  finishOidc,
  OIDC_CALLBACK_PATH,
  type OidcIntent,
} from './index.ts';
import { Browser, CLIENT_ID, CLIENT_SECRET, type People, startProvider } from './provider.testing.ts';

/** Shared by the OIDC sign-in tests: a real provider, its users, and the redirects there and back. */
export const { database } = await testDatabase();
export const people: People = new Map();
export const server = await startProvider(people, `https://news.example${OIDC_CALLBACK_PATH}`);
export const context = testAccounts(database, TEST_EPOCH, {
  oidcIssuer: server.origin,
  oidcClientId: CLIENT_ID,
  oidcClientSecret: CLIENT_SECRET,
  oidcName: 'Example ID',
});
export const provider = required(createIdentityProvider(context));

export const SIGN_IN: OidcIntent = { kind: 'sign-in' };

/** Signs in at the provider and stops before our callback. */
export async function signInAtProvider(
  login: string,
  { intent = SIGN_IN, returnTo = '/' as unknown, agree = true } = {},
  with_ = context,
) {
  const start = await beginOidc(with_, provider, { returnTo, intent });
  return { start, intent, parameters: await new Browser(login).signIn(start.url, { agree }) };
}

export async function arriveFromProvider(
  login: string,
  options: Parameters<typeof signInAtProvider>[1] = {},
  with_ = context,
) {
  const came = await signInAtProvider(login, options, with_);
  const principal = came.intent.kind === 'sign-in' ? null : came.intent.principal;
  return finishOidc(with_, provider, { principal, client: CLIENT, ...callbackOf(came) });
}

export async function signedIn(login: string, returnTo?: unknown) {
  const outcome = await arriveFromProvider(login, { returnTo });
  assert.ok(outcome.kind === 'signed-in');
  return outcome;
}

export function finish(callback: {
  parameters: URLSearchParams;
  browserBinding: string | undefined;
  principal?: Principal;
}) {
  return finishOidc(context, provider, { principal: null, client: CLIENT, ...callback });
}

export function callbackOf({ start, parameters }: Awaited<ReturnType<typeof signInAtProvider>>) {
  return { parameters, browserBinding: start.browserBinding };
}

export function newPerson(claims: { name?: string } = {}): string {
  const login = `p${randomBytes(6).toString('hex')}`;
  people.set(login, { email: `${login}@people.example`, email_verified: true, ...claims });
  return login;
}

export function newUser(): Promise<User> {
  return addUser(context, `${randomBytes(6).toString('hex')}@reader.example`, {
    passwordHash: '$argon2id$made-up',
  });
}

export async function sessionOf(user: User): Promise<Principal> {
  const { id } = await createSession(database, context, {
    userId: user.id,
    method: 'password',
    client: CLIENT,
  });
  return {
    userId: user.id,
    roles: user.roles,
    credential: { kind: 'session', id, provenAt: context.clock.now() },
  };
}

export async function auditOf(user: User): Promise<AuditEntry[]> {
  const entries = await listAudit(context, { limit: 1_000 });
  return entries.filter(({ actorId, subjectId }) => actorId === user.id || subjectId === user.id);
}

export async function assertFails(code: ProblemCode, work: Promise<unknown>, words = /./): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, words);
    return error;
  }
  return assert.fail(`expected ${code}`);
}

export function required<T>(value: T | null): T {
  assert.ok(value !== null);
  return value;
}
