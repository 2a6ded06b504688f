import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Keys } from '../lib/keys.ts';
import type { Random } from '../lib/random.ts';
import type { Database } from '../platform/database/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import { type CredentialChanges, createCredentialChanges } from './changes.ts';
import { createPasswords, type Passwords } from './passwords.ts';

/** What accounts need of the world. */
export interface AccountsWorld {
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: () => string;
  readonly keys: Keys;
  readonly config: Pick<
    Config,
    | 'name'
    | 'signUp'
    | 'sessionIdle'
    | 'sessionLength'
    | 'oidcIssuer'
    | 'oidcClientId'
    | 'oidcClientSecret'
    | 'oidcName'
  >;
  /** The origin that people use: `https://news.example`. */
  readonly origin: string;
}

/** The world, and what all of accounts in one process share. Made by `createAccountsContext`. */
export interface AccountsContext extends AccountsWorld {
  readonly passwords: Passwords;
  readonly changes: CredentialChanges;
  /** Called when somebody has signed in, for what should be ready when they look. */
  readonly onSignIn?: (userId: string) => void;
}

/** One per process and database: it holds the one line in which passwords wait for their turn. */
export function createAccountsContext(world: AccountsWorld): AccountsContext {
  return {
    ...world,
    passwords: createPasswords({ random: world.random }),
    changes: createCredentialChanges(),
  };
}

/** Where a request comes from, for sessions and the audit log. Already bounded and checked by the server. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}
