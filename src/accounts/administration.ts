import { Problem } from '../errors.ts';
import type { Role } from '../model/principal.ts';
import type { Transaction } from '../platform/database/port.ts';
import { row, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { type Actor, type AuditAction, audit } from './audit.ts';
import type { AccountsContext, Client } from './context.ts';
import { requireNotLastOperator } from './operators.ts';
import { endAllSessions } from './sessions.ts';
import { lockUser, toUser, USER_COLUMNS, type User, UserRow } from './users.ts';

/** AUTH-2: gives somebody exactly these roles, beside reader, which everybody is. In force at once. */
export function setRoles(
  context: AccountsContext,
  { userId, roles, ...by }: AdministrativeAct & { readonly roles: readonly Role[] },
): Promise<User> {
  return context.database.transaction(async tx => {
    const next = [...new Set<Role>(['reader', ...roles])];
    if (!next.includes('operator')) await requireNotLastOperator(tx, userId);
    const before = await lockUser(tx, userId);
    if (sameRoles(before.roles, next)) return before;
    const after = await tx.one(
      UserRow,
      sql`
        update users set roles = ${next}::text[], updated_at = ${new Date(context.clock.now())}
        where id = ${userId}
        returning ${USER_COLUMNS}
      `,
    );
    await context.changes.announce(tx, userId);
    await note(tx, context, 'roles.changed', { userId, ...by }, { before: before.roles, after: next });
    return toUser(after);
  });
}

/** Ends every session at once and lets nobody in by any means until the account is enabled again. */
export function disableUser(context: AccountsContext, act: AdministrativeAct): Promise<User> {
  return context.database.transaction(async tx => {
    await requireNotLastOperator(tx, act.userId);
    const before = await lockUser(tx, act.userId);
    if (before.disabledAt) return before;
    const after = await setDisabled(tx, context, act.userId, new Date(context.clock.now()));
    await endAllSessions(tx, context, act.userId);
    await tx.execute(sql`delete from one_time_links where user_id = ${act.userId}`);
    await note(tx, context, 'account.disabled', act);
    return after;
  });
}

export function enableUser(context: AccountsContext, act: AdministrativeAct): Promise<User> {
  return context.database.transaction(async tx => {
    const before = await lockUser(tx, act.userId);
    if (!before.disabledAt) return before;
    await refuseDuringErasure(tx, act.userId);
    const after = await setDisabled(tx, context, act.userId, null);
    await context.changes.announce(tx, act.userId);
    await note(tx, context, 'account.enabled', act);
    return after;
  });
}

/** Ends every session of somebody; returns how many. */
export function endSessionsOf(context: AccountsContext, act: AdministrativeAct): Promise<number> {
  return context.database.transaction(async tx => {
    await lockUser(tx, act.userId);
    const ended = await endAllSessions(tx, context, act.userId);
    await note(tx, context, 'session.ended', act, { ended });
    return ended;
  });
}

/** Somebody who asked to be erased is disabled until it is done; enabling them would reopen what is being taken away. */
async function refuseDuringErasure(tx: Transaction, userId: string): Promise<void> {
  const pending = await tx.maybe(
    row({ user_id: uuid }),
    sql`select user_id from erasures where user_id = ${userId}`,
  );
  if (pending) throw new Problem('conflict', 'This account is being erased.');
}

async function setDisabled(
  tx: Transaction,
  context: AccountsContext,
  userId: string,
  disabledAt: Date | null,
): Promise<User> {
  const after = await tx.one(
    UserRow,
    sql`
      update users set disabled_at = ${disabledAt}, updated_at = ${new Date(context.clock.now())}
      where id = ${userId}
      returning ${USER_COLUMNS}
    `,
  );
  return toUser(after);
}

function note(
  tx: Transaction,
  context: AccountsContext,
  action: AuditAction,
  { actor, userId, client }: AdministrativeAct,
  detail?: Record<string, number | readonly string[]>,
): Promise<void> {
  return audit(tx, context, { actor, action, subject: { kind: 'user', id: userId }, client, detail });
}

function sameRoles(a: readonly Role[], b: readonly Role[]): boolean {
  return a.length === b.length && a.every(role => b.includes(role));
}

/** Something done to somebody's account by somebody who may; the server has checked that they may. */
export interface AdministrativeAct {
  readonly actor: Actor;
  readonly userId: string;
  readonly client?: Client | undefined;
}
