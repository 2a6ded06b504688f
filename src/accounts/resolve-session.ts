import { isRole, type Principal, type SessionCredential } from '../model/principal.ts';
import {
  bool,
  bytea,
  nullable,
  type RowOf,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { audit } from './audit.ts';
import { bestEffort } from './best-effort.ts';
import type { AccountsContext } from './context.ts';
import { hashSecret, newSecret, sameHash } from './secrets.ts';
import { formatSessionCookie, parseSessionCookie } from './session-cookie.ts';
import { endOf } from './sessions.ts';

/**
 * A session secret rotates once a day, so that a stolen one works for a day at most and exposes the thief. Requests run
 * in parallel and responses get lost, so the previous secret stays valid for a short time:
 *
 *   settled   -- current secret, a day old ------> rotated: this response sets a new secret
 *   rotated   -- previous secret, within 60 s ---> valid: that request was already sent
 *             -- new secret comes back ----------> settled
 *             -- previous secret, after 60 s ----> rotated again: the response with the new one was lost
 *   settled   -- previous secret, within 60 s ---> valid
 *             -- previous secret, after 60 s ----> two parties use this session: it ends
 *
 * Only one of many requests rotates (compare and set on the secret); the others see the outcome.
 */
export async function resolveSession(
  context: AccountsContext,
  cookieValue: string,
): Promise<ResolvedSession | null> {
  const cookie = parseSessionCookie(cookieValue);
  if (!cookie) return null;
  const presented = hashSecret(cookie.secret);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const session = await findSession(context, cookie.id);
    if (!session) return null;
    const step = decide(session, presented, context.clock.now());
    if (step === 'refuse') return null;
    if (step === 'end') return endForReuse(context, session);
    if (step === 'accept') return accept(context, session, presented);
    const rotatedCookie = await rotate(context, session, presented);
    // 'lost': another request has rotated or ended the session. Read it again.
    if (rotatedCookie !== 'lost') return accept(context, session, presented, rotatedCookie);
  }
  return null;
}

function decide(session: SessionRow, presented: Buffer, now: number): SessionDecision {
  const age = now - session.rotatedAt.getTime();
  if (sameHash(session.secretHash, presented)) return age >= ROTATE_AFTER_MS ? 'rotate' : 'accept';
  const isPrevious = session.previousSecretHash && sameHash(session.previousSecretHash, presented);
  if (!isPrevious) return 'refuse';
  if (age < GRACE_MS) return 'accept';
  return session.rotationSeen ? 'end' : 'rotate';
}

/** Valid sessions of people who may sign in. */
async function findSession(context: AccountsContext, id: string): Promise<SessionRow | null> {
  const session = await context.database.maybe(
    SessionRow,
    sql`
      select
        sessions.id, sessions.user_id, secret_hash, previous_secret_hash, rotated_at, rotation_seen,
        last_used_at, proven_at, expires_at, roles, method, second_factor_at, confirmed_at
      from sessions
      join users on users.id = sessions.user_id
      left join second_factors on second_factors.user_id = sessions.user_id
      where sessions.id = ${id} and disabled_at is null and erased_at is null
    `,
  );
  return session && endOf(context, session).getTime() > context.clock.now() ? session : null;
}

/** The new cookie; 'lost' when the row had changed; undefined when the database refused the write. */
async function rotate(context: AccountsContext, session: SessionRow, presented: Buffer) {
  const secret = newSecret(context.random);
  const rotated = await bestEffort(context, 'rotate session', () =>
    context.database.execute(sql`
      update sessions
      set secret_hash = ${hashSecret(secret)}, previous_secret_hash = ${presented},
        rotated_at = ${new Date(context.clock.now())}, rotation_seen = false
      where id = ${session.id} and secret_hash = ${session.secretHash}
    `),
  );
  if (rotated === undefined) return undefined;
  return rotated === 0 ? 'lost' : formatSessionCookie({ id: session.id, secret });
}

