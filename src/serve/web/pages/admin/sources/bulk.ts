import { type ActingPerson, actingPerson } from '../../../../../app/admin/audited.ts';
import { crawlNow, pause, remove, resume } from '../../../../../app/admin/sources.ts';
import type { AppContext } from '../../../../../app/context.ts';
import { Problem } from '../../../../../errors.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import { reason } from '../../../../../reasons.ts';
import type { PageRoute } from '../../../page-route.ts';
import { adminAction } from '../frame.ts';
import { showSources } from './list.ts';

/** SRC-4: the same deed to several sources. One that is gone meanwhile, or cannot, is passed over. */
export const bulkAction: PageRoute = adminAction(
  '/admin/sources/bulk',
  showSources,
  'sources',
  async call => {
    const { context, principal, client, field, fields } = call;
    const ids = fields('id').filter(isUuid).slice(0, MOST);
    const deed = DEEDS.get(field('deed'));
    if (!deed || ids.length === 0) throw new Problem('validation-failed', reason('sources-required'));
    const by = actingPerson(principal, client);
    let done = 0;
    for (const id of ids)
      if (await attempt(() => deed(context, by, id, field('articles') === 'yes'))) done += 1;
    return { redirect: `/admin/sources?done=${field('deed')}&n=${done}#sources` };
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

const MOST = 200;

const DEEDS: ReadonlyMap<string, Deed> = new Map<string, Deed>([
  ['pause', pause],
  ['resume', resume],
  ['crawl', crawlNow],
  ['remove', (context, by, id, withArticles) => remove(context, by, id, withArticles ? 'remove' : 'keep')],
]);

type Deed = (context: AppContext, by: ActingPerson, id: string, withArticles: boolean) => Promise<unknown>;
