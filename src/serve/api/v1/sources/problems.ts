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
  summary: 'The health inbox: what needs a person, the oldest first',
  description:
    'A problem goes away by itself when its cause does. Each names what can be done: `take-over`, `crawl`, `resume`, `pause` and `dismiss` are requests of their own, `discover` looks at its home page for the feed that has taken its place.',
  tag: 'Sources',
  access: { scope: 'sources:read', role: 'operator' },
  query: object(PageQuery),
  responses: { 200: { description: 'A page of problems', schema: pageOf(SourceProblemSchema) } },
  problems: ['forbidden', 'invalid-cursor'],
  handler: async ({ context, principal, query }) => {
    const limit = query.limit ?? 50;
    const tools = { keys: context.keys, list: 'source problems', owner: principal.userId };
    const after = readCursor(tools.keys, tools.list, tools.owner, query.cursor);
    const kind = after?.['kind'] ?? '';
    const problems = await listProblems(context.database, {
      ...(after && isProblemKind(kind)
        ? { after: { since: new Date(after['since'] ?? ''), sourceId: after['sourceId'] ?? '', kind } }
        : {}),
      limit: limit + 1,
    });
    const { items, nextCursor } = page(tools, problems, limit, ({ since, sourceId, kind: last }) => ({
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
  summary: 'Put a problem aside until it ends and comes again',
  tag: 'Sources',
  access: { scope: 'sources:write', role: 'operator' },
  params: object({ id: Id, kind: ProblemKindSchema }),
  responses: { 204: { description: 'It is out of the inbox' } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, principal, client, params }) => {
    await dismiss(context, actingPerson(principal, client), params.id, params.kind);
    return { status: 204 };
  },
});
