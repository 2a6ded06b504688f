import { Readable } from 'node:stream';
import { actingPerson } from '../../../../../app/admin/audited.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import { Problem } from '../../../../../errors.ts';
import type { ImportedLine } from '../../../../../ingest/sources/import.ts';
import { NotOpml, type OpmlList, parseOpml } from '../../../../../ingest/sources/opml/read.ts';
import { writeOpml } from '../../../../../ingest/sources/opml/write.ts';
import { listSources } from '../../../../../ingest/sources/registry.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { reason } from '../../../../../reasons.ts';
import type { Page } from '../../../page.ts';
import type { PageCall, PageRoute } from '../../../page-route.ts';
import { formatNumber, t } from '../../../texts/messages.ts';
import { translate } from '../../../texts/translate.ts';
import { adminAction, adminPage, type Outcome } from '../frame.ts';
import { dataTable, section } from '../parts.ts';
import { findImport, type ImportState, startImport } from './import-job.ts';
import { pathOfSource, sourcesFrame } from './parts.ts';

/** SRC-3: import and export of sources as OPML. */
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
      if (!list) throw new Problem('validation-failed', reason('file-required'));
      const { entries } = read(list.content);
      const id = await startImport(context, actingPerson(principal, client), entries, list.name);
      return { redirect: `/admin/sources/import/${id}` };
    }),
    // The limit of the OPML parser.
    uploadBytes: 16 * 1_048_576,
  },
  adminPage({
    method: 'GET',
    path: '/admin/sources/import/{id}',
    handler: async call => {
      const state = isUuid(call.param('id')) ? await findImport(call.context, call.param('id')) : null;
      if (!state) throw new Problem('not-found', reason('import-report-expired'));
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
    if (error instanceof NotOpml) throw new Problem('validation-failed', error.reason);
    throw error;
  }
}

async function everySource(database: PageCall['context']['database']): Promise<ScheduledSource[]> {
  const all: ScheduledSource[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await listSources(database, {
      limit: 1_000,
      isDemo: false,
      ...(last ? { after: last } : {}),
    });
    all.push(...page);
    if (page.length < 1_000) return all.filter(({ kind }) => kind === 'feed');
  }
}

async function showImport(_: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  return sourcesFrame({
    title: t('sources.exchange'),
    at: '/admin/sources/import',
    lede: t('sources.exchangeLede'),
    body: html`${section(
      outcome,
      'import',
      t('sources.import'),
      html`<form method="post" action="/admin/sources/import" enctype="multipart/form-data">
<div class="field"><label for="list">${t('sources.file')}</label><p class="hint" id="list-hint">${t('sources.fileHint')}</p>
<input id="list" name="list" type="file" accept=".opml,.xml,text/x-opml,text/xml,application/xml" aria-describedby="list-hint" required></div>
<button>${t('sources.import')}</button></form>`,
    )}
${section({}, 'export', t('sources.export'), html`<p>${t('sources.exportText')}</p><p class="actions"><a class="button plain" href="/admin/sources/export">${t('sources.download')}</a></p>`)}`,
  });
}

function showState(state: ImportState): Page {
  const { total, done, report, error, name } = state;
  return sourcesFrame({
    title: t(report ? 'sources.imported' : 'sources.importing'),
    above: html`<p class="kicker"><a href="/admin/sources/import">${t('sources.exchange')}</a></p>`,
    lede: name,
    body: section(
      {},
      'report',
      t(report ? 'sources.report' : 'sources.progress'),
      html`<p><label for="progress">${t('sources.doneOf', { done, total })}</label> <progress id="progress" max="${Math.max(1, total)}" value="${done}"></progress></p>
${error !== null && html`<div class="notice bad" role="alert"><p>${t('sources.stopped', { error })}</p></div>`}
${report && reportOf(report)}
${report === null && error === null && html`<p class="meta">${t('sources.refreshes')}</p>`}`,
    ),
  });
}

function reportOf({ added, known, invalid, lines, isCut }: NonNullable<ImportState['report']>): Html {
  return html`<dl class="facts"><dt>${OUTCOMES.added}</dt><dd>${formatNumber(added)}</dd><dt>${OUTCOMES.known}</dt><dd>${formatNumber(known)}</dd><dt>${OUTCOMES.invalid}</dt><dd>${formatNumber(invalid)}</dd></dl>
${
  lines.length > 0 &&
  dataTable({
    caption: t('sources.lineCaption'),
    columns: [{ name: t('sources.line'), kind: 'number' }, t('sources.address'), t('sources.outcome')],
    rows: lines.map(line => [
      formatNumber(line.line),
      addressOf(line),
      html`${OUTCOMES[line.outcome]}${line.reason !== null && html`<p class="meta">${translate(line.reason)}</p>`}`,
    ]),
  })
}
${isCut && html`<p class="meta">${t('sources.linesCut')}</p>`}`;
}

function addressOf({ url, sourceId }: ImportedLine): Html | string {
  return sourceId === null ? url : html`<a href="${pathOfSource({ id: sourceId })}">${url}</a>`;
}

const OUTCOMES = {
  added: t('sources.line.added'),
  known: t('sources.line.known'),
  invalid: t('sources.line.invalid'),
} as const;
