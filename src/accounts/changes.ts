import type { Transaction } from '../platform/database/port.ts';
import { sql } from '../platform/database/sql.ts';

/**
 * Code that changes the validity of a person's credentials (sign-out, password, roles, disabling, revocation, erasure)
 * announces it in the same transaction. PostgreSQL notifies every process. The process that made the change applies it
 * at commit without waiting for the notification, so a sign-out takes effect immediately.
 */
export interface CredentialChanges {
  announce(tx: Transaction, userId: string): Promise<void>;
  /** Calls `listener` after each commit of this process that announced a change. Returns the function that stops it. */
  onCommit(listener: (userId: string) => void): () => void;
}

/** The channel that notifies other processes. The payload is the user's id. */
export const CREDENTIALS_CHANGED = 'credentials_changed';

export function createCredentialChanges(): CredentialChanges {
  const listeners = new Set<(userId: string) => void>();
  return {
    announce: async (tx, userId) => {
      await tx.execute(sql`select pg_notify(${CREDENTIALS_CHANGED}, ${userId})`);
      tx.afterCommit(() => {
        for (const listener of listeners) listener(userId);
      });
    },
    onCommit: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
