import type { AuditAction } from '../../accounts/index.ts';
import { Problem } from '../../errors.ts';
import { removeArticlesOfSource } from '../../ingest/dedup/remove.ts';
import {
  type ImportedEntry,
  type ImportOptions,
  importSources,
  type SourceImportReport,
} from '../../ingest/sources/import.ts';
import { dismissProblem, type ProblemKind } from '../../ingest/sources/problems.ts';
import { removePublisher, verifyPublisher } from '../../ingest/sources/publishers.ts';
import {
  type AddedSource,
  addSources,
  findSource,
  pauseSource,
  removeSource,
  resumeSource,
  type SourceChange,
  type SourceDraft,
  updateSource,
} from '../../ingest/sources/registry.ts';
import { changeSourceAddress, scheduleNow } from '../../ingest/sources/remedies.ts';
import type { ScheduledSource } from '../../ingest/sources/rows.ts';
import { setSecrets } from '../../ingest/sources/settings.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { reason } from '../../reasons.ts';
import { type ActingPerson, type AuditDeps, recordAction } from './audited.ts';

/**
 * Operators' actions on sources, for the API, the pages and the command line. Each writes an entry in the
 * audit log.
 */
export interface SourceDeps extends AuditDeps {
  readonly keys: Keys;
}

export async function requireSource(
  { database }: Pick<SourceDeps, 'database'>,
  id: string,
): Promise<ScheduledSource> {
  const source = await findSource(database, id);
  if (!source) throw new Problem('source-not-found');
  return source;
}

export function createSources(
  context: SourceDeps,
  by: ActingPerson,
  sources: readonly SecretSource[],
): Promise<AddedSource[]> {
  const addedBy = by.actor.kind === 'user' ? { addedBy: by.actor.id } : {};
  return context.database.transaction(async tx => {
    const added = await addSources(
      tx,
      context,
      sources.map(({ headers, ...source }) => ({ ...source, ...addedBy })),
    );
    for (const [index, { id, isNew }] of added.entries()) {
      if (!isNew) continue;
      const source = sources[index];
      if (source?.headers) await setSecrets(tx, context.keys, id, source.headers);
      await note(tx, context, by, { action: 'source.added', id, detail: { kind: source?.kind ?? 'feed' } });
    }
    return added;
  });
}

/** `headers` are replaced as a whole; null removes them. */
export function editSource(
  context: SourceDeps,
  by: ActingPerson,
  id: string,
  { headers, ...change }: SourceChange & { headers?: Readonly<Record<string, string>> | null },
): Promise<void> {
  const changed = [...Object.keys(change), ...(headers === undefined ? [] : ['headers'])];
  return context.database.transaction(async tx => {
    await updateSource(tx, id, change);
    if (headers !== undefined) await setSecrets(tx, context.keys, id, headers);
    await note(tx, context, by, { action: 'source.changed', id, detail: { changed: changed.join(', ') } });
  });
}

export function pause(context: SourceDeps, by: ActingPerson, id: string): Promise<void> {
  return audited(context, by, { action: 'source.paused', id }, tx => pauseSource(tx, id));
}

export function resume(context: SourceDeps, by: ActingPerson, id: string): Promise<void> {
  return audited(context, by, { action: 'source.resumed', id }, tx => resumeSource(tx, id));
}

export function crawlNow(context: SourceDeps, by: ActingPerson, id: string): Promise<void> {
  return audited(context, by, { action: 'source.visited', id }, tx => scheduleNow(tx, id));
}

/** SRC-8: changes the address of a source to `url`, or to the one it moved to. */
export async function takeOverAddress(
  context: SourceDeps,
  by: ActingPerson,
  id: string,
  url?: string,
): Promise<void> {
  const address = url ?? (await requireSource(context, id)).movedTo;
  if (address === null) throw new Problem('conflict', reason('source-not-moved'));
  await audited(context, by, { action: 'source.readdressed', id }, tx =>
    changeSourceAddress(tx, id, address),
  );
}

/**
 * When articles are removed too, the source is paused first, so that no more arrive. They are removed in
 * batches; after an interruption the source still exists, paused, and the removal can be repeated.
 */
export async function remove(
  context: SourceDeps,
  by: ActingPerson,
  id: string,
  articles: 'keep' | 'remove',
): Promise<number> {
  let removed = 0;
  if (articles === 'remove') {
    await context.database.transaction(tx => pauseSource(tx, id));
    removed = await removeArticlesOfSource(context.database, id);
  }
  await audited(context, by, { action: 'source.removed', id, detail: { articles, removed } }, tx =>
    removeSource(tx, id),
  );
  // A fetch that was running when the source was paused may have stored articles since.
  return articles === 'remove' ? removed + (await removeArticlesOfSource(context.database, id)) : 0;
}

export async function importList(
  context: SourceDeps,
  by: ActingPerson,
  entries: readonly ImportedEntry[],
  { name, ...options }: Omit<ImportOptions, 'addedBy'> & { name: string },
): Promise<SourceImportReport> {
  const addedBy = by.actor.kind === 'user' ? by.actor.id : undefined;
  const report = await importSources(context.database, context, entries, { ...options, addedBy });
  const { added, known, invalid } = report;
  await context.database.transaction(tx =>
    recordAction(tx, context, by, {
      action: 'source.imported',
      subject: { kind: 'source', id: name },
      detail: { added, known, invalid },
    }),
  );
  return report;
}

export async function dismiss(
  context: SourceDeps,
  by: ActingPerson,
  id: string,
  kind: ProblemKind,
): Promise<void> {
  await audited(context, by, { action: 'source.problem-dismissed', id, detail: { kind } }, async tx => {
    if (!(await dismissProblem(tx, id, kind)))
      throw new Problem('not-found', reason('source-problem-unknown'));
  });
}

/** Without a change there is no entry in the audit log. */
export function setPublisher(
  context: SourceDeps,
  by: ActingPerson,
  { sourceId, userId, isVerified }: { sourceId: string; userId: string; isVerified: boolean },
): Promise<boolean> {
  return context.database.transaction(async tx => {
    const changed = await (isVerified ? verifyPublisher : removePublisher)(tx, sourceId, userId);
    const action = isVerified ? 'publisher.verified' : 'publisher.refused';
    if (changed) await note(tx, context, by, { action, id: sourceId, detail: { user: userId } });
    return changed;
  });
}

function audited(
  context: SourceDeps,
  by: ActingPerson,
  what: SourceAction,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return context.database.transaction(async tx => {
    await work(tx);
    await note(tx, context, by, what);
  });
}

function note(
  tx: Transaction,
  context: SourceDeps,
  by: ActingPerson,
  { action, id, detail }: SourceAction,
): Promise<void> {
  return recordAction(tx, context, by, {
    action,
    subject: { kind: 'source', id },
    ...(detail ? { detail } : {}),
  });
}

interface SourceAction {
  readonly action: AuditAction;
  readonly id: string;
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

export type SecretSource = SourceDraft & { readonly headers?: Readonly<Record<string, string>> };
