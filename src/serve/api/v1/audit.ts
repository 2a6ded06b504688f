import Type from 'typebox';
import { AUDIT_ACTIONS, type AuditAction, listAudit } from '../../../accounts/index.ts';
import { page, readCursor } from '../../../app/cursor.ts';
import { defineRoute } from '../../http/route.ts';
import { AuditEntrySchema, Id, object, oneOf, PageQuery, pageOf, showAuditEntry } from '../schemas.ts';

export const getAudit = defineRoute({
  method: 'GET',
  path: '/api/v1/audit',
  operationId: 'listAudit',
  summary: 'The audit log, newest first',
  tag: 'Audit',
  access: { scope: 'admin:read', role: 'operator' },
  query: object({
    ...PageQuery,
    actor: Type.Optional(Id),
    action: Type.Optional(oneOf(Object.keys(AUDIT_ACTIONS) as AuditAction[])),
  }),
  responses: { 200: { description: 'A page of entries', schema: pageOf(AuditEntrySchema) } },
  problems: ['forbidden', 'invalid-cursor'],
  handler: async ({ context, principal, query }) => {
    const limit = query.limit ?? 50;
    const cursors = {
      keys: context.keys,
      list: `audit ${query.actor ?? ''} ${query.action ?? ''}`,
      owner: principal.userId,
    };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, query.cursor);
    const before = after ? { at: new Date(after['at'] ?? ''), id: after['id'] ?? '' } : undefined;
    const rows = await listAudit(context, {
      before,
      limit: limit + 1,
      actorId: query.actor,
      action: query.action,
    });
    const { items, nextCursor } = page(cursors, rows, limit, entry => ({
      at: entry.at.toISOString(),
      id: entry.id,
    }));
    return { status: 200, body: { items: items.map(showAuditEntry), nextCursor } };
  },
});
