import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Keys } from '../lib/keys.ts';
import type { Random } from '../lib/random.ts';
import type { PersonalData } from '../platform/database/personal-data.ts';
import type { Database, Transaction } from '../platform/database/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import { type CredentialChanges, createCredentialChanges } from './changes.ts';
import { createPasswords, type Passwords } from './passwords.ts';

/** The dependencies of accounts. */
export interface AccountsDeps {
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
    | 'requireSecondFactor'
    | 'oidcIssuer'
    | 'oidcClientId'
    | 'oidcClientSecret'
    | 'oidcName'
  >;
  /** The public origin: `https://news.example`. */
  readonly origin: string;
  /** AUTH-8: requests confirmation and reset mails; null without a mail server. */
  readonly mails: AccountMails | null;
  /** AUTH-4: the personal data of every module. */
  readonly personalData: readonly PersonalData[];
}

/** The dependencies, and the state that all of accounts shares in one process. Created by `createAccountsContext`. */
export interface AccountsContext extends AccountsDeps {
  readonly passwords: Passwords;
  readonly changes: CredentialChanges;
  /** Called after a sign-in, to warm the caches for the reader. */
  readonly onSignIn?: (userId: string) => void;
}

/** One per process and database: it has the queue of password hashes. */
export function createAccountsContext(deps: AccountsDeps): AccountsContext {
  return {
    ...deps,
    passwords: createPasswords({ random: deps.random }),
    changes: createCredentialChanges(),
  };
}

/** The origin of a request, for sessions and the audit log. The server has already bounded and checked it. */
export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
  /** Of the reader's pages, for mail that the request causes; English when unknown. */
  readonly language?: string;
}

/** AUTH-8: requests the mails that accounts need. They are written and sent after the commit, by another process. */
export interface AccountMails {
  /** A request without a person costs the same work and sends nothing. */
  request(tx: Transaction, request: AccountMailRequest): Promise<void>;
}

export interface AccountMailRequest {
  readonly kind: AccountMailKind;
  /** Null for an address without an account. */
  readonly userId: string | null;
  /** Who asked, for the language of the mail. */
  readonly client: ClientInfo;
}

export type AccountMailKind = 'confirmation' | 'reset';
