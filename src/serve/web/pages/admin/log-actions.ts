import { actingPerson } from '../../../../app/admin/audited.ts';
import { replayGroup, retryDeadLetter } from '../../../../app/admin/log.ts';
import { Problem } from '../../../../errors.ts';
import { isUuid } from '../../../../lib/ids.ts';
import { reason } from '../../../../reasons.ts';
import type { PageRoute } from '../../page-route.ts';
import { momentInUtc } from './fields.ts';
import { adminAction } from './frame.ts';
import { showLog } from './log.ts';

export const LOG_ACTIONS: readonly PageRoute[] = [
  adminAction('/admin/log/retry', showLog, 'dead', async ({ context, principal, client, field }) => {
    const id = field('id');
    if (!isUuid(id)) throw new Problem('not-found', reason('event-unknown'));
    const handled = await retryDeadLetter(context, actingPerson(principal, client), id).catch(asRefusal);
    if (!handled) throw new Problem('conflict', reason('event-failed-again'));
    return { redirect: '/admin/log?done=handled' };
  }),
  adminAction('/admin/log/replay', showLog, 'replay', async ({ context, principal, client, field }) => {
    const from = momentInUtc(field('from'), '/from');
    await replayGroup(context, actingPerson(principal, client), field('group'), from);
    return { redirect: '/admin/log?done=replayed' };
  }),
];

/** "No process of the group is running" is shown beside the button, not on an error page. */
function asRefusal(error: unknown): never {
  if (error instanceof Problem && error.code === 'timed-out')
    throw new Problem('conflict', error.reason ?? error.message);
  throw error;
}
