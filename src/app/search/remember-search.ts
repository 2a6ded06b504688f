import { allows, type Principal } from '../../model/principal.ts';
import type { AppContext } from '../context.ts';

/** SRCH-8: adds the query to the reader's recent searches when the credential may write them. */
export async function rememberSearch(
  context: Pick<AppContext, 'recentSearches' | 'telemetry'>,
  principal: Principal | null,
  q: string,
): Promise<void> {
  const query = q.replaceAll('\0', ' ').trim();
  if (
    principal === null ||
    query === '' ||
    query.length > MAX_QUERY_LENGTH ||
    !allows(principal, 'reading:write')
  )
    return;
  await context.recentSearches
    .add(principal.userId, query)
    .catch(error => context.telemetry.log.warn('search.remember_failed', { error }));
}

/** Longer queries are not listed, and exceed the size of a PostgreSQL index entry. */
const MAX_QUERY_LENGTH = 500;
