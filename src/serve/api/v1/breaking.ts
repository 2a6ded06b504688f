import Type from 'typebox';
import { listBreaking } from '../../../stories/queries/index.ts';
import { defineRoute } from '../../http/route.ts';
import { object } from '../schemas.ts';
import { StorySummarySchema, showStorySummary } from '../story-schemas.ts';

export const getBreaking = defineRoute({
  method: 'GET',
  path: '/api/v1/breaking',
  operationId: 'listBreaking',
  summary: 'Stories that are breaking now or were within six hours, fastest first',
  tag: 'Stories',
  access: 'public',
  cache: { public: 10 },
  responses: {
    200: { description: 'The complete list', schema: object({ items: Type.Array(StorySummarySchema) }) },
  },
  handler: async ({ context }) => {
    const stories = await listBreaking(context.database, new Date(context.clock.now()));
    return { status: 200, body: { items: stories.map(story => showStorySummary(context.keys, story)) } };
  },
});
