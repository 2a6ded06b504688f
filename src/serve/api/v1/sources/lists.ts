import { Readable } from 'node:stream';
import Type from 'typebox';
import { actingPerson } from '../../../../app/admin/audited.ts';
import { importList } from '../../../../app/admin/sources.ts';
import { bodyFault, Problem } from '../../../../errors.ts';
import type { SourceImportReport } from '../../../../ingest/sources/import.ts';
import { NotOpml, type OpmlList, parseOpml } from '../../../../ingest/sources/opml/read.ts';
import { writeOpml } from '../../../../ingest/sources/opml/write.ts';
import { exportedSources } from '../../../../ingest/sources/registry.ts';
import { entriesOf, findStarterPack, listStarterPacks } from '../../../../ingest/sources/starter-packs.ts';
import { reasonText } from '../../../../reasons.ts';
import { defineRoute } from '../../../http/route.ts';
import { object, orNull } from '../../schemas.ts';
import { ImportReportSchema } from '../../source-schemas.ts';

const READ = { scope: 'sources:read' } as const;
const WRITE = { scope: 'sources:write', role: 'operator' } as const;

export const postImport = defineRoute({
  method: 'POST',
  path: '/api/v1/sources/import',
  operationId: 'importSources',
  summary: 'Import the sources of an OPML list, with a report for every entry',
  description:
    'Reports unusable entries and adds the others. Import lists larger than the request limit with `broadsheet source import`.',
  tag: 'Sources',
  access: WRITE,
  idempotent: true,
  body: object({ opml: Type.String({ minLength: 1, description: 'The OPML document.' }) }),
  responses: { 200: { description: 'The outcome of each entry', schema: ImportReportSchema } },
  problems: ['forbidden', 'body-too-large'],
  handler: async ({ context, principal, client, body }) => {
    const { entries } = readList(body.opml);
    const report = await importList(context, actingPerson(principal, client), entries, { name: 'opml' });
    return { status: 200, body: shown(report) };
  },
});

export const getExport = defineRoute({
  method: 'GET',
  path: '/api/v1/sources/export',
  operationId: 'exportSources',
  summary: 'All feeds as an OPML list, in their folders',
  description: 'Leaves out sources of other kinds.',
  tag: 'Sources',
  access: READ,
  responses: { 200: { description: 'OPML 2.0', contentType: 'text/x-opml' } },
  handler: async ({ context }) => {
    const at = new Date(context.clock.now());
    const sources = await exportedSources(context.database);
    return {
      status: 200,
      headers: {
        'content-type': 'text/x-opml; charset=utf-8',
        'content-disposition': 'attachment; filename="broadsheet.opml"',
      },
      body: Readable.from([writeOpml(sources, { title: context.config.name, at })]),
    };
  },
});

const StarterPackSchema = object(
  {
    id: Type.String(),
    title: Type.String(),
    country: orNull(Type.String()),
    topic: orNull(Type.String()),
    language: Type.String({ description: 'The language of most of its feeds.' }),
    feeds: Type.Array(object({ name: Type.String(), url: Type.String() })),
  },
  { title: 'StarterPack' },
);

export const getStarterPacks = defineRoute({
  method: 'GET',
  path: '/api/v1/starter-packs',
  operationId: 'listStarterPacks',
  summary: 'Starter packs, by country and topic',
  tag: 'Sources',
  access: READ,
  responses: {
    200: { description: 'The complete list', schema: object({ items: Type.Array(StarterPackSchema) }) },
  },
  handler: async () => {
    const packs = await listStarterPacks();
    return { status: 200, body: { items: packs.map(pack => ({ ...pack, feeds: [...pack.feeds] })) } };
  },
});

export const installStarterPack = defineRoute({
  method: 'POST',
  path: '/api/v1/starter-packs/{id}/install',
  operationId: 'installStarterPack',
  summary: 'Add the feeds of a starter pack',
  description: 'Existing sources stay unchanged, so it can be repeated.',
  tag: 'Sources',
  access: WRITE,
  params: object({ id: Type.String({ maxLength: 60 }) }),
  responses: { 200: { description: 'The outcome of each feed', schema: ImportReportSchema } },
  problems: ['forbidden', 'starter-pack-not-found'],
  handler: async ({ context, principal, client, params }) => {
    const pack = await findStarterPack(params.id);
    const report = await importList(context, actingPerson(principal, client), entriesOf(pack), {
      name: pack.id,
    });
    return { status: 200, body: shown(report) };
  },
});

function readList(opml: string): OpmlList {
  try {
    return parseOpml(Buffer.from(opml));
  } catch (error) {
    if (!(error instanceof NotOpml)) throw error;
    throw new Problem('validation-failed', error.reason, { faults: [bodyFault('/opml', error.reason)] });
  }
}

function shown({ lines, ...counts }: SourceImportReport) {
  return {
    ...counts,
    lines: lines.map(line => ({ ...line, reason: line.reason && reasonText(line.reason) })),
  };
}
