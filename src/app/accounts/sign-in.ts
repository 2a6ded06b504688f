import {
  type ClientInfo,
  type ClientToRecognise,
  type KnownClient,
  networkOf,
  recogniseClient,
  type SignedIn,
  signInAccountKey,
  signInAddressKey,
  signInWithPassword,
} from '../../accounts/index.ts';
import { Problem } from '../../errors.ts';
import { pause } from '../../lib/clock.ts';
import { cacheKey } from '../../platform/cache/keys.ts';
import type { RateLimitResult } from '../../platform/cache/port.ts';
import { reason } from '../../reasons.ts';
import type { AppContext } from '../context.ts';

/** Signs a person in by email and password, within the limits on guessing. */
export async function signIn(
  context: AppContext,
  { password, ...attempt }: ClientToRecognise & { readonly password: string },
): Promise<SignedIn> {
  const known = await recogniseClient(context, attempt);
  const isKnown = await admitSignIn(context, attempt, known);
  return signInWithPassword(context, { ...attempt, password, isKnown });
}

/**
 * Limits password guessing without letting strangers lock the owner out. With `n` tries as configured, in a quarter of an
 * hour:
 *
 *   known device   n tries that no other client can use up
 *   others         n at one account from one address, 2n from one address, 20n from one network; the rest is refused
 *                  10n at one account from all of them; then
 *   known place    2n tries that only clients of that network can use up
 *   others         are slowed: each try waits for some seconds, and each network has two an hour
 *
 * Returns whether an allowance of a known device or place was used. A botnet of N networks therefore gets 40n + 2N tries
 * an hour at one account, and the owner gets in from a new device after a short wait.
 */
async function admitSignIn(
  context: AppContext,
  { email, client }: ClientToRecognise,
  known: KnownClient,
): Promise<boolean> {
  const tries = context.config.rateLimitSignIn;
  const account = signInAccountKey(email);
  const address = signInAddressKey(client.address);
  const network = networkOf(client.address) ?? address;
  if (known.device && (await take(context, ['device', known.device], tries)).allowed) return true;
  await requireUnits(context, ['account-and-place', account, address], tries);
  await requireUnits(context, ['place', address], tries * 2);
  await requireUnits(context, ['network', network], tries * 20);
  if ((await take(context, ['account', account], tries * 10)).allowed) return false;
  // Only now: otherwise a neighbour could tell from the cost whether someone here has an account.
  if (known.isKnownPlace && (await take(context, ['known-place', account, network], tries * 2)).allowed)
    return true;
  await requireUnits(context, ['account-and-network', account, network], SLOWED_TRIES, SLOWED_WINDOW_MS);
  context.telemetry.metrics.counter('sign_ins_slowed_total').add({});
  await pause(context.clock, SLOWED_MS, context.stopping);
  if (context.stopping.aborted) throw new Problem('stopping');
  return false;
}

/**
 * Limits the guesses of a client with a session, which may be stolen: few tries from one address, many from all. Only the
 * holder of a session can use them up.
 */
export async function limitProof(context: AppContext, userId: string, client: ClientInfo): Promise<void> {
  const tries = context.config.rateLimitSignIn;
  const address = signInAddressKey(client.address);
  await requireUnits(context, ['proof-and-place', userId, address], tries);
  await requireUnits(context, ['place', address], tries * 2);
  await requireUnits(context, ['proof', userId], tries * 10);
}

async function requireUnits(
  context: AppContext,
  parts: string[],
  limit: number,
  windowMs = WINDOW_MS,
): Promise<void> {
  const { allowed, retryAfterMs } = await take(context, parts, limit, windowMs);
  if (allowed) return;
  context.telemetry.metrics.counter('rate_limited_total').add({ limit: 'sign-in' });
  throw new Problem('too-many-requests', reason('too-many-sign-ins'), {
    retryAfterSeconds: Math.ceil(retryAfterMs / 1_000),
  });
}

function take(
  { limits }: AppContext,
  parts: string[],
  limit: number,
  windowMs = WINDOW_MS,
): Promise<RateLimitResult> {
  return limits.take(cacheKey('sign-in', 2, ...parts), { limit, windowMs });
}

const WINDOW_MS = 15 * 60_000;
/** Tries of one network at an account that is under attack. */
const SLOWED_TRIES = 2;
const SLOWED_WINDOW_MS = 60 * 60_000;
const SLOWED_MS = 5_000;
