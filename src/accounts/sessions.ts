import { Problem } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { Queryable, Transaction } from '../platform/database/port.ts';
import { type RowOf, row, text, timestamptz, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { type Actor, audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { formatSessionCookie } from './session-cookie.ts';

/**
 * A session is always new: its id and secret are generated here, after the person has proved their identity, and never
 * taken from a request. This prevents session fixation.
 */
export async function createSession(
  tx: Queryable,
  context: AccountsContext,
  { userId, method, client, secondFactorPassed = false }: NewSession,
): Promise<CreatedSession> {
  const id = context.newId();
  const secret = newSecret(context.random);
  const now = context.clock.now();
  const expiresAt = new Date(now + context.config.sessionLength);
  await deleteIdleSessions(tx, context, userId);
  await tx.execute(sql`
    insert into sessions (
      id, user_id, secret_hash, method, user_agent, address,
      created_at, rotated_at, last_used_at, proven_at, second_factor_at, expires_at
    )
    select
      ${id}, ${userId}, ${hashSecret(secret)}, ${method}, ${client.userAgent}, ${client.address},
      moment, moment, moment, moment, ${secondFactorPassed ? new Date(now) : null}, ${expiresAt}
    from (values (${new Date(now)}::timestamptz)) as present (moment)
  `);
  return { id, cookie: formatSessionCookie({ id, secret }), expiresAt };
}

/** Deletes the idle sessions of a person who signs in again. */
async function deleteIdleSessions(tx: Queryable, context: AccountsContext, userId: string): Promise<void> {
  const idleSince = new Date(context.clock.now() - context.config.sessionIdle);
  await tx.execute(sql`delete from sessions where user_id = ${userId} and last_used_at <= ${idleSince}`);
}

/** The person's valid sessions, most recently used first. */
export async function listSessions(context: AccountsContext, userId: string): Promise<SessionSummary[]> {
  const now = context.clock.now();
  const rows = await context.database.many(
    SummaryRow,
    sql`
      select id, method, user_agent, address, created_at, last_used_at, proven_at, expires_at
      from sessions
      where user_id = ${userId}
        and expires_at > ${new Date(now)}
        and last_used_at > ${new Date(now - context.config.sessionIdle)}
      order by last_used_at desc, id desc
      limit 500
    `,
  );
  return rows.map(session => ({ ...session, expiresAt: endOf(context, session) }));
}

/** Ends the session of the request. Does nothing for other kinds of credential. */
export function signOut(
  context: AccountsContext,
  principal: Principal,
  client: ClientInfo,
): Promise<boolean> {
  const { userId, credential } = principal;
  if (credential.kind !== 'session') return Promise.resolve(false);
  return context.database.transaction(tx =>
    end(tx, context, {
      userId,
      sessionId: credential.id,
      actor: { kind: 'user', id: userId },
      client,
      action: 'session.signed-out',
    }),
  );
}

/** Ends one session of the person. A session of another person is "not found". */
export async function endSession(context: AccountsContext, ending: SessionEnding): Promise<void> {
  const ended = await context.database.transaction(tx =>
    end(tx, context, { ...ending, action: 'session.ended' }),
  );
  if (!ended) throw new Problem('not-found');
}

/** Ends all sessions of the person except the current one; returns how many. */
export function endOtherSessions(
  context: AccountsContext,
  { userId, credential }: Principal,
  client: ClientInfo,
): Promise<number> {
  return context.database.transaction(async tx => {
    const ended = await endAllSessions(tx, context, userId, credential.id);
    await audit(tx, context, {
      actor: { kind: 'user', id: userId },
      action: 'session.others-ended',
      subject: { kind: 'user', id: userId },
      client,
      detail: { ended },
    });
    return ended;
  });
}

/** Ends every session of a person, or all but one, as part of a larger change, which is audited instead. */
export async function endAllSessions(
  tx: Transaction,
  context: AccountsContext,
  userId: string,
  exceptId?: string,
): Promise<number> {
  const ended = await tx.execute(sql`
    delete from sessions where user_id = ${userId} and id is distinct from ${exceptId ?? null}
  `);
  await context.changes.announce(tx, userId);
  return ended;
}

/** Records that the person of a session has just confirmed their identity. */
export async function markProven(
  tx: Transaction,
  context: AccountsContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const marked = await tx.execute(sql`
    update sessions set proven_at = ${new Date(context.clock.now())}
    where id = ${sessionId} and user_id = ${userId}
  `);
  if (marked === 0) throw new Problem('not-signed-in');
  await context.changes.announce(tx, userId);
}

/** When the session expires if it is not used again. */
export function endOf(
  { config }: Pick<AccountsContext, 'config'>,
  { lastUsedAt, expiresAt }: { lastUsedAt: Date; expiresAt: Date },
): Date {
  return new Date(Math.min(lastUsedAt.getTime() + config.sessionIdle, expiresAt.getTime()));
}

async function end(
  tx: Transaction,
  context: AccountsContext,
  { userId, sessionId, actor, client, action }: SessionEnding & { action: EndingAction },
): Promise<boolean> {
  const ended = await tx.execute(sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`);
  if (ended === 0) return false;
  await context.changes.announce(tx, userId);
  await audit(tx, context, { actor, action, subject: { kind: 'session', id: sessionId }, client });
  return true;
}

const SummaryRow = row({
  id: uuid,
  method: text,
  user_agent: text,
  address: text,
  created_at: timestamptz,
  last_used_at: timestamptz,
  proven_at: timestamptz,
  expires_at: timestamptz,
});

export type SessionSummary = RowOf<typeof SummaryRow>;
export type SignInMethod = 'password' | 'passkey' | 'oidc' | 'link';
type EndingAction = 'session.ended' | 'session.signed-out';

export interface NewSession {
  readonly userId: string;
  readonly method: SignInMethod;
  readonly client: ClientInfo;
  /** It replaces a complete session. */
  readonly secondFactorPassed?: boolean;
}

export interface CreatedSession {
  readonly id: string;
  /** The value of the cookie, stored nowhere. */
  readonly cookie: string;
  readonly expiresAt: Date;
}

export interface SessionEnding {
  readonly userId: string;
  readonly sessionId: string;
  readonly actor: Actor;
  readonly client?: ClientInfo | undefined;
}
