import { isUuid } from '../../lib/ids.ts';
import { row, text } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import type { AccountsContext } from '../context.ts';

/**
 * A challenge is valid once, for five minutes, for its purpose and its person. Taking it deletes it in a separate
 * statement: a wrong answer has used it up all the same.
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

/** The challenge as base64url, or null when it is missing, expired or for another person. */
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
  /** Its person; null for a visitor, whom the answer identifies. */
  readonly userId: string | null;
}

export interface GivenChallenge {
  readonly id: string;
  readonly challenge: Uint8Array<ArrayBuffer>;
}
