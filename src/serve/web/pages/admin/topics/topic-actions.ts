import { actingPerson } from '../../../../../app/admin/audited.ts';
import {
  createTopic,
  dropTopic,
  editTopic,
  requireTopic,
  tryTopics,
} from '../../../../../app/admin/topics.ts';
import { invalidInput, Problem } from '../../../../../errors.ts';
import { reason } from '../../../../../reasons.ts';
import type { PageRoute } from '../../../page-route.ts';
import { adminAction } from '../frame.ts';
import { topicIn } from './fields.ts';
import { showTopics } from './list.ts';
import { showTopic } from './topic.ts';

export const TOPIC_ACTIONS: readonly PageRoute[] = [
  adminAction('/admin/topics', showTopics, 'new', async call => {
    const { context, principal, client, field } = call;
    const id = field('id').trim();
    if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(id) || id === 'try')
      throw invalidInput('/id', reason('slug-required'));
    await createTopic(context, actingPerson(principal, client), { id, ...topicIn(call) });
    return { redirect: `/admin/topics/${id}?done=added#edit` };
  }),
  adminAction('/admin/topics/try', showTopics, 'try', async call => {
    const { context, field } = call;
    const tried = await tryTopics(context, {
      title: field('title').slice(0, 500),
      text: field('text').slice(0, 20_000),
    }).catch(asRefusal);
    return { page: await showTopics(call, {}, tried) };
  }),
  adminAction('/admin/topics/{id}/edit', showTopic, 'edit', async call => {
    const { context, principal, client, field, param } = call;
    const { id } = await requireTopic(context, param('id'));
    const change = { ...topicIn(call), isActive: field('active') === 'yes' };
    await editTopic(context, actingPerson(principal, client), id, change);
    return { redirect: `/admin/topics/${id}?done=edited#edit` };
  }),
  adminAction('/admin/topics/{id}/remove', showTopic, 'remove', async call => {
    const { context, principal, client, field, param } = call;
    if (field('confirm') !== 'yes') throw new Problem('validation-failed', reason('confirm-required'));
    const { id } = await requireTopic(context, param('id'));
    const outcome = await dropTopic(context, actingPerson(principal, client), id);
    return {
      redirect:
        outcome === 'removed' ? '/admin/topics?done=removed#tree' : `/admin/topics/${id}?done=inactive#edit`,
    };
  }),
];

/** "The classifier is unavailable" is shown beside the form, not on an error page. */
function asRefusal(error: unknown): never {
  if (error instanceof Problem && error.code === 'timed-out')
    throw new Problem('conflict', error.reason ?? error.message);
  throw error;
}
