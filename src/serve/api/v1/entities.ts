import Type from 'typebox';
import { Problem } from '../../../errors.ts';
import { findEntity, searchEntities } from '../../../stories/queries/index.ts';
import { defineRoute } from '../../http/route.ts';
import { object } from '../schemas.ts';
import { EntityKey, EntitySchema, showEntity } from '../story-schemas.ts';

export const getEntities = defineRoute({
  method: 'GET',
  path: '/api/v1/entities',
  operationId: 'searchEntities',
  summary: 'People, places and organisations by name, most mentioned first',
  description: 'Those whose name has all words of the query, or begins with it; without a query, none.',
  tag: 'Entities',
  access: 'public',
  cache: { public: 60 },
  query: object({
    query: Type.Optional(Type.String({ minLength: 2, maxLength: 100, pattern: '^[^\\u0000]*$' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
  }),
  responses: { 200: { description: 'The best', schema: object({ items: Type.Array(EntitySchema) }) } },
  handler: async ({ context, query }) => {
    const found = await searchEntities(context.database, query.query ?? '', query.limit ?? 20);
    return { status: 200, body: { items: found.map(showEntity) } };
  },
});

export const getEntity = defineRoute({
  method: 'GET',
  path: '/api/v1/entities/{key}',
  operationId: 'getEntity',
  summary: 'A person, place or organisation in the news',
  description: 'Its stories are `GET /stories?entity=`.',
  tag: 'Entities',
  access: 'public',
  cache: { public: 60 },
  params: object({ key: EntityKey }),
  responses: { 200: { description: 'What is known', schema: EntitySchema } },
  problems: ['entity-not-found'],
  handler: async ({ context, params }) => {
    const entity = await findEntity(context.database, params.key);
    if (!entity) throw new Problem('entity-not-found');
    return { status: 200, body: showEntity(entity) };
  },
});
