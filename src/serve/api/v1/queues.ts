import { listQueues } from '../../../app/admin/queues.ts';
import { page, readCursor } from '../../../app/cursor.ts';
import { defineRoute } from '../../http/route.ts';
import { QueueSchema, showQueue } from '../queue-schemas.ts';
import { object, PageQuery, pageOf } from '../schemas.ts';

export const getQueues = defineRoute({
  method: 'GET',
  path: '/api/v1/queues',
  operationId: 'listQueues',
  summary: 'All queues with their message counts, by name',
  tag: 'Queues',
  access: { scope: 'queues:manage', role: 'operator' },
  query: object(PageQuery),
  responses: { 200: { description: 'A page of queues', schema: pageOf(QueueSchema) } },
  problems: ['forbidden', 'invalid-cursor'],
  handler: async ({ context, principal, query }) => {
    const limit = query.limit ?? 50;
    const cursors = { keys: context.keys, list: 'queues', owner: principal.userId };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, query.cursor)?.['name'];
    const queues = (await listQueues(context)).filter(({ name }) => after === undefined || name > after);
    const { items, nextCursor } = page(cursors, queues.slice(0, limit + 1), limit, ({ name }) => ({ name }));
    return { status: 200, body: { items: items.map(showQueue), nextCursor } };
  },
});
