import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { bytea, int8, nullable, type RowOf, row, timestamptz } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';
import type { AdministrativeAct } from '../administration.ts';
import { type AuditAction, audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { lockProven, requireRecentProof } from '../proof.ts';
import { endAllSessions } from '../sessions.ts';
import { lockUser } from '../users.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { base32, otpauthUri } from './totp.ts';
import { markVerified, plainCode, takeAppCode } from './verify.ts';

/** The person's second factor; null when none is set up. */
export function findSecondFactor(
  { database }: Pick<AccountsContext, 'database'>,
  userId: string,
): Promise<SecondFactor | null> {
  return database.maybe(
    FactorRow,
    sql`
      select
        confirmed_at,
        (select count(*) from recovery_codes where recovery_codes.user_id = second_factors.user_id) as codes_left
      from second_factors
      where user_id = ${userId} and confirmed_at is not null
    `,
  );
}

/** Creates a secret for an authenticator app. It counts once a code of it was entered; until then it can be replaced. */
export async function beginSecondFactor(
  context: AccountsContext,
  principal: Principal,
): Promise<SecondFactorStart> {
  requireRecentProof(context, principal);
  return context.database.transaction(async tx => {
    const user = await lockProven(tx, principal);
    const secret = (await pendingSecret(tx, context, user.id)) ?? (await storeSecret(tx, context, user.id));
    return {
      secret: base32(secret),
      uri: otpauthUri(secret, { issuer: context.config.name, account: user.email }),
    };
  });
}

/** The secret of an enrolment that began just now: after a wrong code the person need not scan again. */
async function pendingSecret(
  tx: Transaction,
  { keys, clock }: AccountsContext,
  userId: string,
): Promise<Uint8Array | null> {
  const held = await tx.maybe(
    row({ sealed_secret: bytea, created_at: timestamptz, confirmed_at: nullable(timestamptz) }),
    sql`select sealed_secret, created_at, confirmed_at from second_factors where user_id = ${userId}`,
  );
  if (held?.confirmedAt) throw new Problem('conflict', reason('second-factor-on'));
  const isRecent = held && clock.now() - held.createdAt.getTime() < PENDING_MS;
  return isRecent ? keys.open('second-factor', held.sealedSecret) : null;
}

async function storeSecret(
  tx: Transaction,
  { keys, clock, random }: AccountsContext,
  userId: string,
): Promise<Uint8Array> {
  const secret = random.bytes(SECRET_BYTES);
  await tx.execute(sql`
    insert into second_factors (user_id, sealed_secret, created_at)
    values (${userId}, ${keys.seal('second-factor', secret)}, ${new Date(clock.now())})
    on conflict (user_id) do update set
      sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
  `);
  return secret;
}

/** Turns the second factor on with a first code. Returns the recovery codes, which are shown only now. */
export async function confirmSecondFactor(
  context: AccountsContext,
  principal: Principal,
  { code, client }: { code: string; client: ClientInfo },
): Promise<string[]> {
  requireRecentProof(context, principal);
  return context.database.transaction(async tx => {
    const { id: userId } = await lockProven(tx, principal);
    const isRight = await takeAppCode(tx, context, userId, plainCode(code));
    if (!isRight) throw new Problem('invalid-credentials');
    const confirmed = await tx.execute(sql`
      update second_factors set confirmed_at = ${new Date(context.clock.now())}
      where user_id = ${userId} and confirmed_at is null
    `);
    if (confirmed === 0) throw new Problem('conflict', reason('second-factor-on'));
    await markVerified(tx, context, { userId, sessionId: principal.credential.id });
    await note(tx, context, 'second-factor.added', userId, client);
    return replaceRecoveryCodes(tx, context, userId);
  });
}

/** New recovery codes; the old ones no longer work. */
export function renewRecoveryCodes(
  context: AccountsContext,
  principal: Principal,
  client: ClientInfo,
): Promise<string[]> {
  requireRecentProof(context, principal);
  return context.database.transaction(async tx => {
    const { id: userId } = await lockProven(tx, principal);
    await requireSecondFactor(tx, userId);
    await note(tx, context, 'second-factor.codes-renewed', userId, client);
    return replaceRecoveryCodes(tx, context, userId);
  });
}

/** Turns it off. Where a role requires a second factor, the session then leads to setting one up again. */
export function removeSecondFactor(
  context: AccountsContext,
  principal: Principal,
  client: ClientInfo,
): Promise<void> {
  requireRecentProof(context, principal);
  return context.database.transaction(async tx => {
    const { id: userId } = await lockProven(tx, principal);
    await requireSecondFactor(tx, userId);
    await tx.execute(sql`delete from second_factors where user_id = ${userId}`);
    await context.changes.announce(tx, userId);
    await note(tx, context, 'second-factor.removed', userId, client);
  });
}

/** For a person who has lost both app and recovery codes: from the console. Ends their sessions. */
export function resetSecondFactor(
  context: AccountsContext,
  { actor, userId, client }: AdministrativeAct,
): Promise<void> {
  return context.database.transaction(async tx => {
    await lockUser(tx, userId);
    await requireSecondFactor(tx, userId);
    await tx.execute(sql`delete from second_factors where user_id = ${userId}`);
    await endAllSessions(tx, context, userId);
    const subject = { kind: 'user', id: userId } as const;
    await audit(tx, context, { actor, action: 'second-factor.reset', subject, client });
  });
}

async function requireSecondFactor(tx: Transaction, userId: string): Promise<void> {
  const found = await tx.execute(
    sql`select from second_factors where user_id = ${userId} and confirmed_at is not null for update`,
  );
  if (found === 0) throw new Problem('conflict', reason('second-factor-off'));
}

function note(
  tx: Transaction,
  context: AccountsContext,
  action: AuditAction,
  userId: string,
  client: ClientInfo,
): Promise<void> {
  const actor = { kind: 'user', id: userId } as const;
  return audit(tx, context, { actor, action, subject: actor, client });
}

const SECRET_BYTES = 20;
const PENDING_MS = 15 * 60_000;
const FactorRow = row({ confirmed_at: nullable(timestamptz), codes_left: int8 });

export type SecondFactor = RowOf<typeof FactorRow>;

export interface SecondFactorStart {
  /** Base32, for typing it into an app. */
  readonly secret: string;
  /** `otpauth://totp/...`, for a QR code. */
  readonly uri: string;
}
