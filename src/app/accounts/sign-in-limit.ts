import { type ClientInfo, signInAccountKey, signInAddressKey } from '../../accounts/index.ts';
import { Problem } from '../../errors.ts';
import { cacheKey } from '../../platform/cache/keys.ts';
import { reason } from '../../reasons.ts';
import type { AppContext } from '../context.ts';

/**
 * Guessing passwords: few tries at one account from one place, more from one place at all accounts, and a
 * wide bound on one account from everywhere. The narrow one is per place, so that a stranger who keeps
 * guessing does not lock the owner out.
 */
export async function limitSignIn(
  context: AppContext,
  emailOrUserId: string,
  client: ClientInfo,
): Promise<void> {
  const account = signInAccountKey(emailOrUserId);
  const place = signInAddressKey(client.address);
  const tries = context.config.rateLimitSignIn;
  await take(context, ['account-and-place', account, place], tries);
  await take(context, ['place', place], tries * 2);
  await take(context, ['account', account], tries * 10);
}

async function take({ cache, telemetry }: AppContext, parts: string[], limit: number): Promise<void> {
  const { allowed, retryAfterMs } = await cache.take(cacheKey('sign-in', 1, ...parts), {
    limit,
    windowMs: WINDOW_MS,
  });
  if (allowed) return;
  telemetry.metrics.counter('rate_limited_total').add({ limit: 'sign-in' });
  throw new Problem('too-many-requests', reason('too-many-sign-ins'), {
    retryAfterSeconds: Math.ceil(retryAfterMs / 1_000),
  });
}

const WINDOW_MS = 15 * 60_000;
