import { invalidInput, Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import type { Queryable } from '../../platform/database/port.ts';
import {
  bool,
  bytea,
  int8,
  nullable,
  type RowOf,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { cleanName } from '../names.ts';
import { lockProven } from '../proof.ts';
import { requireRemainingSignIn } from './sign-in-methods.ts';

/** A person's passkeys, oldest first, without their credential ids. */
export function listPasskeys(context: Pick<AccountsContext, 'database'>, userId: string): Promise<Passkey[]> {
  return context.database.many(
    PasskeyRow,
    sql`select ${PASSKEY_COLUMNS} from passkeys where user_id = ${userId} order by id`,
  );
}

export async function renamePasskey(
  context: AccountsContext,
  userId: string,
  { passkeyId, name }: { passkeyId: string; name: string },
  client: ClientInfo,
): Promise<Passkey> {
  const called = cleanName(name);
  if (called === null) throw invalidInput('/name', reason('visible-length-between', { min: 1, max: 80 }));
  return context.database.transaction(async tx => {
    const renamed = await tx.maybe(
      PasskeyRow,
      sql`
        update passkeys set name = ${called}
        where id = ${passkeyId} and user_id = ${userId}
        returning ${PASSKEY_COLUMNS}
      `,
    );
    if (!renamed) throw new Problem('not-found');
    await audit(tx, context, {
      actor: { kind: 'user', id: userId },
      action: 'passkey.renamed',
      subject: { kind: 'passkey', id: passkeyId },
      client,
    });
    return renamed;
  });
}

export function removePasskey(
  context: AccountsContext,
  principal: Principal,
  passkeyId: string,
  client: ClientInfo,
): Promise<void> {
  return context.database.transaction(async tx => {
    const { id: userId } = await lockProven(tx, principal);
    const removed = await tx.execute(
      sql`delete from passkeys where id = ${passkeyId} and user_id = ${userId}`,
    );
    if (removed === 0) throw new Problem('not-found');
    await requireRemainingSignIn(tx, userId);
    await audit(tx, context, {
      actor: { kind: 'user', id: userId },
      action: 'passkey.removed',
      subject: { kind: 'passkey', id: passkeyId },
      client,
    });
  });
}

export async function countPasskeys(queryable: Queryable, userId: string): Promise<number> {
  const { count } = await queryable.one(
    row({ count: int8 }),
    sql`select count(*) from passkeys where user_id = ${userId}`,
  );
  return count;
}

/** For the browser, which checks which of them it holds. */
export async function credentialsOf(
  { database }: Pick<AccountsContext, 'database'>,
  userId: string,
): Promise<{ id: string; transports: string[] }[]> {
  const known = await database.many(
    row({ credential_id: bytea, transports: textArray }),
    sql`select credential_id, transports from passkeys where user_id = ${userId} order by id`,
  );
  return known.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    transports: [...transports],
  }));
}

export const PASSKEY_COLUMNS = sql`id, name, transports, backed_up, created_at, last_used_at`;

export const PasskeyRow = row({
  id: uuid,
  name: text,
  transports: textArray,
  backed_up: bool,
  created_at: timestamptz,
  last_used_at: nullable(timestamptz),
});

export type Passkey = RowOf<typeof PasskeyRow>;
