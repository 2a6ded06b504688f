import { invalidInput, Problem } from '../errors.ts';
import {
  isForOperators,
  isRole,
  isScope,
  type Principal,
  type Role,
  SCOPES,
  type Scope,
} from '../model/principal.ts';
import type { Transaction } from '../platform/database/port.ts';
import {
  int8,
  nullable,
  type RowOf,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { reason } from '../reasons.ts';
import { audit } from './audit.ts';
import { bestEffort } from './best-effort.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { cleanName } from './names.ts';
import { lockProven, requireRecentProof } from './proof.ts';
import { hashSecret, looksLikeApiToken, newApiToken } from './secrets.ts';

/**
 * Creates a personal API token; its secret is only in this result. It requires a recent proof of identity: a stolen
 * cookie must not become a lasting credential, and a leaked token must not renew itself.
 */
export async function createToken(
  context: AccountsContext,
  principal: Principal,
  input: NewApiToken,
): Promise<{ token: TokenSummary; secret: string }> {
  requireRecentProof(context, principal);
  const { userId } = principal;
  const { name, scopes, expiresAt } = checked(context, principal, input);
  const secret = newApiToken(context.random);
  return context.database.transaction(async tx => {
    // The lock also serialises the count of concurrent creations.
    await lockProven(tx, principal);
    await refuseTooMany(tx, userId);
    const token = await tx.one(
      TokenRow,
      sql`
        insert into api_tokens (id, user_id, name, secret_hash, scopes, created_at, expires_at)
        values (
          ${context.newId()}, ${userId}, ${name}, ${hashSecret(secret)}, ${scopes}::text[],
          ${new Date(context.clock.now())}, ${expiresAt}
        )
        returning id, name, scopes, created_at, last_used_at, expires_at
      `,
    );
    await audit(tx, context, {
      actor: { kind: 'user', id: userId },
      action: 'token.created',
      subject: { kind: 'token', id: token.id },
      client: input.client,
      detail: { scopes },
    });
    return { token: toSummary(token), secret };
  });
}

/** The person's tokens, newest first, expired ones included. */
export async function listTokens(context: AccountsContext, userId: string): Promise<TokenSummary[]> {
  const rows = await context.database.many(
    TokenRow,
    sql`
      select id, name, scopes, created_at, last_used_at, expires_at
      from api_tokens
      where user_id = ${userId}
      order by created_at desc, id desc
    `,
  );
  return rows.map(toSummary);
}

/** Revokes one token of the person. Another person's token is not found. */
export function revokeToken(
  context: AccountsContext,
  { userId }: Principal,
  { tokenId, client }: { tokenId: string; client: ClientInfo },
): Promise<void> {
  return context.database.transaction(async tx => {
    const revoked = await tx.execute(
      sql`delete from api_tokens where id = ${tokenId} and user_id = ${userId}`,
    );
    if (revoked === 0) throw new Problem('not-found');
    await context.changes.announce(tx, userId);
    await audit(tx, context, {
      actor: { kind: 'user', id: userId },
      action: 'token.revoked',
      subject: { kind: 'token', id: tokenId },
      client,
    });
  });
}

/** Revokes all tokens of a person as part of a larger change, which is audited instead; returns how many. */
export async function revokeAllTokens(
  tx: Transaction,
  context: AccountsContext,
  userId: string,
): Promise<number> {
  const revoked = await tx.execute(sql`delete from api_tokens where user_id = ${userId}`);
  await context.changes.announce(tx, userId);
  return revoked;
}

/** The principal of a token, or null. Malformed tokens are rejected without a query. */
export async function resolveToken(context: AccountsContext, secret: string): Promise<ResolvedToken | null> {
  if (!looksLikeApiToken(secret)) return null;
  const now = context.clock.now();
  const found = await context.database.maybe(
    ResolvedRow,
    sql`
      select api_tokens.id, user_id, scopes, last_used_at, expires_at, roles
      from api_tokens
      join users on users.id = user_id
      where secret_hash = ${hashSecret(secret)} and disabled_at is null and erased_at is null
    `,
  );
  const goodUntil = found?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (!found || goodUntil <= now) return null;
  if (now - (found.lastUsedAt?.getTime() ?? 0) >= TOUCH_AFTER_MS) {
    await bestEffort(context, 'record token use', () => recordUse(context, found.id));
  }
  const roles = found.roles.filter(isRole);
  return {
    principal: {
      userId: found.userId,
      roles,
      credential: { kind: 'token', id: found.id, scopes: scopesInForce(found.scopes, roles) },
    },
    goodUntil,
  };
}

/** A token never allows more than its person may do now: operator scopes are inactive while they are not one. */
export function scopesInForce(scopes: readonly string[], roles: readonly Role[]): Scope[] {
  return scopes.filter(isScope).filter(scope => !isForOperators(scope) || roles.includes('operator'));
}

function checked(context: AccountsContext, { roles }: Principal, input: NewApiToken) {
  const name = cleanName(input.name);
  const scopes = [...new Set(input.scopes)];
  const now = context.clock.now();
  if (name === null) throw invalidInput('/name', reason('visible-length-between', { min: 1, max: 80 }));
  if (scopes.length === 0)
    throw invalidInput('/scopes', reason('scopes-required', { scopes: Object.keys(SCOPES).join(', ') }));
  if (input.expiresAt && input.expiresAt.getTime() <= now)
    throw invalidInput('/expiresAt', reason('future-time-required'));
  if (scopesInForce(scopes, roles).length < scopes.length)
    throw new Problem('forbidden', reason('operator-scopes'));
  return { name, scopes, expiresAt: input.expiresAt };
}

async function refuseTooMany(tx: Transaction, userId: string): Promise<void> {
  const { count } = await tx.one(
    row({ count: int8 }),
    sql`select count(*) as count from api_tokens where user_id = ${userId}`,
  );
  if (count >= MAX_TOKENS) throw new Problem('conflict', reason('too-many-tokens', { max: MAX_TOKENS }));
}

/** Does not wait for the disk: a use that a crash loses is recorded with the next one. */
function recordUse({ database, clock }: AccountsContext, id: string): Promise<number> {
  return database.execute(sql`
    with soon as materialized (select set_config('synchronous_commit', 'off', true))
    update api_tokens set last_used_at = ${new Date(clock.now())} from soon where id = ${id}
  `);
}

function toSummary({ scopes, ...rest }: RowOf<typeof TokenRow>): TokenSummary {
  return { ...rest, scopes: scopes.filter(isScope) };
}

export const MAX_TOKENS = 100;
const TOUCH_AFTER_MS = 60_000;

const TokenRow = row({
  id: uuid,
  name: text,
  scopes: textArray,
  created_at: timestamptz,
  last_used_at: nullable(timestamptz),
  expires_at: nullable(timestamptz),
});

const ResolvedRow = row({
  id: uuid,
  user_id: uuid,
  scopes: textArray,
  last_used_at: nullable(timestamptz),
  expires_at: nullable(timestamptz),
  roles: textArray,
});

export interface NewApiToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null for a token that lasts until it is revoked. */
  readonly expiresAt: Date | null;
  readonly client: ClientInfo;
}

export interface TokenSummary {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
}

export interface ResolvedToken {
  readonly principal: Principal;
  readonly goodUntil: number;
}
