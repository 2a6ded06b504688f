import { createHmac } from 'node:crypto';
import { isUuid } from '../../lib/ids.ts';
import { localPath } from '../../lib/local-path.ts';
import { type RowOf, row, text } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import type { AccountsContext } from '../context.ts';
import { hashSecret, looksLikeSecret, newSecret } from '../secrets.ts';

/**
 * A sign-in that is on its way to the provider and back. It is good once, for ten minutes, and only in the
 * browser in which it began: that browser holds a secret of which the database knows the hash alone. Nonce
 * and PKCE verifier are derived from the secret, so nothing that is stored could complete the sign-in.
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

/** The attempt, which is then used up; null when this browser and person have none such, or no longer. */
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
  /** Who is signed in; nobody may have come or gone by the time of the callback. */
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
