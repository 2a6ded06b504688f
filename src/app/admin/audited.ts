import {
  type Actor,
  type AuditAction,
  audit,
  type ClientInfo,
  type SubjectKind,
} from '../../accounts/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';

/** The person who acts: an operator over HTTP, or someone at the command line. */
export interface ActingPerson {
  readonly actor: Actor;
  readonly client?: ClientInfo | undefined;
}

export const CONSOLE: ActingPerson = { actor: { kind: 'console' } };

export function actingPerson({ userId }: { readonly userId: string }, client: ClientInfo): ActingPerson {
  return { actor: { kind: 'user', id: userId }, client };
}

/** Writes the entry in the audit log in the transaction of the action: both are committed or neither. */
export function recordAction(
  tx: Transaction,
  context: AuditDeps,
  by: ActingPerson,
  action: AuditedAction,
): Promise<void> {
  return audit(tx, context, { ...by, ...action });
}

export interface AuditDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly telemetry: Telemetry;
}

interface AuditedAction {
  readonly action: AuditAction;
  readonly subject: {
    readonly kind: Exclude<
      SubjectKind,
      'user' | 'session' | 'token' | 'passkey' | 'identity' | 'signing-key'
    >;
    readonly id: string;
  };
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}
