import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { bool, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { requireRemainingSignIn } from '../passkeys/sign-in-methods.ts';
import { lockProven } from '../proof.ts';
import type { ProvenIdentity } from './person.ts';

/** The account that an identity belongs to, if any. */
export function findIdentity(
  queryable: Queryable,
  { issuer, subject }: ProvenIdentity,
): Promise<IdentityOwner | null> {
  return queryable.maybe(
    OwnerRow,
    sql`
      select user_id, disabled_at is null and erased_at is null as active, email_confirmed_at is null as is_unconfirmed
      from identities
      join users on users.id = user_id
      where issuer = ${issuer} and subject = ${subject}
    `,
  );
}

/** Serialises callbacks for one identity, so that the second finds the account of the first. */
export async function lockIdentity(tx: Transaction, { issuer, subject }: ProvenIdentity): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`);
}

export async function addIdentity(
  tx: Transaction,
  context: AccountsContext,
  { issuer, subject }: ProvenIdentity,
  { userId, client }: { userId: string; client: ClientInfo },
): Promise<void> {
  const now = new Date(context.clock.now());
  await tx.execute(sql`
    insert into identities (issuer, subject, user_id, created_at, last_used_at)
    values (${issuer}, ${subject}, ${userId}, ${now}, ${now})
  `);
  await noteChange(tx, context, 'identity.linked', { userId, issuer, client });
}

export async function markUsed(
  tx: Transaction,
  context: AccountsContext,
  { issuer, subject }: ProvenIdentity,
): Promise<void> {
  await tx.execute(sql`
    update identities set last_used_at = ${new Date(context.clock.now())}
    where issuer = ${issuer} and subject = ${subject}
  `);
}

/** A person's identities. Their id is a hash, because issuer and subject do not fit into paths. */
export function listIdentities(
  context: Pick<AccountsContext, 'database'>,
  userId: string,
): Promise<LinkedIdentity[]> {
  return context.database.many(
    LinkedRow,
    sql`
      select ${IDENTITY_ID} as id, issuer, created_at, last_used_at
      from identities
      where user_id = ${userId}
      order by created_at, id
    `,
  );
}

export function unlinkIdentity(
  context: AccountsContext,
  principal: Principal,
  identityId: string,
  client: ClientInfo,
): Promise<void> {
  return context.database.transaction(async tx => {
    const { id: userId } = await lockProven(tx, principal);
    const removed = await tx.maybe(
      row({ issuer: text }),
      sql`delete from identities where user_id = ${userId} and ${IDENTITY_ID} = ${identityId} returning issuer`,
    );
    if (!removed) throw new Problem('not-found');
    await requireRemainingSignIn(tx, userId);
    await noteChange(tx, context, 'identity.unlinked', { userId, issuer: removed.issuer, client });
  });
}

/** The subject stays out of the audit log: some providers use an email address. */
function noteChange(
  tx: Transaction,
  context: AccountsContext,
  action: 'identity.linked' | 'identity.unlinked',
  { userId, issuer, client }: { userId: string; issuer: string; client: ClientInfo },
): Promise<void> {
  return audit(tx, context, {
    actor: { kind: 'user', id: userId },
    action,
    subject: { kind: 'user', id: userId },
    client,
    detail: { issuer },
  });
}

const IDENTITY_ID = sql`encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex')`;

const OwnerRow = row({ user_id: uuid, active: bool, is_unconfirmed: bool });
const LinkedRow = row({ id: text, issuer: text, created_at: timestamptz, last_used_at: timestamptz });

export type IdentityOwner = RowOf<typeof OwnerRow>;
export type LinkedIdentity = RowOf<typeof LinkedRow>;
