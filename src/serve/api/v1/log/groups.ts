import Type from 'typebox';
import { actingPerson } from '../../../../app/admin/audited.ts';
import { replayGroup } from '../../../../app/admin/log.ts';
import { defineRoute } from '../../../http/route.ts';
import { GroupName, GroupSchema, StreamSchema, showGroup, showStream } from '../../log-schemas.ts';
import { Moment, object } from '../../schemas.ts';

export const getStreams = defineRoute({
  method: 'GET',
  path: '/api/v1/log/streams',
  operationId: 'listLogStreams',
  summary: 'The streams of the log',
  tag: 'Log',
  access: { scope: 'admin:read', role: 'operator' },
  responses: { 200: { description: 'Every stream', schema: object({ items: Type.Array(StreamSchema) }) } },
  problems: ['forbidden'],
  handler: async ({ context }) => ({
    status: 200,
    body: { items: (await context.log.streams()).map(showStream) },
  }),
});

export const getGroups = defineRoute({
  method: 'GET',
  path: '/api/v1/log/groups',
  operationId: 'listLogGroups',
  summary: 'The position of every consumer group in every partition',
  tag: 'Log',
  access: { scope: 'admin:read', role: 'operator' },
  responses: { 200: { description: 'Every partition', schema: object({ items: Type.Array(GroupSchema) }) } },
  problems: ['forbidden'],
  handler: async ({ context }) => ({
    status: 200,
    body: { items: (await context.log.groups()).map(showGroup) },
  }),
});

export const postReplay = defineRoute({
  method: 'POST',
  path: '/api/v1/log/groups/{group}/replay',
  operationId: 'replayLogGroup',
  summary: 'Set a group back to an earlier time, or forward to a later one',
  description: 'The group handles every event from there on again and so rebuilds its derived data.',
  tag: 'Log',
  access: { scope: 'admin:write', role: 'operator' },
  params: object({ group: GroupName }),
  body: object({ from: Moment }),
  responses: { 204: { description: 'Set' } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, principal, client, params, body }) => {
    await replayGroup(context, actingPerson(principal, client), params.group, new Date(body.from));
    return { status: 204 };
  },
});
