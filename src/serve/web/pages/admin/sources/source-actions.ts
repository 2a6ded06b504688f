import type { ActingPerson } from '../../../../../app/admin/audited.ts';
import { actingPerson } from '../../../../../app/admin/audited.ts';
import { verifyByEmail } from '../../../../../app/admin/publishers.ts';
import {
  crawlNow,
  editSource,
  pause,
  remove,
  resume,
  setPublisher,
  takeOverAddress,
} from '../../../../../app/admin/sources.ts';
import type { AppContext } from '../../../../../app/context.ts';
import { Problem } from '../../../../../errors.ts';
import { normaliseSourceAddress } from '../../../../../ingest/sources/typed-address.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import { reason } from '../../../../../reasons.ts';
import type { PageRoute } from '../../../page-route.ts';
import { adminAction } from '../frame.ts';
import { pathOfSource } from './parts.ts';
import { idOfSource, showSource } from './source.ts';
import { changeIn } from './source-fields.ts';

export const SOURCE_ACTIONS: readonly PageRoute[] = [
  simple('pause', pause),
  simple('resume', resume),
  simple('crawl', crawlNow),
  adminAction('/admin/sources/{id}/take-over', showSource, 'state', async call => {
    const { context, principal, client, field } = call;
    const id = idOfSource(call);
    const found = field('url') === '' ? undefined : normaliseSourceAddress(field('url'));
    await takeOverAddress(context, actingPerson(principal, client), id, found);
    return { redirect: `${pathOfSource({ id })}?done=take-over` };
  }),
  adminAction('/admin/sources/{id}/edit', showSource, 'edit', async call => {
    const { context, principal, client } = call;
    const id = idOfSource(call);
    await editSource(context, actingPerson(principal, client), id, changeIn(call));
    return { redirect: `${pathOfSource({ id })}?done=edited#edit` };
  }),
  adminAction('/admin/sources/{id}/publishers/verify', showSource, 'publishers', async call => {
    const { context, principal, client, field } = call;
    const id = idOfSource(call);
    const email = field('email').trim();
    await verifyByEmail(context, actingPerson(principal, client), { sourceId: id, email });
    return { redirect: `${pathOfSource({ id })}?done=verify#publishers` };
  }),
  adminAction('/admin/sources/{id}/publishers/remove', showSource, 'publishers', async call => {
    const { context, principal, client, field } = call;
    const [id, userId] = [idOfSource(call), field('user')];
    if (!isUuid(userId)) throw new Problem('not-found', reason('publisher-unknown'));
    const change = { sourceId: id, userId, isVerified: false };
    await setPublisher(context, actingPerson(principal, client), change);
    return { redirect: `${pathOfSource({ id })}?done=publisher-removed#publishers` };
  }),
  adminAction('/admin/sources/{id}/remove', showSource, 'remove', async call => {
    const { context, principal, client, field } = call;
    if (field('confirm') !== 'yes') throw new Problem('validation-failed', reason('confirm-required'));
    const articles = field('articles') === 'yes' ? 'remove' : 'keep';
    await remove(context, actingPerson(principal, client), idOfSource(call), articles);
    return { redirect: '/admin/sources?done=gone#sources' };
  }),
];

function simple(
  word: string,
  action: (context: AppContext, by: ActingPerson, id: string) => Promise<void>,
): PageRoute {
  return adminAction(`/admin/sources/{id}/${word}`, showSource, 'state', async call => {
    const { context, principal, client } = call;
    const id = idOfSource(call);
    await action(context, actingPerson(principal, client), id);
    return { redirect: `${pathOfSource({ id })}?done=${word}` };
  });
}
