import { actingPerson } from '../../../../../app/admin/audited.ts';
import { createRule, dropRule, editRule } from '../../../../../app/admin/topics.ts';
import { invalidInput, Problem } from '../../../../../errors.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { reason } from '../../../../../reasons.ts';
import type { PageCall, PageRoute } from '../../../page-route.ts';
import { adminAction } from '../frame.ts';
import { checkKeyword } from './fields.ts';
import { showTopics } from './list.ts';

export const RULE_ACTIONS: readonly PageRoute[] = [
  adminAction('/admin/topic-rules', showTopics, 'rules', async call => {
    const { context, principal, client, field } = call;
    const keyword = field('keyword').trim();
    checkKeyword(keyword, '/keyword');
    const rule = { keyword, topicId: field('topic'), weight: weightIn(call) };
    await createRule(context, actingPerson(principal, client), rule);
    return { redirect: '/admin/topics?done=rule#rules' };
  }),
  adminAction('/admin/topic-rules/{id}/weight', showTopics, 'rules', async call => {
    const { context, principal, client } = call;
    await editRule(context, actingPerson(principal, client), idOfRule(call), weightIn(call));
    return { redirect: '/admin/topics?done=rule-changed#rules' };
  }),
  adminAction('/admin/topic-rules/{id}/remove', showTopics, 'rules', async call => {
    const { context, principal, client } = call;
    await dropRule(context, actingPerson(principal, client), idOfRule(call));
    return { redirect: '/admin/topics?done=rule-removed#rules' };
  }),
];

function idOfRule({ param }: PageCall<Principal>): string {
  const id = param('id');
  if (!isUuid(id)) throw new Problem('topic-rule-not-found');
  return id;
}

function weightIn({ field }: PageCall<Principal>): number {
  const text = field('weight').trim();
  const weight = Number(text);
  if (!/^-?\d{1,2}(\.\d{1,4})?$/.test(text) || Math.abs(weight) > 10)
    throw invalidInput('/weight', reason('number-between', { min: -10, max: 10 }));
  return weight;
}
