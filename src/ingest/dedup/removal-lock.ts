import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * Many store at once, and one takes out while nobody stores. Whoever stores may give a known article another key or a
 * revision; were it taken out in between, they would lead to nothing, for ever in the case of a key. Taking out is
 * rare and done in short batches, so the plainest lock will do: both are held until the end of their transaction.
 */
export async function lockForStoring(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`);
}

export async function lockForRemoval(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}

const LOCK = 7236511304521882n;
