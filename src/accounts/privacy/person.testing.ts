import { randomBytes } from 'node:crypto';
import type { Principal } from '../../model/principal.ts';
import { sql } from '../../platform/database/sql.ts';
import type { AccountsContext } from '../context.ts';
import { createNewPasswordLink } from '../new-password.ts';
import { startAttempt } from '../oidc/attempts.ts';
import { SoftwareAuthenticator } from '../passkeys/authenticator.testing.ts';
import { addUser } from '../passkeys/context.testing.ts';
import { beginPasskeyRegistration, finishPasskeyRegistration } from '../passkeys/index.ts';
import { createSession } from '../sessions.ts';
import { refuseSignIn } from '../sign-in.ts';
import { createToken } from '../tokens.ts';
import type { User } from '../users.ts';

/**
 * Somebody who has left something in every table. Two such people differ in nothing but a mark, which is in
 * every text that they could choose.
 */
export async function makePerson(context: AccountsContext, details: PersonDetails = {}): Promise<TestPerson> {
  const mark = randomBytes(8).toString('hex');
  const client = { address: '192.0.2.77', userAgent: `Browser of ${mark}` };
  const email = `Ren\u00e9e.${mark}@reader.example`;
  const user = await addUser(context, email, {
    displayName: `Ren\u00e9e "${mark}" \\ O'Neill`,
    passwordHash: `$argon2id$${mark}`,
    roles: details.roles ?? [],
  });
  const session = await createSession(context.database, context, {
    userId: user.id,
    method: 'password',
    client,
  });
  const principal: Principal = {
    userId: user.id,
    roles: user.roles,
    credential: { kind: 'session', id: session.id, provenAt: context.clock.now() },
  };
  await publishes(context, user.id);
  const authenticator = new SoftwareAuthenticator();
  const { challengeId, options } = await beginPasskeyRegistration(context, user.id);
  const response = authenticator.create(options);
  const passkey = await finishPasskeyRegistration(
    context,
    principal,
    { challengeId, name: `Key of ${mark}`, response },
    client,
  );
  const { token } = await createToken(context, principal, {
    name: `Token of ${mark}`,
    scopes: ['account:read'],
    client,
    expiresAt: null,
  });
  const now = new Date(context.clock.now());
  const operator = { kind: 'user', id: details.operatorId ?? context.newId() } as const;
  await createNewPasswordLink(context, {
    actor: operator,
    userId: user.id,
    client: { ...client, address: '198.51.100.1' },
  });
  await startAttempt(context, { returnTo: `/people/${mark}`, intent: 'link', userId: user.id });
  await context.database.execute(sql`
    insert into identities (issuer, subject, user_id, created_at, last_used_at)
    values ('https://id.example', ${`subject-${mark}`}, ${user.id}, ${now}, ${now})
  `);
  await context.database.execute(sql`
    insert into idempotency_keys (day, owner, key, request_hash, sealed_answer, created_at)
    values (${now}::timestamptz::date, ${`user ${user.id}`}, ${`key-${mark}`}, '\\x00', '\\x00', ${now})
  `);
  await refuseSignIn(context, { method: 'password', userId: user.id, client }).catch(() => undefined);
  return {
    user,
    email,
    mark,
    client,
    principal,
    passkeyId: passkey.id,
    tokenId: token.id,
    sessionId: session.id,
  };
}

/** May submit articles to a source of their own. */
async function publishes({ database, newId }: AccountsContext, userId: string): Promise<void> {
  const id = newId();
  await database.execute(sql`
    insert into sources (id, name, url, kind, created_at, updated_at)
    values (${id}, 'A paper', ${`https://${id}.example/`}, 'submit', now(), now())
  `);
  await database.execute(sql`
    insert into source_publishers (source_id, user_id, verified_at) values (${id}, ${userId}, now())
  `);
}

interface PersonDetails {
  roles?: User['roles'];
  operatorId?: string;
}

export interface TestPerson {
  readonly user: User;
  readonly email: string;
  /** In everything that they wrote, and in nothing of anybody else. */
  readonly mark: string;
  readonly client: { address: string; userAgent: string };
  readonly principal: Principal;
  readonly passkeyId: string;
  readonly tokenId: string;
  readonly sessionId: string;
}
