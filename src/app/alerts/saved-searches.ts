import { Problem } from '../../errors.ts';
import { isUuid } from '../../lib/ids.ts';
import { cacheKey } from '../../platform/cache/keys.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { reason } from '../../reasons.ts';
import { publishChallenge } from '../../search/alerts/delivery/webhook-channel.ts';
import { webhookSecret } from '../../search/alerts/delivery/webhook-signature.ts';
import {
  restartChallenge,
  WEBHOOK_STATES,
  type WebhookState,
} from '../../search/alerts/delivery/webhook-state.ts';
import { listMatches, type MatchCursor } from '../../search/alerts/matches.ts';
import { isSearchable, savedQuery } from '../../search/alerts/saved-queries.ts';
import {
  addSavedSearch,
  changeSavedSearch,
  type EmailFrequency,
  findSavedSearch,
  listSavedSearches,
  MAX_SAVED_SEARCHES,
  removeSavedSearch,
  type SavedSearchChange,
  type StoredSavedSearch,
} from '../../search/alerts/saved-searches.ts';
import type { FilterParams } from '../../search/query/filters.ts';
import { type ResultArticle, resultArticles } from '../../search/results/result-articles.ts';
import type { AppContext } from '../context.ts';

/** SRCH-9: saved searches, for the API and the pages. */

export async function requireSavedSearch(
  { database }: Pick<AppContext, 'database'>,
  userId: string,
  id: string,
): Promise<StoredSavedSearch> {
  const saved = isUuid(id) ? await findSavedSearch(database, userId, id) : null;
  if (!saved) throw new Problem('saved-search-not-found');
  return saved;
}

export async function saveSearch(
  context: SavedSearchDeps,
  userId: string,
  params: SaveSearchParams,
): Promise<StoredSavedSearch> {
  const { query, filters = {}, name, email = 'none', webhookUrl = null } = params;
  checkQuery(query, filters);
  checkAddress(webhookUrl);
  const id = context.newId();
  const now = new Date(context.clock.now());
  await context.database.transaction(async tx => {
    await addSavedSearch(tx, {
      id,
      userId,
      name: name?.trim() || query.trim().slice(0, MAX_NAME_LENGTH),
      query,
      filters,
      email,
      webhookUrl,
      now,
    });
    // Counted under the lock that adding takes, so that two requests at once cannot exceed the limit.
    if ((await listSavedSearches(tx, userId)).length > MAX_SAVED_SEARCHES)
      throw new Problem('conflict', reason('too-many-saved-searches', { max: MAX_SAVED_SEARCHES }));
    if (webhookUrl !== null)
      await challenge(tx, context, { userId, searchId: id, url: webhookUrl, number: 0 });
  });
  return requireSavedSearch(context, userId, id);
}

export async function editSavedSearch(
  context: SavedSearchDeps,
  userId: string,
  id: string,
  change: SavedSearchChange,
): Promise<StoredSavedSearch> {
  const before = await requireSavedSearch(context, userId, id);
  checkQuery(change.query ?? before.query, change.filters ?? (before.filters as FilterParams));
  checkAddress(change.webhookUrl ?? null);
  const now = new Date(context.clock.now());
  await context.database.transaction(async tx => {
    const number = await changeSavedSearch(tx, userId, id, change, now);
    const url = change.webhookUrl;
    if (number !== null && url) await challenge(tx, context, { userId, searchId: id, url, number });
  });
  return requireSavedSearch(context, userId, id);
}

/** Asks the address of the webhook again to confirm that it is the reader's. */
export async function retryWebhook(
  context: SavedSearchDeps,
  userId: string,
  id: string,
): Promise<StoredSavedSearch> {
  const { webhookUrl: url } = await requireSavedSearch(context, userId, id);
  await context.database.transaction(async tx => {
    const number = await restartChallenge(tx, userId, id);
    if (number === null || url === null) throw new Problem('conflict', reason('no-webhook'));
    await challenge(tx, context, { userId, searchId: id, url, number });
  });
  return requireSavedSearch(context, userId, id);
}

/** Limited, because until it is confirmed the address may be anyone's: by account, and by host for all accounts. */
async function challenge(
  tx: Transaction,
  { broker, cache }: SavedSearchDeps,
  { userId, searchId, url, number }: WebhookChallenge,
): Promise<void> {
  for (const [kind, of, limit] of [
    ['account', userId, MAX_CHALLENGES_OF_ACCOUNT],
    ['host', new URL(url).hostname, MAX_CHALLENGES_OF_HOST],
  ] as const) {
    const key = cacheKey('webhook-challenge', 1, kind, of);
    const { allowed, retryAfterMs } = await cache.take(key, { limit, windowMs: HOUR_MS });
    const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
    if (!allowed)
      throw new Problem('too-many-requests', reason('too-many-challenges'), { retryAfterSeconds });
  }
  await publishChallenge(tx, broker, { userId, searchId, challenge: number });
}

export async function deleteOwnSavedSearch(
  context: SavedSearchDeps,
  userId: string,
  id: string,
): Promise<void> {
  const saved = await requireSavedSearch(context, userId, id);
  await removeSavedSearch(context.database, userId, saved.id);
}

/** Articles that were deleted or hidden are null. */
export async function savedMatches(
  { database }: Pick<AppContext, 'database'>,
  id: string,
  page: Parameters<typeof listMatches>[2],
): Promise<SavedSearchMatch[]> {
  const matches = await listMatches(database, id, page);
  const articles = await resultArticles(
    database,
    matches.map(({ articleId }) => articleId),
  );
  return matches.map(match => ({ ...match, article: articles.get(match.articleId) ?? null }));
}

/** An address that was never challenged will be, before its next delivery. */
export function webhookStateOf({ webhookState }: StoredSavedSearch): WebhookState {
  return WEBHOOK_STATES.find(state => state === webhookState) ?? 'pending';
}

export function webhookSecretOf({ keys }: Pick<AppContext, 'keys'>, saved: StoredSavedSearch): string | null {
  return saved.webhookUrl === null ? null : webhookSecret(keys, saved.id, saved.webhookKey);
}

function checkQuery(query: string, filters: FilterParams): void {
  if (!isSearchable(savedQuery(query, filters)))
    throw new Problem('validation-failed', reason('saved-search-empty'));
}

/** Whether the address may be reached is checked when the webhook is sent: by then its name may resolve differently. */
function checkAddress(url: string | null): void {
  if (url === null) return;
  const { protocol, username, password } = URL.parse(url) ?? {};
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || username !== '' || password !== '')
    throw new Problem('validation-failed', reason('webhook-address'));
}

export const MAX_NAME_LENGTH = 120;

/** In an hour. A host may belong to a service that many accounts use. */
const MAX_CHALLENGES_OF_ACCOUNT = 100;
const MAX_CHALLENGES_OF_HOST = 1_000;
const HOUR_MS = 3_600_000;

export type SavedSearchDeps = Pick<AppContext, 'broker' | 'cache' | 'clock' | 'database' | 'newId'>;

interface WebhookChallenge {
  readonly userId: string;
  readonly searchId: string;
  readonly url: string;
  readonly number: number;
}

export interface SaveSearchParams {
  readonly query: string;
  readonly filters?: FilterParams | undefined;
  readonly name?: string | undefined;
  readonly email?: EmailFrequency | undefined;
  readonly webhookUrl?: string | null | undefined;
}

export interface SavedSearchMatch extends MatchCursor {
  readonly article: ResultArticle | null;
}
