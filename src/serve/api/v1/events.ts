import Type from 'typebox';
import { Problem } from '../../../errors.ts';
import { FEEDBACKS, SHARE_CHANNELS } from '../../../model/signal.ts';
import { MAX_ITEMS } from '../../../signals/accept/accept-signals.ts';
import { REJECTION_CODES } from '../../../signals/accept/parse-item.ts';
import { defineRoute } from '../../http/route.ts';
import { type SenderCall, signalSenderOf } from '../../http/signal-sender.ts';
import { Id, IdParams, object, oneOf } from '../schemas.ts';

const TAG = 'Signals';
const ShortText = Type.String({ minLength: 1, maxLength: 64 });
const Seconds = Type.Number({ minimum: 0, maximum: 86_400 });
const At = Type.Optional(
  Type.String({ format: 'date-time', description: 'Refused if it is off by more than five minutes.' }),
);

const TakenSchema = object(
  {
    accepted: Type.Integer({ description: 'The number of durably accepted events.' }),
    refused: Type.Array(
      object({
        index: Type.Integer({ description: 'The index in the request, from 0.' }),
        code: oneOf(REJECTION_CODES),
        message: Type.String(),
      }),
    ),
    ignored: Type.Array(
      object({
        index: Type.Integer({ description: 'The index in the request, from 0.' }),
        rule: Type.String({ description: 'The id of the rule.' }),
        message: Type.String(),
      }),
      { description: 'Accepted events that will not count, because a rule drops those of their user agent.' },
    ),
  },
  { title: 'TakenEvents' },
);
const RESPONSES = {
  202: {
    description: 'The number of accepted events, and with reasons those that were refused or will not count',
    schema: TakenSchema,
  },
} as const;

export const postEvents = defineRoute({
  method: 'POST',
  path: '/api/v1/events',
  operationId: 'postEvents',
  summary: 'Send many signals of any kind',
  description: `At most ${MAX_ITEMS}. Each has its own outcome: an invalid one does not affect the others.`,
  tag: TAG,
  access: 'public',
  body: object({
    events: Type.Array(Type.Unknown(), {
      description:
        'Objects with kind, article and the fields of the single-event routes. A token with the scope signals:forward may add from: {address, userAgent, country}, the reader it sends the event for.',
    }),
  }),
  responses: RESPONSES,
  handler: call => answer(call, call.body.events),
});

export const postView = defineRoute({
  method: 'POST',
  path: '/api/v1/events/view',
  operationId: 'postView',
  summary: 'A heartbeat while an article is being read',
  description: 'The seconds of attention so far in this visit. A visit counts once, after ten seconds.',
  tag: TAG,
  access: 'public',
  body: object({ article: Id, visit: ShortText, seconds: Seconds, at: At }),
  responses: RESPONSES,
  problems: ['article-not-found'],
  handler: call => single(call, { kind: 'view', ...call.body }),
});

export const postShare = defineRoute({
  method: 'POST',
  path: '/api/v1/events/share',
  operationId: 'postShare',
  summary: 'An article was shared',
  tag: TAG,
  access: 'public',
  body: object({ article: Id, id: ShortText, via: Type.Optional(oneOf(SHARE_CHANNELS)), at: At }),
  responses: RESPONSES,
  problems: ['article-not-found'],
  handler: call => single(call, { kind: 'share', ...call.body }),
});

export const postRead = defineRoute({
  method: 'POST',
  path: '/api/v1/articles/{id}/read',
  operationId: 'postRead',
  summary: 'An article was read',
  description: 'Counts once per reader, article and session, however often it is sent.',
  tag: TAG,
  access: 'public',
  params: IdParams,
  body: object({ session: ShortText, seconds: Type.Optional(Seconds), at: At }),
  responses: RESPONSES,
  problems: ['article-not-found'],
  handler: call => {
    const { session, ...rest } = call.body;
    return single(call, { kind: 'read', article: call.params.id, visit: session, ...rest });
  },
});

export const postFeedback = defineRoute({
  method: 'POST',
  path: '/api/v1/articles/{id}/feedback',
  operationId: 'postFeedback',
  summary: "A reader's feedback on an article",
  tag: TAG,
  access: { scope: 'reading:write' },
  params: IdParams,
  body: object({ say: oneOf(FEEDBACKS), id: Type.Optional(ShortText), at: At }),
  responses: RESPONSES,
  problems: ['article-not-found'],
  handler: call => single(call, { kind: 'feedback', article: call.params.id, ...call.body }),
});

/** For a single event, a refusal is an error of the request. */
async function single(call: SenderCall, item: unknown) {
  const taken = await answer(call, [item]);
  const [refusal] = taken.body.refused;
  if (refusal?.code === 'unknown-article') throw new Problem('article-not-found');
  if (refusal) throw new Problem('validation-failed', refusal.message);
  return taken;
}

async function answer(call: SenderCall, items: readonly unknown[]) {
  const sender = signalSenderOf(call);
  const known = sender instanceof Promise ? await sender : sender;
  const { accepted, refused } = await call.context.signals(items, known);
  const ignored = call.context.agentRules.ignoredAmong(items, known, refused);
  const body = { accepted, refused: refused.map(refusal => ({ ...refusal })), ignored };
  return { status: 202 as const, body };
}
