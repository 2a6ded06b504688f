import Type from 'typebox';
import { actingPerson } from '../../../app/admin/audited.ts';
import { createRule, dropRule, editRule } from '../../../app/admin/topics.ts';
import { listRules } from '../../../stories/queries/index.ts';
import { defineRoute } from '../../http/route.ts';
import { IdParams, object } from '../schemas.ts';
import { showRule, TopicId, TopicRuleSchema } from '../story-schemas.ts';
import { Keyword } from './topics.ts';

const EDIT = { scope: 'stories:edit', role: 'operator' } as const;
const Weight = Type.Number({
  minimum: -10,
  maximum: 10,
  description: '1 is as strong as a keyword of the taxonomy; negative weights oppose the topic.',
});

export const getTopicRules = defineRoute({
  method: 'GET',
  path: '/api/v1/topic-rules',
  operationId: 'listTopicRules',
  summary: 'Keyword rules for topics, by keyword',
  tag: 'Topics',
  access: EDIT,
  responses: {
    200: { description: 'The complete list', schema: object({ items: Type.Array(TopicRuleSchema) }) },
  },
  problems: ['forbidden'],
  handler: async ({ context }) => ({
    status: 200,
    body: { items: (await listRules(context.database)).map(showRule) },
  }),
});

export const postTopicRule = defineRoute({
  method: 'POST',
  path: '/api/v1/topic-rules',
  operationId: 'createTopicRule',
  summary: 'Add a rule; it applies to new articles',
  tag: 'Topics',
  access: EDIT,
  idempotent: true,
  body: object({ keyword: Keyword, topicId: TopicId, weight: Weight }),
  responses: { 201: { description: 'The rule', schema: TopicRuleSchema } },
  problems: ['forbidden', 'topic-not-found', 'conflict'],
  handler: async ({ context, principal, client, body }) => ({
    status: 201,
    body: showRule(await createRule(context, actingPerson(principal, client), body)),
  }),
});

export const patchTopicRule = defineRoute({
  method: 'PATCH',
  path: '/api/v1/topic-rules/{id}',
  operationId: 'updateTopicRule',
  summary: 'Change the weight of a rule',
  tag: 'Topics',
  access: EDIT,
  params: IdParams,
  body: object({ weight: Weight }),
  responses: { 200: { description: 'The rule', schema: TopicRuleSchema } },
  problems: ['forbidden', 'topic-rule-not-found'],
  handler: async ({ context, principal, client, params, body }) => ({
    status: 200,
    body: showRule(await editRule(context, actingPerson(principal, client), params.id, body.weight)),
  }),
});

export const deleteTopicRule = defineRoute({
  method: 'DELETE',
  path: '/api/v1/topic-rules/{id}',
  operationId: 'removeTopicRule',
  summary: 'Remove a rule',
  tag: 'Topics',
  access: EDIT,
  params: IdParams,
  responses: { 204: { description: 'Removed' } },
  problems: ['forbidden', 'topic-rule-not-found'],
  handler: async ({ context, principal, client, params }) => {
    await dropRule(context, actingPerson(principal, client), params.id);
    return { status: 204 };
  },
});
