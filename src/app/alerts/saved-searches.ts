import { Problem } from '../../errors.ts';
import { isUuid } from '../../lib/ids.ts';
import { reason } from '../../reasons.ts';
import { webhookSecret } from '../../search/alerts/delivery/webhook-signature.ts';
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
  await context.database.transaction(tx => changeSavedSearch(tx, userId, id, change, now));
  return requireSavedSearch(context, userId, id);
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

export type SavedSearchDeps = Pick<AppContext, 'database' | 'newId' | 'clock'>;

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
