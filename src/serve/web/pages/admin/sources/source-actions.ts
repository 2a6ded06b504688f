import type { ActingPerson } from '../../../../../app/admin/audited.ts';
import { actingPerson } from '../../../../../app/admin/audited.ts';
import {
  crawlNow,
  editSource,
  pause,
  remove,
  resume,
  takeOverAddress,
} from '../../../../../app/admin/sources.ts';
import type { AppContext } from '../../../../../app/context.ts';
import { Problem } from '../../../../../errors.ts';
import { normaliseSourceAddress } from '../../../../../ingest/sources/typed-address.ts';
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
