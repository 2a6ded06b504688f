import { randomUUID } from 'node:crypto';
import {
  type AccountsContext,
  createAccountsContext,
  createSession,
  createUser,
} from '../../../src/accounts/index.ts';
import { listIdentities } from '../../../src/accounts/oidc/index.ts';
import { hashSecret, newApiToken } from '../../../src/accounts/secrets.ts';
import { PERSONAL_DATA } from '../../../src/app/personal-data.ts';
import { createIdSource } from '../../../src/lib/ids.ts';
import { createKeys } from '../../../src/lib/keys.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import type { Role, Scope } from '../../../src/model/principal.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { createMemoryTelemetry } from '../../../src/platform/telemetry/memory/memory.ts';
import { sameOrigin } from '../../harness/people.ts';
import type { TestProgram } from '../../harness/program.ts';

/** Creates users directly in the database within milliseconds, for tests that need many. */
export function createTestPeople(site: TestProgram): TestPeople {
  const context = contextOf(site);
  const session = async (userId: string, userAgent = 'a browser') => {
    const client = { address: '192.0.2.1', userAgent };
    const { id, cookie } = await createSession(site.database, context, {
      userId,
      method: 'password',
      client,
    });
    return { id, headers: { cookie: `session=${cookie}`, ...sameOrigin(site.url) } };
  };
  return {
    accounts: context,
    session,
    person: async ({
      name = 'Some Reader',
      email = `${randomUUID()}@crowd.example`,
      roles = [],
      isConfirmed = true,
    } = {}) => {
      const user = await createUser(site.database, context, {
        email,
        isEmailConfirmed: isConfirmed,
        displayName: name,
        passwordHash: null,
        roles,
        actor: { kind: 'console' },
      });
      if (!user) throw new Error(`${email} has an account already`);
      const { id: sessionId, headers } = await session(user.id);
      return { userId: user.id, email, sessionId, headers };
    },
    token: async (userId, scopes, name = 'a token') => {
      const secret = newApiToken(systemRandom);
      const id = context.newId();
      await site.database.execute(sql`
        insert into api_tokens (id, user_id, name, secret_hash, scopes, created_at)
        values (
          ${id}, ${userId}, ${name}, ${hashSecret(secret)}, ${[...scopes]}::text[],
          ${new Date(site.clock.now())}
        )
      `);
      return { id, secret, headers: { authorization: `Bearer ${secret}` } };
    },
    passkey: async (userId, name) => {
      const id = context.newId();
      await site.database.execute(sql`
        insert into passkeys (id, user_id, credential_id, public_key, counter, name, backed_up, created_at)
        values (
          ${id}, ${userId}, ${systemRandom.bytes(32)}, ${systemRandom.bytes(77)}, 0, ${name}, false,
          ${new Date(site.clock.now())}
        )
      `);
      return id;
    },
    identity: async (userId, issuer) => {
      const at = new Date(site.clock.now());
      await site.database.execute(sql`
        insert into identities (issuer, subject, user_id, created_at, last_used_at)
        values (${issuer}, ${userId}, ${userId}, ${at}, ${at})
      `);
      const [added] = await listIdentities(context, userId);
      return added?.id ?? '';
    },
  };
}

function contextOf(site: TestProgram): AccountsContext {
  return createAccountsContext({
    personalData: PERSONAL_DATA,
    database: site.database,
    telemetry: createMemoryTelemetry(),
    clock: site.clock,
    random: systemRandom,
    newId: createIdSource(site.clock, systemRandom),
    keys: createKeys('not used by test users', systemRandom),
    config: site.config,
    origin: site.url,
    mails: null,
  });
}

export interface TestPeople {
  /** Accounts on the program's database, for tests of what no request reaches. */
  readonly accounts: AccountsContext;
  person(details?: {
    name?: string;
    email?: string;
    roles?: readonly Role[];
    isConfirmed?: boolean;
  }): Promise<TestUser>;
  session(userId: string, userAgent?: string): Promise<{ id: string; headers: Record<string, string> }>;
  token(
    userId: string,
    scopes: readonly Scope[],
    name?: string,
  ): Promise<{ id: string; secret: string; headers: Record<string, string> }>;
  passkey(userId: string, name: string): Promise<string>;
  identity(userId: string, issuer: string): Promise<string>;
}

export interface TestUser {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  /** Cookie and origin, as a browser on one of our pages sends them. */
  readonly headers: Record<string, string>;
}
