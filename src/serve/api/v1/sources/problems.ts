import { actingPerson } from '../../../../app/admin/audited.ts';
import { dismiss } from '../../../../app/admin/sources.ts';
import { page, readCursor } from '../../../../app/cursor.ts';
import { isProblemKind, listProblems } from '../../../../ingest/sources/problems.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, object, PageQuery, pageOf } from '../../schemas.ts';
import { ProblemKindSchema, SourceProblemSchema, showSourceProblem } from '../../source-schemas.ts';

export const getProblems = defineRoute({
  method: 'GET',
  path: '/api/v1/sources/problems',
  operationId: 'listSourceProblems',
  summary: 'Sources needing attention, oldest problem first',
  description:
    'A problem disappears when its cause does. Each names its remedies: `take-over`, `crawl`, `resume`, `pause` and `dismiss` are separate requests, `discover` searches the home page for the replacement feed.',
  tag: 'Sources',
  access: { scope: 'sources:read', role: 'operator' },
  query: object(PageQuery),
  responses: { 200: { description: 'A page of problems', schema: pageOf(SourceProblemSchema) } },
  problems: ['forbidden', 'invalid-cursor'],
  handler: async ({ context, principal, query }) => {
    const limit = query.limit ?? 50;
    const cursors = { keys: context.keys, list: 'source problems', owner: principal.userId };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, query.cursor);
    const kind = after?.['kind'] ?? '';
    const problems = await listProblems(context.database, {
      ...(after && isProblemKind(kind)
        ? { after: { since: new Date(after['since'] ?? ''), sourceId: after['sourceId'] ?? '', kind } }
        : {}),
      limit: limit + 1,
    });
    const { items, nextCursor } = page(cursors, problems, limit, ({ since, sourceId, kind: last }) => ({
      since: since.toISOString(),
      sourceId,
      kind: last,
    }));
    return { status: 200, body: { items: items.map(showSourceProblem), nextCursor } };
  },
});

export const dismissProblemRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/sources/{id}/problems/{kind}/dismiss',
  operationId: 'dismissSourceProblem',
  summary: 'Dismiss a problem until it ends and occurs again',
  tag: 'Sources',
  access: { scope: 'sources:write', role: 'operator' },
  params: object({ id: Id, kind: ProblemKindSchema }),
  responses: { 204: { description: 'Dismissed' } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, principal, client, params }) => {
    await dismiss(context, actingPerson(principal, client), params.id, params.kind);
    return { status: 204 };
  },
});
