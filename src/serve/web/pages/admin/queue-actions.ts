import { actingPerson } from '../../../../app/admin/audited.ts';
import { changeQueue, purgeQueue, redriveQueue, requireQueue } from '../../../../app/admin/queues.ts';
import { invalidInput, Problem } from '../../../../errors.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { QueueSettings } from '../../../../platform/broker/port.ts';
import { reason } from '../../../../reasons.ts';
import { MAX_RECEIVES } from '../../../api/queue-schemas.ts';
import type { PageCall, PageRoute } from '../../page-route.ts';
import { wholeNumber } from './fields.ts';
import { adminAction } from './frame.ts';
import { showQueue } from './queue.ts';
import { pathOfQueue, showQueues } from './queues.ts';

export const QUEUE_ACTIONS: readonly PageRoute[] = [
  adminAction('/admin/queues', showQueues, 'new', async ({ context, principal, client, field }) => {
    const name = queueName(field('name'), '/name');
    await changeQueue(context, actingPerson(principal, client), name, {});
    return { redirect: `${pathOfQueue(name)}?done=made` };
  }),
  adminAction('/admin/queues/{queue}/settings', showQueue, 'settings', async call => {
    const { context, principal, client } = call;
    const { name } = await requireQueue(context, call.param('queue'));
    await changeQueue(context, actingPerson(principal, client), name, settingsIn(call));
    return { redirect: `${pathOfQueue(name)}?done=settings` };
  }),
  adminAction('/admin/queues/{queue}/redrive', showQueue, 'state', async call => {
    const { context, principal, client, param, field } = call;
    const id = field('id');
    const options = id === '' ? {} : { ids: [messageId(id)] };
    const count = await redriveQueue(context, actingPerson(principal, client), param('queue'), options);
    return { redirect: `${pathOfQueue(param('queue'))}?done=redriven&n=${count}` };
  }),
  adminAction('/admin/queues/{queue}/purge', showQueue, 'purge', async call => {
    const { context, principal, client, param, field } = call;
    if (field('confirm') !== 'yes') throw new Problem('validation-failed', reason('confirm-required'));
    const count = await purgeQueue(context, actingPerson(principal, client), param('queue'));
    return { redirect: `${pathOfQueue(param('queue'))}?done=purged&n=${count}` };
  }),
];

function settingsIn({ field }: PageCall<Principal>): QueueSettings {
  const other = field('deadLetterQueue').trim();
  return {
    visibilityMs: wholeNumber(field('visibility'), '/visibility', 1, 43_200) * 1_000,
    maxReceives: wholeNumber(field('maxReceives'), '/maxReceives', 1, MAX_RECEIVES),
    deadLetterQueue: other === '' ? null : queueName(other, '/deadLetterQueue'),
    paused: field('paused') === 'yes',
  };
}

function queueName(text: string, at: string): string {
  const name = text.trim();
  if (!/^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/.test(name))
    throw invalidInput(at, reason('queue-name-characters'));
  return name;
}

function messageId(text: string): string {
  if (!/^[\w-]{1,60}$/.test(text)) throw new Problem('not-found', reason('message-unknown'));
  return text;
}
