import { type ClientInfo, signInAccountKey, signInAddressKey } from '../../accounts/index.ts';
import { Problem } from '../../errors.ts';
import { cacheKey } from '../../platform/cache/keys.ts';
import { reason } from '../../reasons.ts';
import type { AppContext } from '../context.ts';

/**
 * Limits password guessing: few tries at one account from one address, more from one address at all
 * accounts, and many at one account from all addresses. The strict limit is per address, so that an attacker
 * does not lock the owner out.
 */
export async function limitSignIn(
  context: AppContext,
  emailOrUserId: string,
  client: ClientInfo,
): Promise<void> {
  const account = signInAccountKey(emailOrUserId);
  const address = signInAddressKey(client.address);
  const tries = context.config.rateLimitSignIn;
  await take(context, ['account-and-place', account, address], tries);
  await take(context, ['place', address], tries * 2);
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
