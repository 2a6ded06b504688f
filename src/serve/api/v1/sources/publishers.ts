import Type from 'typebox';
import { actingPerson } from '../../../../app/admin/audited.ts';
import { requireSource, setPublisher } from '../../../../app/admin/sources.ts';
import { listPublishers } from '../../../../ingest/sources/publishers.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, IdParams, Moment, object } from '../../schemas.ts';

const WRITE = { scope: 'sources:write', role: 'operator' } as const;
const PublisherParams = object({ id: Id, user: Id });

export const getPublishers = defineRoute({
  method: 'GET',
  path: '/api/v1/sources/{id}/publishers',
  operationId: 'listPublishers',
  summary: 'The people who may submit articles to a source',
  tag: 'Publishing',
  access: { scope: 'sources:read', role: 'operator' },
  params: IdParams,
  responses: {
    200: {
      description: 'The complete list',
      schema: object({ items: Type.Array(object({ userId: Id, verifiedAt: Moment })) }),
    },
  },
  problems: ['forbidden', 'source-not-found'],
  handler: async ({ context, params }) => {
    await requireSource(context, params.id);
    const publishers = await listPublishers(context.database, params.id);
    const items = publishers.map(({ userId, verifiedAt }) => ({
      userId,
      verifiedAt: verifiedAt.toISOString(),
    }));
    return { status: 200, body: { items } };
  },
});

export const putPublisher = defineRoute({
  method: 'PUT',
  path: '/api/v1/sources/{id}/publishers/{user}',
  operationId: 'verifyPublisher',
  summary: 'Allow a person to submit articles to a submit source',
  tag: 'Publishing',
  access: WRITE,
  params: PublisherParams,
  responses: { 204: { description: 'Allowed' } },
  problems: ['forbidden', 'source-not-found', 'not-found', 'conflict'],
  handler: async ({ context, principal, client, params }) => {
    const change = { sourceId: params.id, userId: params.user, isVerified: true };
    await setPublisher(context, actingPerson(principal, client), change);
    return { status: 204 };
  },
});

export const deletePublisher = defineRoute({
  method: 'DELETE',
  path: '/api/v1/sources/{id}/publishers/{user}',
  operationId: 'refusePublisher',
  summary: 'Revoke the permission to submit articles to a source',
  tag: 'Publishing',
  access: WRITE,
  params: PublisherParams,
  responses: { 204: { description: 'Revoked' } },
  problems: ['forbidden'],
  handler: async ({ context, principal, client, params }) => {
    const change = { sourceId: params.id, userId: params.user, isVerified: false };
    await setPublisher(context, actingPerson(principal, client), change);
    return { status: 204 };
  },
});
