import { Readable } from 'node:stream';
import { Problem } from '../../../../../errors.ts';
import type { ImportedLine } from '../../../../../ingest/sources/import.ts';
import { NotOpml, type OpmlList, parseOpml } from '../../../../../ingest/sources/opml/read.ts';
import { writeOpml } from '../../../../../ingest/sources/opml/write.ts';
import { listSources } from '../../../../../ingest/sources/registry.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { byPerson } from '../../../../admin/record.ts';
import { type Html, html } from '../../../html.ts';
import type { Page } from '../../../layout.ts';
import type { PageCall, PageRoute } from '../../../page-route.ts';
import { adminAction, adminPage, type Outcome } from '../frame.ts';
import { dataTable, number, section } from '../parts.ts';
import { findImport, type ImportState, startImport } from './import-job.ts';
import { pathOfSource, sourcesFrame } from './parts.ts';

/** SRC-3: lists of sources in and out, as OPML. */
export const IMPORT_PAGES: readonly PageRoute[] = [
  adminPage({
    method: 'GET',
    path: '/admin/sources/import',
    handler: async call => ({ page: await showImport(call, {}) }),
  }),
  {
    ...adminAction('/admin/sources/import', showImport, 'import', async call => {
      const { context, principal, client, file } = call;
      const list = file('list');
      if (!list) throw new Problem('validation-failed', 'Choose the file first.');
      const { entries } = read(list.content);
      const id = await startImport(context, byPerson(principal, client), entries, list.name);
      return { redirect: `/admin/sources/import/${id}` };
    }),
    // As large as the reader takes it.
    uploadBytes: 16 * 1_048_576,
  },
  adminPage({
    method: 'GET',
    path: '/admin/sources/import/{id}',
    handler: async call => {
      const state = isUuid(call.param('id')) ? await findImport(call.context, call.param('id')) : null;
      if (!state) throw new Problem('not-found', 'This import is over and its report is not kept any more.');
      const isRunning = state.report === null && state.error === null;
      return { page: showState(state), ...(isRunning ? { refreshSeconds: 1 } : {}) };
    },
  }),
  adminPage({
    method: 'GET',
    path: '/admin/sources/export',
    handler: async ({ context }) => {
      const sources = await everySource(context.database);
      const text = writeOpml(sources, { title: context.config.name, at: new Date(context.clock.now()) });
      return {
        file: {
          name: 'sources.opml',
          contentType: 'text/x-opml; charset=utf-8',
          body: Readable.from([text]),
        },
      };
    },
  }),
];

function read(content: Buffer): OpmlList {
  try {
    return parseOpml(content);
  } catch (error) {
    if (error instanceof NotOpml) throw new Problem('validation-failed', error.message);
    throw error;
  }
}

async function everySource(database: PageCall['context']['database']): Promise<ScheduledSource[]> {
  const all: ScheduledSource[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await listSources(database, {
      most: 1_000,
      isDemo: false,
      ...(last ? { after: last } : {}),
    });
    all.push(...page);
    if (page.length < 1_000) return all.filter(({ kind }) => kind === 'feed');
  }
}

async function showImport(_: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  return sourcesFrame({
    title: 'Import and export',
    at: '/admin/sources/import',
    lede: 'Lists of feeds as OPML, the form in which feed readers exchange them.',
    body: html`${section(
      outcome,
      'import',
      'Import',
      html`<form method="post" action="/admin/sources/import" enctype="multipart/form-data">
<div class="field"><label for="list">OPML file</label><p class="hint" id="list-hint">Folders are kept. What is here already stays as it is.</p>
<input id="list" name="list" type="file" accept=".opml,.xml,text/x-opml,text/xml,application/xml" aria-describedby="list-hint" required></div>
<button>Import</button></form>`,
    )}
${section({}, 'export', 'Export', html`<p>All feeds with their folders, for another installation or a feed reader.</p><p class="actions"><a class="button plain" href="/admin/sources/export">Download OPML</a></p>`)}`,
  });
}

function showState(state: ImportState): Page {
  const { total, done, report, error, name } = state;
  return sourcesFrame({
    title: report ? 'What was imported' : 'Importing',
    above: html`<p class="kicker"><a href="/admin/sources/import">Import and export</a></p>`,
    lede: name,
    body: section(
      {},
      'report',
      report ? 'Report' : 'Progress',
      html`<p><label for="progress">${number(done)} of ${number(total)} done</label> <progress id="progress" max="${Math.max(1, total)}" value="${done}"></progress></p>
${error !== null && html`<div class="notice bad" role="alert"><p>The import stopped: ${error} Import the list again; what is here already stays as it is.</p></div>`}
${report && reportOf(report)}
${report === null && error === null && html`<p class="meta">This page looks again by itself.</p>`}`,
    ),
  });
}

function reportOf({ added, known, invalid, lines, isCut }: NonNullable<ImportState['report']>): Html {
  return html`<dl class="facts"><dt>Added</dt><dd>${number(added)}</dd><dt>Known already</dt><dd>${number(known)}</dd><dt>Not usable</dt><dd>${number(invalid)}</dd></dl>
${
  lines.length > 0 &&
  dataTable({
    caption: 'What became of each line',
    columns: [{ name: 'Line', kind: 'number' }, 'Address', 'Outcome'],
    rows: lines.map(line => [
      number(line.line),
      addressOf(line),
      html`${OUTCOMES[line.outcome]}${line.reason !== null && html`<p class="meta">${line.reason}</p>`}`,
    ]),
  })
}
${isCut && html`<p class="meta">The rest of the lines is left out here; those that are not usable come first.</p>`}`;
}

function addressOf({ url, sourceId }: ImportedLine): Html | string {
  return sourceId === null ? url : html`<a href="${pathOfSource({ id: sourceId })}">${url}</a>`;
}

const OUTCOMES = { added: 'Added', known: 'Known already', invalid: 'Not usable' } as const;
