import { Problem } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { Queryable, Transaction } from '../platform/database/port.ts';
import { row, text, timestamptz, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { reason } from '../reasons.ts';
import { type Actor, audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { lockUser } from './users.ts';

/** When mail to the account's address was stopped; null when it was not. */
export async function mailStoppedAt(database: Queryable, userId: string): Promise<Date | null> {
  const stop = await database.maybe(
    row({ stopped_at: timestamptz }),
    sql`
      select stopped_at from mail_stops
      where address_hash = (select mail_address_hash(email) from users where id = ${userId})
    `,
  );
  return stop?.stoppedAt ?? null;
}

/**
 * AUTH-8: a link in every mail stops all mail to its address, and allows it again. It names the address by a signed hash, so
 * it needs no sign-in and works after the account has changed its address or is gone. Returns the account at the address.
 */
export function setMailStopByLink(
  context: AccountsContext,
  { addressHash, signature, isStopped, client }: MailStopLink,
): Promise<string | null> {
  requireMailStopLink(context, addressHash, signature);
  return context.database.transaction(async tx => {
    const holder = await tx.maybe(
      row({ id: uuid }),
      sql`select id from users where mail_address_hash(email) = decode(${addressHash}, 'hex')`,
    );
    await setStop(tx, context, { addressHash, isStopped, userId: holder?.id, actor: VISITOR, client });
    return holder?.id ?? null;
  });
}

/**
 * The same from the account. Only for a confirmed address: any other may belong to someone else, who has stopped mail or is
 * yet to sign up.
 */
export function setMailStop(
  context: AccountsContext,
  { userId }: Principal,
  { isStopped, client }: { readonly isStopped: boolean; readonly client: ClientInfo },
): Promise<void> {
  return context.database.transaction(async tx => {
    const { email, emailConfirmedAt } = await lockUser(tx, userId);
    if (emailConfirmedAt === null) throw new Problem('conflict', reason('email-unconfirmed'));
    const { addressHash } = await tx.one(
      row({ address_hash: text }),
      sql`select encode(mail_address_hash(${email}), 'hex') as address_hash`,
    );
    await setStop(tx, context, {
      addressHash,
      isStopped,
      userId,
      actor: { kind: 'user', id: userId },
      client,
    });
  });
}

export function mailStopUrl(
  { keys, origin }: Pick<AccountsContext, 'keys' | 'origin'>,
  addressHash: string,
): string {
  return `${origin}/mail/stop?of=${addressHash}&sign=${keys.sign('mail-stop', addressHash)}`;
}

export function requireMailStopLink(
  { keys }: Pick<AccountsContext, 'keys'>,
  addressHash: string,
  signature: string,
): void {
  if (!/^[0-9a-f]{64}$/.test(addressHash) || !keys.verify('mail-stop', addressHash, signature))
    throw new Problem('link-used');
}

async function setStop(
  tx: Transaction,
  context: AccountsContext,
  { addressHash, isStopped, userId, actor, client }: StopChange,
): Promise<void> {
  const changed = await tx.execute(
    isStopped
      ? sql`
          insert into mail_stops (address_hash, stopped_at)
          values (decode(${addressHash}, 'hex'), ${new Date(context.clock.now())})
          on conflict (address_hash) do nothing
        `
      : sql`delete from mail_stops where address_hash = decode(${addressHash}, 'hex')`,
  );
  if (changed === 0) return;
  const subject = userId === undefined ? undefined : ({ kind: 'user', id: userId } as const);
  await audit(tx, context, { actor, action: isStopped ? 'mail.stopped' : 'mail.resumed', subject, client });
}

const VISITOR = { kind: 'visitor' } as const;

export interface MailStopLink {
  readonly addressHash: string;
  readonly signature: string;
  readonly isStopped: boolean;
  readonly client: ClientInfo;
}

interface StopChange {
  readonly addressHash: string;
  readonly isStopped: boolean;
  readonly userId: string | undefined;
  readonly actor: Actor;
  readonly client: ClientInfo;
}
