import { Problem } from '../errors.ts';
import type { Queryable } from '../platform/database/port.ts';
import { nullable, row, text, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import type { AccountsContext } from './context.ts';
import { hashSecret, looksLikeSecret, newSecret } from './secrets.ts';

/**
 * Creates a link that works once. The caller holds a lock that serialises links of the same kind: the new link replaces
 * earlier ones.
 */
export async function createLink(
  tx: Queryable,
  context: AccountsContext,
  { purpose, userId, lifetimeMs = LINK_LIFETIME_MS }: LinkUse,
): Promise<OneTimeLink> {
  const secret = newSecret(context.random);
  const now = context.clock.now();
  const expiresAt = new Date(now + lifetimeMs);
  await tx.execute(sql`
    delete from one_time_links
    where purpose = ${purpose} and user_id is not distinct from ${userId}::uuid
  `);
  await tx.execute(sql`
    insert into one_time_links (secret_hash, purpose, user_id, created_at, expires_at)
    values (${hashSecret(secret)}, ${purpose}, ${userId}, ${new Date(now)}, ${expiresAt})
  `);
  return { secret, expiresAt };
}

/** Looks up the holder of a link without using it up, to show its page. Null when the link is invalid. */
export async function peekLink(
  context: AccountsContext,
  secret: string,
  ...purposes: readonly LinkPurpose[]
): Promise<LinkHolder | null> {
  if (!looksLikeSecret(secret)) return null;
  return context.database.maybe(
    Holder,
    sql`
      select purpose, user_id from one_time_links
      where secret_hash = ${hashSecret(secret)} and purpose = any (${purposes}::text[])
        and expires_at > ${new Date(context.clock.now())}
    `,
  );
}

/** Uses the link up if the transaction commits. Of two concurrent attempts the second waits and finds nothing. */
export async function takeLink(
  tx: Queryable,
  context: AccountsContext,
  secret: string,
  ...purposes: readonly LinkPurpose[]
): Promise<LinkHolder> {
  const taken = await tx.maybe(
    Holder,
    sql`
      delete from one_time_links
      where secret_hash = ${hashSecret(secret)} and purpose = any (${purposes}::text[])
        and expires_at > ${new Date(context.clock.now())}
      returning purpose, user_id
    `,
  );
  if (!taken) throw new Problem('link-used');
  return taken;
}

/** Voids the unused links of a person. The caller holds the lock on the person's row. */
export function voidLinks(
  tx: Queryable,
  userId: string,
  purposes: readonly LinkPurpose[] = [...PASSWORD_LINKS, 'confirm-email'],
): Promise<number> {
  return tx.execute(sql`
    delete from one_time_links where user_id = ${userId} and purpose = any (${purposes}::text[])
  `);
}

/** Both lead to a new password. Only one of them was mailed, so a request by mail does not void what an operator handed over. */
export const PASSWORD_LINKS = ['new-password', 'reset-password'] as const;

/** Links are read out, printed or sent by hand, so they are valid for a day. */
export const LINK_LIFETIME_MS = 24 * 3_600_000;

const Holder = row({ purpose: text, user_id: nullable(uuid) });

export type LinkPurpose = 'first-operator' | 'confirm-email' | (typeof PASSWORD_LINKS)[number];

export interface LinkUse {
  readonly purpose: LinkPurpose;
  readonly userId: string | null;
  readonly lifetimeMs?: number;
}

export interface LinkHolder {
  readonly purpose: string;
  readonly userId: string | null;
}

export interface OneTimeLink {
  readonly secret: string;
  readonly expiresAt: Date;
}
