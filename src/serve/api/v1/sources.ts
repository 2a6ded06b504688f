import Type, { type Static } from 'typebox';
import { actingPerson } from '../../../app/admin/audited.ts';
import { createSources, type SecretSource } from '../../../app/admin/sources.ts';
import { page, readCursor } from '../../../app/cursor.ts';
import { listSources } from '../../../ingest/sources/registry.ts';
import { checkHeaders, checkHomePage, checkSettings } from '../../../ingest/sources/settings.ts';
import { parseTypedAddress } from '../../../ingest/sources/typed-address.ts';
import { defineRoute } from '../../http/route.ts';
import { Id, object, PageQuery, pageOf } from '../schemas.ts';
import {
  Address,
  HeadersSchema,
  SourceFields,
  SourceKindSchema,
  SourceSchema,
  SourceStatusSchema,
  showSource,
} from '../source-schemas.ts';

export const getSources = defineRoute({
  method: 'GET',
  path: '/api/v1/sources',
  operationId: 'listSources',
  summary: 'Sources by name',
  description: '`schedule` and `settings` are for operators.',
  tag: 'Sources',
  access: { scope: 'sources:read' },
  query: object({
    ...PageQuery,
    status: Type.Optional(SourceStatusSchema),
    kind: Type.Optional(SourceKindSchema),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\u0000]*$',
        description: 'Part of the name or address.',
      }),
    ),
    demo: Type.Optional(Type.Boolean({ description: 'Only sources of the demo edition, or only others.' })),
  }),
  responses: { 200: { description: 'A page of sources', schema: pageOf(SourceSchema) } },
  problems: ['invalid-cursor'],
  handler: async ({ context, principal, query }) => {
    const { limit = 50, cursor, demo, ...filters } = query;
    // The cursor is bound to its query: in another list it would continue at an arbitrary position.
    const list = `sources ${JSON.stringify([filters.status, filters.kind, filters.search, demo])}`;
    const cursors = { keys: context.keys, list, owner: principal.userId };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, cursor);
    const sources = await listSources(context.database, {
      ...filters,
      ...(demo === undefined ? {} : { isDemo: demo }),
      ...(after ? { after: { name: after['name'] ?? '', id: after['id'] ?? '' } } : {}),
      limit: limit + 1,
    });
    const { items, nextCursor } = page(cursors, sources, limit, ({ name, id }) => ({ name, id }));
    const now = new Date(context.clock.now());
    return {
      status: 200,
      body: { items: items.map(source => showSource(source, principal, now)), nextCursor },
    };
  },
});

const NewSourceSchema = object(
  {
    url: Address,
    kind: Type.Optional(SourceKindSchema),
    ...SourceFields,
    headers: Type.Optional(HeadersSchema),
  },
  { title: 'NewSource' },
);

export const postSources = defineRoute({
  method: 'POST',
  path: '/api/v1/sources',
  operationId: 'createSources',
  summary: 'Add sources, one or many: all of them or none',
  description:
    'An existing source stays unchanged and is returned with `isNew` false. Use `discover` to preview an address.',
  tag: 'Sources',
  access: { scope: 'sources:write', role: 'operator' },
  idempotent: true,
  body: object({ sources: Type.Array(NewSourceSchema, { minItems: 1, maxItems: 500 }) }),
  responses: {
    200: {
      description: 'The outcome of each, in request order',
      schema: object({ sources: Type.Array(object({ id: Id, url: Type.String(), isNew: Type.Boolean() })) }),
    },
  },
  problems: ['forbidden', 'body-too-large'],
  handler: async ({ context, principal, client, body }) => {
    const sources = body.sources.map(toSource);
    const added = await createSources(context, actingPerson(principal, client), sources);
    const answer = added.map(({ id, isNew }, index) => ({ id, isNew, url: sources[index]?.url ?? '' }));
    return { status: 200, body: { sources: answer } };
  },
});

function toSource(sent: Static<typeof NewSourceSchema>): SecretSource {
  const { kind = 'feed', headers, ...rest } = sent;
  const { url } = parseTypedAddress(sent.url);
  checkSettings(kind, sent.settings);
  checkHeaders(kind, headers);
  checkHomePage(sent.homePage);
  return {
    ...rest,
    url,
    kind,
    name: sent.name ?? new URL(url).hostname.replace(/^www\./, ''),
    ...(headers ? { headers } : {}),
  };
}
