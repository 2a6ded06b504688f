import Type from 'typebox';
import { actingPerson } from '../../../app/admin/audited.ts';
import {
  createSignalRule,
  dropSignalRule,
  dropsOfTheLastHour,
  editSignalRule,
  lastHour,
  RULE_ID,
  requireSignalRule,
  trySignalRule,
} from '../../../app/admin/signal-rules.ts';
import type { DryRun } from '../../../signals/rules/dry-run.ts';
import { RULE_KINDS } from '../../../signals/rules/rule.ts';
import { latestDrops } from '../../../signals/validation/dropped-signals.ts';
import { listRules, type StoredSignalRule } from '../../../signals/validation/rule-store.ts';
import { defineRoute } from '../../http/route.ts';
import { Id, Moment, object, oneOf } from '../schemas.ts';

const TAG = 'Signals';
const READ = { scope: 'admin:read', role: 'operator' } as const;
const WRITE = { scope: 'admin:write', role: 'operator' } as const;

const RuleId = Type.String({ pattern: RULE_ID.source });
const RuleParams = object({ id: RuleId });
const Kind = oneOf(RULE_KINDS);
const Settings = Type.Record(Type.String({ maxLength: 40 }), Type.Unknown(), {
  description: 'The settings of the kind, see docs/guides/signals.md.',
});
const Note = Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' });

const SignalRuleSchema = object(
  {
    id: Type.String(),
    kind: Type.String(),
    settings: Type.Unknown(),
    isActive: Type.Boolean(),
    note: Type.String(),
    updatedAt: Moment,
  },
  { title: 'SignalRule' },
);
const OutcomeSchema = object(
  {
    judged: Type.Integer({ description: 'Views, reads, shares and feedback.' }),
    dropped: Type.Integer(),
    byRule: Type.Array(object({ rule: Type.String(), times: Type.Integer() })),
  },
  { title: 'RulesOutcome' },
);

export const getSignalRules = defineRoute({
  method: 'GET',
  path: '/api/v1/signal-rules',
  operationId: 'listSignalRules',
  summary: 'Rules that exclude signals from counts',
  tag: TAG,
  access: READ,
  responses: {
    200: { description: 'The complete list', schema: object({ items: Type.Array(SignalRuleSchema) }) },
  },
  problems: ['forbidden'],
  handler: async ({ context }) => ({
    status: 200,
    body: { items: (await listRules(context.database)).map(showRule) },
  }),
});

export const postSignalRule = defineRoute({
  method: 'POST',
  path: '/api/v1/signal-rules',
  operationId: 'createSignalRule',
  summary: 'Add a rule; it takes effect within a minute',
  tag: TAG,
  access: WRITE,
  idempotent: true,
  body: object({
    id: RuleId,
    kind: Kind,
    settings: Settings,
    isActive: Type.Optional(Type.Boolean()),
    note: Type.Optional(Note),
  }),
  responses: { 201: { description: 'The rule', schema: SignalRuleSchema } },
  problems: ['forbidden', 'conflict'],
  handler: async ({ context, principal, client, body }) => {
    const { isActive = true, note = '', ...rule } = body;
    const created = await createSignalRule(context, actingPerson(principal, client), {
      ...rule,
      isActive,
      note,
    });
    return { status: 201, body: showRule(created) };
  },
});

export const patchSignalRule = defineRoute({
  method: 'PATCH',
  path: '/api/v1/signal-rules/{id}',
  operationId: 'updateSignalRule',
  summary: 'Change, enable or disable a rule',
  tag: TAG,
  access: WRITE,
  params: RuleParams,
  body: object({
    settings: Type.Optional(Settings),
    isActive: Type.Optional(Type.Boolean()),
    note: Type.Optional(Note),
  }),
  responses: { 200: { description: 'The rule', schema: SignalRuleSchema } },
  problems: ['forbidden', 'signal-rule-not-found'],
  handler: async ({ context, principal, client, params, body }) => ({
    status: 200,
    body: showRule(await editSignalRule(context, actingPerson(principal, client), params.id, body)),
  }),
});

export const deleteSignalRule = defineRoute({
  method: 'DELETE',
  path: '/api/v1/signal-rules/{id}',
  operationId: 'removeSignalRule',
  summary: 'Remove a rule; dropped signals stay dropped',
  tag: TAG,
  access: WRITE,
  params: RuleParams,
  responses: { 204: { description: 'Removed' } },
  problems: ['forbidden', 'signal-rule-not-found'],
  handler: async ({ context, principal, client, params }) => {
    await dropSignalRule(context, actingPerson(principal, client), params.id);
    return { status: 204 };
  },
});

export const postSignalRuleTry = defineRoute({
  method: 'POST',
  path: '/api/v1/signal-rules/try',
  operationId: 'trySignalRule',
  summary: 'Try a rule: what the rules would have dropped in the last hour with this one; changes nothing',
  description: 'Replaces an existing rule with the same id. `present` is the result of the current rules.',
  tag: TAG,
  access: READ,
  body: object({ id: RuleId, kind: Kind, settings: Settings, isActive: Type.Optional(Type.Boolean()) }),
  responses: {
    200: {
      description: 'Both results for the same signals',
      schema: object({ words: Type.String(), tried: OutcomeSchema, present: OutcomeSchema }),
    },
  },
  problems: ['forbidden'],
  handler: async ({ context, body }) => {
    const { isActive = true, ...rule } = body;
    const { words, tried, present } = await trySignalRule(context, { ...rule, isActive });
    return { status: 200, body: { words, tried: showOutcome(tried), present: showOutcome(present) } };
  },
});

export const getSignalDrops = defineRoute({
  method: 'GET',
  path: '/api/v1/signal-rules/drops',
  operationId: 'listSignalDrops',
  summary: 'Signals dropped in the last hour, with the rule',
  tag: TAG,
  access: READ,
  responses: {
    200: {
      description: 'The sums, and the latest of them',
      schema: object({
        sums: OutcomeSchema,
        items: Type.Array(
          object({
            at: Moment,
            kind: Type.String(),
            articleId: Id,
            seconds: Type.Integer(),
            droppedBy: Type.String(),
          }),
        ),
      }),
    },
  },
  problems: ['forbidden'],
  handler: async ({ context }) => {
    const sums = await dropsOfTheLastHour(context);
    const items = await latestDrops(context.database, { since: lastHour(context), limit: 200 });
    return {
      status: 200,
      body: {
        sums: { ...sums, byRule: sums.byRule.map(each => ({ ...each })) },
        items: items.map(({ at, ...drop }) => ({ ...drop, at: at.toISOString() })),
      },
    };
  },
});

export const getSignalRule = defineRoute({
  method: 'GET',
  path: '/api/v1/signal-rules/{id}',
  operationId: 'getSignalRule',
  summary: 'A rule',
  tag: TAG,
  access: READ,
  params: RuleParams,
  responses: { 200: { description: 'The rule', schema: SignalRuleSchema } },
  problems: ['forbidden', 'signal-rule-not-found'],
  handler: async ({ context, params }) => ({
    status: 200,
    body: showRule(await requireSignalRule(context, params.id)),
  }),
});

function showRule({ updatedAt, ...rule }: StoredSignalRule) {
  return { ...rule, updatedAt: updatedAt.toISOString() };
}

function showOutcome({ judged, dropped, byRule }: DryRun) {
  return { judged, dropped, byRule: Array.from(byRule, ([rule, times]) => ({ rule, times })) };
}
