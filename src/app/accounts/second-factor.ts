import type { ClientInfo } from '../../accounts/index.ts';
import { confirmSecondFactor, verifySecondFactor } from '../../accounts/second-factor/index.ts';
import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import { cacheKey } from '../../platform/cache/keys.ts';
import { reason } from '../../reasons.ts';
import type { AppContext } from '../context.ts';

/** Completes a sign-in with a code of the app or a recovery code, within the limit on guessing. */
export async function passSecondFactor(
  context: AppContext,
  principal: Principal,
  entered: EnteredCode,
): Promise<void> {
  await limitCodes(context, principal.userId);
  await verifySecondFactor(context, principal, entered);
}

/** Turns the second factor on with a first code; returns the recovery codes. */
export async function turnOnSecondFactor(
  context: AppContext,
  principal: Principal,
  entered: EnteredCode,
): Promise<string[]> {
  await limitCodes(context, principal.userId);
  return confirmSecondFactor(context, principal, entered);
}

/**
 * Three of a million codes are right at a time: a thief of the password finds one within a day with a probability of
 * 1 in 11,000. Only holders of the password can use the attempts up.
 */
async function limitCodes({ limits, telemetry }: AppContext, userId: string): Promise<void> {
  for (const [name, limit, windowMs] of LIMITS_OF_CODES) {
    const taken = await limits.take(cacheKey('second-factor', 1, name, userId), { limit, windowMs });
    if (taken.allowed) continue;
    telemetry.metrics.counter('rate_limited_total').add({ limit: 'second-factor' });
    throw new Problem('too-many-requests', reason('too-many-codes'), {
      retryAfterSeconds: Math.ceil(taken.retryAfterMs / 1_000),
    });
  }
}

const LIMITS_OF_CODES = [
  ['quarter', 5, 15 * 60_000],
  ['day', 30, 24 * 3_600_000],
] as const;

interface EnteredCode {
  readonly code: string;
  readonly client: ClientInfo;
}
