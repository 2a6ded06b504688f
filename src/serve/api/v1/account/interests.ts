import Type from 'typebox';
import { commandInterest, INTEREST_COMMANDS, SUBJECTS } from '../../../../app/signals/interest-commands.ts';
import { readInterests } from '../../../../signals/interests/interest-store.ts';
import { namedInterests } from '../../../../signals/interests/named-interests.ts';
import { defineRoute } from '../../../http/route.ts';
import { object, oneOf, orNull } from '../../schemas.ts';

const InterestsSchema = object(
  {
    isPaused: Type.Boolean({ description: 'Whether learning is paused.' }),
    items: Type.Array(
      object({
        on: oneOf(SUBJECTS),
        id: Type.String(),
        name: Type.String(),
        level: Type.Number({ description: 'From -1 (none) to 1 (all).' }),
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
  summary: 'Your interests, learned and set',
  tag: 'Account',
  access: { scope: 'reading:read' },
  responses: { 200: { description: 'The ones you set first, then the strongest', schema: InterestsSchema } },
  handler: async ({ context, principal }) => {
    const interests = await readInterests(context.database, principal.userId);
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
  summary: 'Change your interests',
  description:
    'Set a level (null removes it), mute or unmute a topic, entity or source, pause or resume learning, or reset. Takes effect within seconds, in order with what you read.',
  tag: 'Account',
  access: { scope: 'reading:write' },
  body: object({
    command: oneOf(INTEREST_COMMANDS),
    on: Type.Optional(oneOf(SUBJECTS)),
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    level: Type.Optional(orNull(Type.Number({ minimum: -1, maximum: 1 }))),
  }),
  responses: { 202: { description: 'Accepted' } },
  problems: ['not-found'],
  handler: async ({ context, principal, body }) => {
    await commandInterest(context, principal.userId, body);
    return { status: 202 };
  },
});
