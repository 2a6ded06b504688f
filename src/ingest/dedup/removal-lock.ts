import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * Writers hold this lock shared, and removal holds it exclusively. A writer may add a key or a revision to a known
 * article; if the article were removed in between, they would dangle, a key forever. Removal is rare and runs in short
 * batches, so one lock is enough: both sides hold it until the end of their transaction.
 */
export async function lockForStoring(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`);
}

export async function lockForRemoval(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}

const LOCK = 7236511304521882n;