async function accept(
  context: AccountsContext,
  session: SessionRow,
  presented: Buffer,
  rotatedCookie?: string,
): Promise<ResolvedSession> {
  const now = context.clock.now();
  const isCurrent = rotatedCookie === undefined && sameHash(session.secretHash, presented);
  const replacedAt = rotatedCookie === undefined ? session.rotatedAt.getTime() : now;
  const secretEnd = isCurrent ? Number.POSITIVE_INFINITY : replacedAt + GRACE_MS;
  const confirms = isCurrent && !session.rotationSeen;
  if (confirms || now - session.lastUsedAt.getTime() >= TOUCH_AFTER_MS) {
    await bestEffort(context, 'record session use', () =>
      confirms ? recordArrival(context, session, presented) : recordUse(context, session),
    );
  }
  return {
    principal: {
      userId: session.userId,
      roles: session.roles.filter(isRole),
      credential: {
        kind: 'session',
        id: session.id,
        provenAt: session.provenAt.getTime(),
        ...waiting(context, session),
      },
    },
    goodUntil: Math.min(endOf(context, session).getTime(), secretEnd),
    ...(rotatedCookie === undefined ? {} : { rotatedCookie }),
  };
}

/** A passkey verifies its owner itself, so it is a second factor already. */
function waiting({ config }: AccountsContext, session: SessionRow): Pick<SessionCredential, 'awaits'> {
  if (session.method === 'passkey') return {};
  const { secondFactorAt, confirmedAt } = session;
  if (confirmedAt) return secondFactorAt && secondFactorAt >= confirmedAt ? {} : { awaits: 'code' };
  const isRequired = config.requireSecondFactor.some(role => session.roles.includes(role));
  return isRequired ? { awaits: 'enrolment' } : {};
}

/** Does not wait for the disk: a use that a crash loses is recorded with the next one. */
function recordUse({ database, clock }: AccountsContext, { id }: SessionRow) {
  return database.execute(sql`
    with soon as materialized (select set_config('synchronous_commit', 'off', true))
    update sessions set last_used_at = greatest(last_used_at, ${new Date(clock.now())}) from soon where id = ${id}
  `);
}

/** Records the use and, when the current secret was presented, that the last rotation has arrived. */
function recordArrival({ database, clock }: AccountsContext, { id }: SessionRow, presented: Buffer) {
  return database.execute(sql`
    update sessions
    set last_used_at = greatest(last_used_at, ${new Date(clock.now())}),
      rotation_seen = rotation_seen or secret_hash = ${presented}
    where id = ${id}
  `);
}

function endForReuse(context: AccountsContext, { id, userId }: SessionRow): Promise<null> {
  return context.database.transaction(async tx => {
    const ended = await tx.execute(sql`delete from sessions where id = ${id}`);
    if (ended === 0) return null;
    await context.changes.announce(tx, userId);
    await audit(tx, context, {
      actor: { kind: 'system' },
      action: 'session.secret-reused',
      subject: { kind: 'session', id },
      detail: { userId },
    });
    tx.afterCommit(() => context.telemetry.log.warn('session.secret_reused', { userId }));
    return null;
  });
}

export const ROTATE_AFTER_MS = 24 * 3_600_000;
export const GRACE_MS = 60_000;
const TOUCH_AFTER_MS = 60_000;
const MAX_ATTEMPTS = 3;

const SessionRow = row({
  id: uuid,
  user_id: uuid,
  secret_hash: bytea,
  previous_secret_hash: nullable(bytea),
  rotated_at: timestamptz,
  rotation_seen: bool,
  last_used_at: timestamptz,
  proven_at: timestamptz,
  expires_at: timestamptz,
  roles: textArray,
  method: text,
  second_factor_at: nullable(timestamptz),
  confirmed_at: nullable(timestamptz),
});
type SessionRow = RowOf<typeof SessionRow>;

type SessionDecision = 'accept' | 'rotate' | 'refuse' | 'end';

export interface ResolvedSession {
  readonly principal: Principal;
  /** When this cookie value expires if nothing changes. */
  readonly goodUntil: number;
  /** Set this cookie in the response: the secret was rotated. */
  readonly rotatedCookie?: string;
}
