import Type from 'typebox';
import { endOtherSessions, endSession, listSessions } from '../../../../accounts/index.ts';
import { defineRoute } from '../../../http/route.ts';
import { IdParams, object, SessionSchema, showSession } from '../../schemas.ts';

export const getSessions = defineRoute({
  method: 'GET',
  path: '/api/v1/account/sessions',
  operationId: 'listSessions',
  summary: 'Where you are signed in',
  tag: 'Account',
  access: { scope: 'account:read' },
  responses: { 200: { description: 'Your sessions', schema: object({ items: Type.Array(SessionSchema) }) } },
  handler: async ({ context, principal }) => {
    const sessions = await listSessions(context, principal.userId);
    return {
      status: 200,
      body: { items: sessions.map(session => showSession(session, principal.credential.id)) },
    };
  },
});

export const deleteOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/sessions',
  operationId: 'endOtherSessions',
  summary: 'Sign out everywhere else',
  tag: 'Account',
  access: { scope: 'account:write' },
  responses: { 200: { description: 'How many sessions ended', schema: object({ ended: Type.Integer() }) } },
  handler: async ({ context, principal, client }) => ({
    status: 200,
    body: { ended: await endOtherSessions(context, principal, client) },
  }),
});

export const deleteSession = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/sessions/{id}',
  operationId: 'endSession',
  summary: 'End one of your sessions',
  tag: 'Account',
  access: { scope: 'account:write' },
  params: IdParams,
  responses: { 204: { description: 'Ended' } },
  problems: ['not-found'],
  handler: async ({ context, principal, params, client }) => {
    const { userId } = principal;
    await endSession(context, { userId, sessionId: params.id, actor: { kind: 'user', id: userId }, client });
    return { status: 204 };
  },
});
