import type { Principal } from '../../model/principal.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { row, timestamptz } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { requireNotLastOperator } from '../operators.ts';
import { lockProven, requireRecentProof } from '../proof.ts';
import { endAllSessions } from '../sessions.ts';

/** AUTH-4: the stated time limit of an erasure. In practice it takes minutes. */
export const ERASURE_TAKES_MS = 24 * 3_600_000;

/**
 * Accepts a request for erasure. One transaction closes the account (no sign-in, all sessions ended) and records the
 * erasure, so that it will be finished whatever happens to this process.
 */
export async function requestErasure(
  context: AccountsContext,
  principal: Principal,
  client: ClientInfo,
): Promise<RequestedErasure> {
  requireRecentProof(context, principal);
  return context.database.transaction(async tx => {
    await requireNotLastOperator(tx, principal.userId);
    const { id: userId } = await lockProven(tx, principal);
    const requested = await note(tx, context, userId);
    await shut(tx, context, userId);
    const person = { kind: 'user', id: userId } as const;
    await audit(tx, context, { actor: person, action: 'account.erasure-requested', subject: person, client });
    return requested;
  });
}

function note(tx: Transaction, context: AccountsContext, userId: string): Promise<RequestedErasure> {
  const now = context.clock.now();
  return tx.one(
    row({ due_at: timestamptz }),
    sql`
      insert into erasures (user_id, requested_at, due_at)
      values (${userId}, ${new Date(now)}, ${new Date(now + ERASURE_TAKES_MS)})
      returning due_at
    `,
  );
}

async function shut(tx: Transaction, context: AccountsContext, userId: string): Promise<void> {
  const now = new Date(context.clock.now());
  await tx.execute(sql`
    update users set disabled_at = coalesce(disabled_at, ${now}), updated_at = ${now} where id = ${userId}
  `);
  await endAllSessions(tx, context, userId);
  await tx.execute(sql`delete from api_tokens where user_id = ${userId}`);
  await tx.execute(sql`delete from one_time_links where user_id = ${userId}`);
  await tx.execute(sql`delete from sign_in_challenges where user_id = ${userId}`);
}

export interface RequestedErasure {
  readonly dueAt: Date;
}
