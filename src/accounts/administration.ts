import { Problem } from '../errors.ts';
import type { Role } from '../model/principal.ts';
import type { Transaction } from '../platform/database/port.ts';
import { row, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { reason } from '../reasons.ts';
import { type Actor, type AuditAction, audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { voidLinks } from './one-time-links.ts';
import { requireNotLastOperator } from './operators.ts';
import { endAllSessions } from './sessions.ts';
import { lockUser, toUser, USER_COLUMNS, type User, UserRow } from './users.ts';

/** AUTH-2: replaces the roles of a person. Every account keeps the role `reader`. Takes effect immediately. */
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

/** Ends every session and refuses every sign-in until the account is enabled again. */
export function disableUser(context: AccountsContext, act: AdministrativeAct): Promise<User> {
  return context.database.transaction(async tx => {
    await requireNotLastOperator(tx, act.userId);
    const before = await lockUser(tx, act.userId);
    if (before.disabledAt) return before;
    const after = await setDisabled(tx, context, act.userId, new Date(context.clock.now()));
    await endAllSessions(tx, context, act.userId);
    await voidLinks(tx, act.userId);
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

/** Ends every session of a person; returns how many. */
export function endSessionsOf(context: AccountsContext, act: AdministrativeAct): Promise<number> {
  return context.database.transaction(async tx => {
    await lockUser(tx, act.userId);
    const ended = await endAllSessions(tx, context, act.userId);
    await note(tx, context, 'session.ended', act, { ended });
    return ended;
  });
}

/** An account that is being erased stays disabled: enabling it would reopen what is being removed. */
async function refuseDuringErasure(tx: Transaction, userId: string): Promise<void> {
  const pending = await tx.maybe(
    row({ user_id: uuid }),
    sql`select user_id from erasures where user_id = ${userId}`,
  );
  if (pending) throw new Problem('conflict', reason('account-being-erased'));
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

/** A change to an account by an authorised person; the server has checked the authorisation. */
export interface AdministrativeAct {
  readonly actor: Actor;
  readonly userId: string;
  readonly client?: ClientInfo | undefined;
}
