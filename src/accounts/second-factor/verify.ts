import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { bytea, int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { lockProven } from '../proof.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

/**
 * Verifies the second factor of a session that waits for it: a code of the app, or a recovery code. No code counts twice.
 * The caller limits the attempts.
 */
export async function verifySecondFactor(
  context: AccountsContext,
  principal: Principal,
  { code, client }: { code: string; client: ClientInfo },
): Promise<void> {
  const { userId, credential } = principal;
  if (credential.kind !== 'session') throw new Problem('forbidden');
  const actor = { kind: 'user', id: userId } as const;
  const subject = { kind: 'session', id: credential.id } as const;
  const isRight = await context.database.transaction(async tx => {
    await lockProven(tx, principal);
    const method = await takeCode(tx, context, userId, code);
    if (method === null) return false;
    await markVerified(tx, context, { userId, sessionId: credential.id });
    await audit(tx, context, { actor, action: 'second-factor.passed', subject, client, detail: { method } });
    return true;
  });
  if (isRight) return;
  await audit(context.database, context, { actor, action: 'second-factor.failed', subject, client });
  throw new Problem('invalid-credentials');
}

/** The step is written only when it is later than the last one: of two concurrent uses of a code one fails. */
export async function takeAppCode(
  tx: Transaction,
  context: Pick<AccountsContext, 'keys' | 'clock'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await tx.maybe(
    row({ sealed_secret: bytea, last_step: int8 }),
    sql`select sealed_secret, last_step from second_factors where user_id = ${userId} for update`,
  );
  const secret = factor && context.keys.open('second-factor', factor.sealedSecret);
  if (!factor || !secret) return false;
  const step = stepOfCode(secret, code, { now: context.clock.now(), lastStep: factor.lastStep });
  if (step === null) return false;
  await tx.execute(sql`update second_factors set last_step = ${step} where user_id = ${userId}`);
  return true;
}

export async function markVerified(
  tx: Transaction,
  context: AccountsContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await tx.execute(sql`
    update sessions set second_factor_at = ${new Date(context.clock.now())}
    where id = ${sessionId} and user_id = ${userId}
  `);
  await context.changes.announce(tx, userId);
}

async function takeCode(
  tx: Transaction,
  context: AccountsContext,
  userId: string,
  entered: string,
): Promise<'app' | 'recovery-code' | null> {
  const code = plainCode(entered);
  if (/^\d{6}$/.test(code)) return (await takeAppCode(tx, context, userId, code)) ? 'app' : null;
  return (await takeRecoveryCode(tx, userId, code)) ? 'recovery-code' : null;
}

/** As people type it: with spaces, hyphens, in lower case. */
export function plainCode(entered: string): string {
  return entered.slice(0, MAX_ENTERED).replace(/[\s-]/g, '').toUpperCase();
}

const MAX_ENTERED = 100;
