import type { Random } from '../../lib/random.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { hashSecret } from '../secrets.ts';
import { base32 } from './totp.ts';

/** Replaces the person's recovery codes. The codes are returned here once and stored only as hashes. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { random, clock }: { random: Random; clock: { now(): number } },
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => base32(random.bytes(CODE_BYTES)));
  await tx.execute(sql`delete from recovery_codes where user_id = ${userId}`);
  for (const code of codes)
    await tx.execute(sql`
      insert into recovery_codes (user_id, code_hash, created_at)
      values (${userId}, ${hashSecret(code)}, ${new Date(clock.now())})
    `);
  return codes.map(code => code.match(/.{4}/g)?.join('-') ?? code);
}

/** Uses a code up. Of two concurrent attempts one finds it. */
export async function takeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const taken = await tx.execute(
    sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hashSecret(code)}`,
  );
  return taken > 0;
}

const CODES = 10;
/** 80 bits cannot be guessed, so a fast hash suffices. */
const CODE_BYTES = 10;
