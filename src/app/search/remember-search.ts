import { allows, type Principal } from '../../model/principal.ts';
import type { AppContext } from '../context.ts';

/** SRCH-8: what somebody searched for is in their list, when their credential may write there. */
export async function remember(context: AppContext, principal: Principal | null, q: string): Promise<void> {
  const query = q.replaceAll('\0', ' ').trim();
  if (
    principal === null ||
    query === '' ||
    query.length > LONGEST_KEPT ||
    !allows(principal, 'reading:write')
  )
    return;
  await context.recentSearches
    .add(principal.userId, query)
    .catch(error => context.telemetry.log.warn('a search could not be remembered', { error }));
}

/** Nobody reads more of a line, and an index of PostgreSQL holds no more. */
const LONGEST_KEPT = 500;
