import { Problem } from '../../errors.ts';
import { isUuid } from '../../lib/ids.ts';
import { reason } from '../../reasons.ts';
import { webhookSecret } from '../../search/alerts/delivery/webhook-signature.ts';
import { listMatches, type MatchPlace } from '../../search/alerts/matches.ts';
import { savedQuery, wantsSomething } from '../../search/alerts/saved-queries.ts';
import {
  addSavedSearch,
  changeSavedSearch,
  type EmailWish,
  findSavedSearch,
  listSavedSearches,
  MOST_SAVED,
  removeSavedSearch,
  type SavedSearch,
  type SavedSearchChange,
} from '../../search/alerts/saved-searches.ts';
import type { Narrowed } from '../../search/query/filters.ts';
import { type FoundArticle, foundArticles } from '../../search/results/result-articles.ts';
import type { AppContext } from '../context.ts';

/** SRCH-9: what readers do with the searches they keep, by the API and the pages alike. */

export async function requireSavedSearch(
  { database }: Pick<AppContext, 'database'>,
  userId: string,
  id: string,
): Promise<SavedSearch> {
  const saved = isUuid(id) ? await findSavedSearch(database, userId, id) : null;
  if (!saved) throw new Problem('saved-search-not-found');
  return saved;
}

export async function saveSearch(context: AppContext, userId: string, wish: SaveWish): Promise<SavedSearch> {
  const { query, filters = {}, name, email = 'none', webhookUrl = null } = wish;
  checkQuery(query, filters);
  checkAddress(webhookUrl);
  const id = context.newId();
  const now = new Date(context.clock.now());
  await context.database.transaction(async tx => {
    await addSavedSearch(tx, {
      id,
      userId,
      name: name?.trim() || query.trim().slice(0, LONGEST_NAME),
      query,
      filters,
      email,
      webhookUrl,
      now,
    });
    // Counted behind the lock that adding takes: two at once do not get past it.
    if ((await listSavedSearches(tx, userId)).length > MOST_SAVED)
      throw new Problem('conflict', reason('too-many-saved-searches', { max: MOST_SAVED }));
  });
  return requireSavedSearch(context, userId, id);
}

export async function editSavedSearch(
  context: AppContext,
  userId: string,
  id: string,
  change: SavedSearchChange,
): Promise<SavedSearch> {
  const before = await requireSavedSearch(context, userId, id);
  checkQuery(change.query ?? before.query, change.filters ?? (before.filters as Narrowed));
  checkAddress(change.webhookUrl ?? null);
  const now = new Date(context.clock.now());
  await context.database.transaction(tx => changeSavedSearch(tx, userId, id, change, now));
  return requireSavedSearch(context, userId, id);
}

export async function dropSavedSearch(context: AppContext, userId: string, id: string): Promise<void> {
  const saved = await requireSavedSearch(context, userId, id);
  await removeSavedSearch(context.database, userId, saved.id);
}

/** Articles that are gone or hidden by now are null. */
export async function savedMatches(
  { database }: Pick<AppContext, 'database'>,
  id: string,
  page: Parameters<typeof listMatches>[2],
): Promise<SavedMatch[]> {
  const matches = await listMatches(database, id, page);
  const articles = await foundArticles(
    database,
    matches.map(({ articleId }) => articleId),
  );
  return matches.map(match => ({ ...match, article: articles.get(match.articleId) ?? null }));
}

export function secretOf({ keys }: Pick<AppContext, 'keys'>, saved: SavedSearch): string | null {
  return saved.webhookUrl === null ? null : webhookSecret(keys, saved.id, saved.webhookKey);
}

function checkQuery(query: string, filters: Narrowed): void {
  if (!wantsSomething(savedQuery(query, filters)))
    throw new Problem('validation-failed', reason('saved-search-empty'));
}

/** Whether it may be reached is judged when it is: names can lead elsewhere by then. */
function checkAddress(url: string | null): void {
  if (url === null) return;
  const { protocol, username, password } = URL.parse(url) ?? {};
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || username !== '' || password !== '')
    throw new Problem('validation-failed', reason('webhook-address'));
}

export const LONGEST_NAME = 120;

export interface SaveWish {
  readonly query: string;
  readonly filters?: Narrowed | undefined;
  readonly name?: string | undefined;
  readonly email?: EmailWish | undefined;
  readonly webhookUrl?: string | null | undefined;
}

export interface SavedMatch extends MatchPlace {
  readonly article: FoundArticle | null;
}
