import { PERSONAL_DATA } from '../../app/personal-data.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { createKeys } from '../../lib/keys.ts';
import { systemRandom } from '../../lib/random.ts';
import type { Database } from '../../platform/database/port.ts';
import { createMemoryTelemetry, type MemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import {
  type AccountMails,
  type AccountsContext,
  type AccountsDeps,
  createAccountsContext,
} from '../context.ts';
import { createUser, type User } from '../users.ts';

/** Accounts on the database of a test, at a time for which partitions exist. */
export function testAccounts(
  database: Database,
  startsAt: Date,
  config: Partial<AccountsDeps['config']> = {},
  mails: AccountMails | null = null,
): TestAccounts {
  const clock = new ManualClock(startsAt.getTime());
  const telemetry = createMemoryTelemetry({ clock });
  const context = createAccountsContext({
    personalData: PERSONAL_DATA,
    database,
    telemetry,
    clock,
    random: systemRandom,
    newId: createIdSource(clock, systemRandom),
    keys: createKeys('a secret of the tests that is long enough', systemRandom),
    config: {
      name: 'The Daily Test',
      signUp: 'open',
      sessionIdle: 30 * DAY_MS,
      sessionLength: 180 * DAY_MS,
      requireSecondFactor: [],
      oidcIssuer: undefined,
      oidcClientId: undefined,
      oidcClientSecret: undefined,
      oidcName: 'single sign-on',
      ...config,
    },
    origin: 'https://news.example',
    mails,
  });
  return { ...context, clock, telemetry };
}

export async function addUser(
  context: AccountsContext,
  email: string,
  details: NewTestUser = {},
): Promise<User> {
  const user = await createUser(context.database, context, {
    email,
    displayName: details.displayName ?? 'A Reader',
    passwordHash: details.passwordHash ?? null,
    roles: details.roles ?? [],
    actor: { kind: 'console' },
  });
  if (!user) throw new Error(`${email} already has an account`);
  return user;
}

export const CLIENT = { address: '192.0.2.7', userAgent: 'Test Browser' };

const DAY_MS = 86_400_000;

type NewTestUser = Partial<Pick<Parameters<typeof createUser>[2], 'displayName' | 'passwordHash' | 'roles'>>;

export interface TestAccounts extends AccountsContext {
  readonly clock: ManualClock;
  readonly telemetry: MemoryTelemetry;
}
