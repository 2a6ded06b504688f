import { isUuid } from '../../lib/ids.ts';
import { row, text } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import type { AccountsContext } from '../context.ts';

/**
 * A challenge is good once, for five minutes, for what it was given for and for whom. Asking for it deletes
 * it, in a statement of its own: an answer that turns out to be wrong has used it up all the same.
 */
export async function giveChallenge(
  context: AccountsContext,
  { purpose, userId }: ChallengeUse,
): Promise<GivenChallenge> {
  const id = context.newId();
  const challenge = new Uint8Array(context.random.bytes(32));
  await context.database.execute(sql`
    insert into sign_in_challenges (id, purpose, user_id, detail, expires_at)
    values (
      ${id}, ${purpose}, ${userId},
      ${json({ challenge: Buffer.from(challenge).toString('base64url') })}::jsonb,
      ${new Date(context.clock.now() + CHALLENGE_LIFETIME_MS)}
    )
  `);
  return { id, challenge };
}

/** The challenge as base64url, or null when there is none such, or no longer, or for somebody else. */
export async function takeChallenge(
  context: AccountsContext,
  id: string,
  { purpose, userId }: ChallengeUse,
): Promise<string | null> {
  if (!isUuid(id)) return null;
  const taken = await context.database.maybe(
    TakenChallenge,
    sql`
      delete from sign_in_challenges
      where id = ${id} and purpose = ${purpose} and user_id is not distinct from ${userId}::uuid
        and expires_at > ${new Date(context.clock.now())}
      returning detail ->> 'challenge' as challenge
    `,
  );
  return taken?.challenge ?? null;
}

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;

const TakenChallenge = row({ challenge: text });

export interface ChallengeUse {
  readonly purpose: 'passkey-registration' | 'passkey-sign-in';
  /** Whom it is for; null for a visitor, who says who they are with the answer. */
  readonly userId: string | null;
}

export interface GivenChallenge {
  readonly id: string;
  readonly challenge: Uint8Array<ArrayBuffer>;
}
