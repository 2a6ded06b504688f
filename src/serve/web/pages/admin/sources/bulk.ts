import { type ActingPerson, actingPerson } from '../../../../../app/admin/audited.ts';
import { crawlNow, pause, remove, resume } from '../../../../../app/admin/sources.ts';
import type { AppContext } from '../../../../../app/context.ts';
import { Problem } from '../../../../../errors.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import { reason } from '../../../../../reasons.ts';
import type { PageRoute } from '../../../page-route.ts';
import { adminAction } from '../frame.ts';
import { showSources } from './list.ts';

/** SRC-4: one action on several sources. Sources that are gone, or in a conflicting state, are skipped. */
export const bulkAction: PageRoute = adminAction(
  '/admin/sources/bulk',
  showSources,
  'sources',
  async call => {
    const { context, principal, client, field, fields } = call;
    const ids = fields('id').filter(isUuid).slice(0, MAX_SOURCES);
    const action = ACTIONS.get(field('action'));
    if (!action || ids.length === 0) throw new Problem('validation-failed', reason('sources-required'));
    const by = actingPerson(principal, client);
    let done = 0;
    for (const id of ids)
      if (await attempt(() => action(context, by, id, field('articles') === 'yes'))) done += 1;
    return { redirect: `/admin/sources?done=${field('action')}&n=${done}#sources` };
  },
);

async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Problem && (error.code === 'source-not-found' || error.code === 'conflict'))
      return false;
    throw error;
  }
}

const MAX_SOURCES = 200;

const ACTIONS: ReadonlyMap<string, BulkAction> = new Map<string, BulkAction>([
  ['pause', pause],
  ['resume', resume],
  ['crawl', crawlNow],
  ['remove', (context, by, id, withArticles) => remove(context, by, id, withArticles ? 'remove' : 'keep')],
]);

type BulkAction = (
  context: AppContext,
  by: ActingPerson,
  id: string,
  withArticles: boolean,
) => Promise<unknown>;
