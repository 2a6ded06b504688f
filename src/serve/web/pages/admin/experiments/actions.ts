import { actingPerson } from '../../../../../app/admin/audited.ts';
import {
  closeExperiment,
  openExperiment,
  RANKING_ID,
  removeVariant,
  setVariant,
} from '../../../../../app/admin/ranking.ts';
import { invalidInput, Problem } from '../../../../../errors.ts';
import { reason } from '../../../../../reasons.ts';
import type { PageRoute } from '../../../page-route.ts';
import { wholeNumber } from '../fields.ts';
import { adminAction } from '../frame.ts';
import { showExperiments } from './list.ts';
import { showExperiment } from './results.ts';

export const EXPERIMENT_ACTIONS: readonly PageRoute[] = [
  adminAction(
    '/admin/experiments',
    showExperiments,
    'begin',
    async ({ context, principal, client, field }) => {
      const id = nameIn(field('id'), '/id');
      await openExperiment(context, actingPerson(principal, client), {
        id,
        control: field('control'),
        variant: field('variant'),
        share: wholeNumber(field('share'), '/share', 1, 100) / 100,
        mode: field('mode') === 'live' ? 'live' : 'shadow',
      });
      return { redirect: '/admin/experiments?done=begun#experiments' };
    },
  ),
  adminAction('/admin/experiments/{id}/end', showExperiment, 'end', async call => {
    await closeExperiment(call.context, actingPerson(call.principal, call.client), call.param('id'));
    return { redirect: '/admin/experiments?done=ended#experiments' };
  }),
  adminAction('/admin/experiments/variants', showExperiments, 'variants', async call => {
    const { context, principal, client, field } = call;
    const id = nameIn(field('name'), '/name');
    const variant = { id, settings: settingsIn(field('settings')), note: field('note').slice(0, 500) };
    await setVariant(context, actingPerson(principal, client), variant);
    return { redirect: '/admin/experiments?done=variant#variants' };
  }),
  adminAction('/admin/experiments/variants/remove', showExperiments, 'variants', async call => {
    await removeVariant(call.context, actingPerson(call.principal, call.client), call.field('id'));
    return { redirect: '/admin/experiments?done=removed#variants' };
  }),
];

function nameIn(text: string, at: string): string {
  if (!RANKING_ID.test(text.trim())) throw invalidInput(at, reason('slug-required'));
  return text.trim();
}

function settingsIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('validation-failed', reason('settings-not-json'));
  }
}
