import {
  type Actor,
  type AuditAction,
  audit,
  type ClientInfo,
  type SubjectKind,
} from '../../accounts/index.ts';
import type { Transaction } from '../../platform/database/port.ts';
import type { AppContext } from '../context.ts';

/** Who looks after the installation at this moment: an operator over HTTP, or whoever has the console. */
export interface ActingPerson {
  readonly actor: Actor;
  readonly client?: ClientInfo | undefined;
}

export const CONSOLE: ActingPerson = { actor: { kind: 'console' } };

export function actingPerson({ userId }: { readonly userId: string }, client: ClientInfo): ActingPerson {
  return { actor: { kind: 'user', id: userId }, client };
}

/** Writes down what was done, in the transaction of the deed: there are both or neither. */
export function recordAction(
  tx: Transaction,
  context: AuditDeps,
  by: ActingPerson,
  deed: AuditedAction,
): Promise<void> {
  return audit(tx, context, { ...by, ...deed });
}

export type AuditDeps = Pick<AppContext, 'database' | 'clock' | 'newId' | 'telemetry'>;

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
