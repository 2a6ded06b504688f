import { actingPerson } from '../../../../../app/admin/audited.ts';
import {
  createSignalRule,
  dropSignalRule,
  editSignalRule,
  RULE_ID,
  requireSignalRule,
  trySignalRule,
} from '../../../../../app/admin/signal-rules.ts';
import { invalidInput, Problem } from '../../../../../errors.ts';
import { reason } from '../../../../../reasons.ts';
import type { PageRoute } from '../../../page-route.ts';
import { adminAction } from '../frame.ts';
import { ruleIn } from './form.ts';
import { showNewRule, showRule, showTried } from './rule.ts';

export const SIGNAL_ACTIONS: readonly PageRoute[] = [
  adminAction('/admin/signals', showNewRule, 'edit', async call => {
    const rule = ruleIn(call);
    checkId(rule.id);
    await createSignalRule(call.context, actingPerson(call.principal, call.client), rule);
    return { redirect: `/admin/signals/${rule.id}?done=added#edit` };
  }),
  adminAction('/admin/signals/try', showTried, 'edit', async call => {
    const rule = ruleIn(call);
    checkId(rule.id);
    const tried = await trySignalRule(call.context, rule);
    return { page: await showTried(call, {}, tried) };
  }),
  adminAction('/admin/signals/{id}/edit', showRule, 'edit', async call => {
    const { id, kind } = await requireSignalRule(call.context, call.param('id'));
    const { settings, isActive, note } = ruleIn({ ...call, field: withKind(call.field, kind) });
    await editSignalRule(call.context, actingPerson(call.principal, call.client), id, {
      settings,
      isActive,
      note,
    });
    return { redirect: `/admin/signals/${id}?done=edited#edit` };
  }),
  adminAction('/admin/signals/{id}/remove', showRule, 'remove', async call => {
    if (call.field('confirm') !== 'yes') throw new Problem('validation-failed', reason('confirm-required'));
    await dropSignalRule(call.context, actingPerson(call.principal, call.client), call.param('id'));
    return { redirect: '/admin/signals?done=removed#rules' };
  }),
];

/** The kind of an existing rule cannot be changed by the form. */
function withKind(field: (name: string) => string, kind: string): (name: string) => string {
  return name => (name === 'kind' ? kind : field(name));
}

function checkId(id: string): void {
  if (!RULE_ID.test(id)) throw invalidInput('/id', reason('slug-required'));
}
