import { createHmac } from 'node:crypto';
import { isUuid } from '../../lib/ids.ts';
import { localPath } from '../../lib/local-path.ts';
import { type RowOf, row, text } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import type { AccountsContext } from '../context.ts';
import { hashSecret, looksLikeSecret, newSecret } from '../secrets.ts';

/**
 * A sign-in in progress at the provider. It is valid once, for ten minutes, and only in the browser that started it:
 * that browser holds a secret, of which the database stores only the hash. Nonce and PKCE verifier are derived from the
 * secret, so nothing stored could complete the sign-in.
 *
 *   state = id of the row    nonce = HMAC(secret, nonce)    verifier = HMAC(secret, verifier)
 */
export async function startAttempt(
  context: AccountsContext,
  { returnTo, intent, userId }: AttemptUse,
): Promise<StartedAttempt> {
  const state = context.newId();
  const browserBinding = newSecret(context.random);
  await context.database.execute(sql`
    insert into sign_in_challenges (id, purpose, user_id, detail, expires_at)
    values (
      ${state}, 'oidc', ${userId},
      ${json({ binding: stored(browserBinding), returnTo: localPath(returnTo), intent })}::jsonb,
      ${new Date(context.clock.now() + ATTEMPT_LIFETIME_MS)}
    )
  `);
  return { state, browserBinding, ...derived(browserBinding) };
}

/** Uses up the attempt; null when this browser and person have no valid one. */
export async function takeAttempt(
  context: AccountsContext,
  { state, browserBinding, userId }: AttemptClaim,
): Promise<TakenAttempt | null> {
  if (state === null || !isUuid(state) || browserBinding === undefined || !looksLikeSecret(browserBinding))
    return null;
  const taken = await context.database.maybe(
    AttemptRow,
    sql`
      delete from sign_in_challenges
      where id = ${state} and purpose = 'oidc' and user_id is not distinct from ${userId}::uuid
        and detail ->> 'binding' = ${stored(browserBinding)}
        and expires_at > ${new Date(context.clock.now())}
      returning detail ->> 'returnTo' as return_to, detail ->> 'intent' as intent
    `,
  );
  return taken && { ...taken, state, ...derived(browserBinding) };
}

function stored(browserBinding: string): string {
  return hashSecret(browserBinding).toString('base64url');
}

function derived(browserBinding: string): { nonce: string; verifier: string } {
  const derive = (use: string) => createHmac('sha256', browserBinding).update(use).digest('base64url');
  return { nonce: derive('nonce'), verifier: derive('verifier') };
}

export const ATTEMPT_LIFETIME_MS = 10 * 60_000;

const AttemptRow = row({ return_to: text, intent: text });

export interface AttemptUse {
  readonly returnTo: unknown;
  readonly intent: 'sign-in' | 'link' | 'prove';
  /** The signed-in person; it must be the same, or none, at the callback. */
  readonly userId: string | null;
}

export interface AttemptClaim {
  readonly state: string | null;
  readonly browserBinding: string | undefined;
  readonly userId: string | null;
}

interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface StartedAttempt extends AttemptSecrets {
  readonly browserBinding: string;
}

export type TakenAttempt = AttemptSecrets & RowOf<typeof AttemptRow>;
