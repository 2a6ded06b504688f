import type { Transaction } from '../platform/database/port.ts';
import { sql } from '../platform/database/sql.ts';

/**
 * Whoever changes what a person's credentials are worth (sign-out, password, roles, disabling, revocation,
 * erasure) announces it in the same transaction. Every process hears it from PostgreSQL; the process that
 * did it does not wait for that: it hears it at commit, so the person who signed out is out at once.
 */
export interface CredentialChanges {
  announce(tx: Transaction, userId: string): Promise<void>;
  /** Calls `listener` after each commit of this process that announced a change. Returns how to stop. */
  onCommit(listener: (userId: string) => void): () => void;
}

/** The channel on which other processes hear of a change. The payload is the user's id. */
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
