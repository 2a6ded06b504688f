import Type from 'typebox';
import { commandInterest, SUBJECTS, WISHES } from '../../../../app/signals/interest-commands.ts';
import { namedInterests } from '../../../../signals/learn/named.ts';
import { interestsOf } from '../../../../signals/learn/read.ts';
import { defineRoute } from '../../../http/route.ts';
import { object, oneOf, orNull } from '../../schemas.ts';

const InterestsSchema = object(
  {
    isPaused: Type.Boolean({ description: 'Whether nothing more is learned.' }),
    items: Type.Array(
      object({
        on: oneOf(SUBJECTS),
        id: Type.String(),
        name: Type.String(),
        level: Type.Number({ description: 'From -1 (never) to 1 (all of it).' }),
        isSetByHand: Type.Boolean(),
        isMuted: Type.Boolean(),
      }),
    ),
  },
  { title: 'Interests' },
);

export const getInterests = defineRoute({
  method: 'GET',
  path: '/api/v1/account/interests',
  operationId: 'getInterests',
  summary: 'What you care for, as it was learned and as you set it',
  tag: 'Account',
  access: { scope: 'reading:read' },
  responses: { 200: { description: 'What you set first, then the strongest', schema: InterestsSchema } },
  handler: async ({ context, principal }) => {
    const interests = await interestsOf(context.database, principal.userId);
    const items = await namedInterests(context.database, interests);
    return {
      status: 200,
      body: { isPaused: interests.isPaused, items: items.map(item => ({ ...item })) },
    };
  },
});

export const postInterest = defineRoute({
  method: 'POST',
  path: '/api/v1/account/interests',
  operationId: 'changeInterests',
  summary: 'Say what you care for',
  description:
    'Set a level (null takes it back), mute and unmute a topic, name or source, pause and resume learning, or forget. It is done within seconds, in order with what you read.',
  tag: 'Account',
  access: { scope: 'reading:write' },
  body: object({
    wish: oneOf(WISHES),
    on: Type.Optional(oneOf(SUBJECTS)),
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    level: Type.Optional(orNull(Type.Number({ minimum: -1, maximum: 1 }))),
  }),
  responses: { 202: { description: 'It will be done' } },
  problems: ['not-found'],
  handler: async ({ context, principal, body }) => {
    await commandInterest(context, principal.userId, body);
    return { status: 202 };
  },
});
