import { isTransient } from '../../errors.ts';
import { createBatcher } from '../../lib/batching.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { IngestContext } from '../context.ts';
import { siblingsAmong } from '../dedup/shared-pages.ts';
import { type StoredOutcome, storeArticles } from '../dedup/store.ts';
import { type CompletedFetch, completeFetches } from '../schedule/complete.ts';
import { type DueHost, hostOf, lockLeasedHosts, scheduleHosts } from '../schedule/hosts.ts';
import { HostLeaseLost } from '../schedule/lease.ts';
import { enqueuePages } from '../schedule/waiting-pages.ts';
import type { Committer, FetchCommit, StoredCounts } from '../steps.ts';

/**
 * Commits what fetches found: articles, the next time of the source, the record of the fetch, and the lease of the host,
 * in one transaction. Fetches of many hosts are committed together, because most find nothing new and a statement for
 * each would cost more than the fetch. They are collected for a moment; a crash loses them, and they are fetched again.
 *
 * When a batch fails, each of its fetches is retried alone, so that only the one at fault fails; not when the database
 * itself was at fault, which many single transactions would only make busier.
 */
export function createCommitter(context: IngestContext): Committer {
  const window = createBatchWindows(context.settings.batchMs ?? BATCH_MS, context.settings.concurrency);
  const write = (batch: readonly FetchCommit[]) =>
    context.database.transaction(tx => writeCommits(tx, context, batch));
  const commitBatch = createBatcher<FetchCommit, CommitOutcome>({
    run: async batch => {
      try {
        return (await write(batch)).map(stored => ({ stored }));
      } catch (error) {
        if (batch.length === 1 || isTransient(error)) return batch.map(() => ({ error }));
        return Promise.all(
          batch.map(commit =>
            write([commit]).then(
              ([stored]) => ({ stored: stored ?? null }),
              failure => ({ error: failure }),
            ),
          ),
        );
      }
    },
    lanes: 2,
    weigh: ({ articles, waitingForPage }) => 1 + articles.length + waitingForPage.length,
    maxWeight: 1_000,
  });
  return async commit => {
    await window();
    const outcome = await commitBatch(commit);
    if ('error' in outcome) throw outcome.error;
    if (outcome.stored === null) throw new HostLeaseLost(commit.visit.host);
    return outcome.stored;
  };
}

/** Commits that arrive within `ms` leave together; when `many` are waiting they leave at once. */
function createBatchWindows(ms: number, many: number): () => Promise<void> {
  let current: BatchWindow | null = null;
  return () => {
    const window = current ?? open();
    current = window;
    // Closing it makes room for the next window, so `current` is not read again.
    if (++window.waiting >= many) window.close();
    return window.closed;
  };

  function open(): BatchWindow {
    const { promise, resolve } = Promise.withResolvers<void>();
    const close = () => {
      if (current === opened) current = null;
      resolve();
    };
    const opened = { closed: promise, close, waiting: 0 };
    void systemClock.sleep(ms).then(close);
    return opened;
  }
}

/** Null for each commit whose lease was lost: nothing of it is written. */
async function writeCommits(
  tx: Transaction,
  context: IngestContext,
  all: readonly FetchCommit[],
): Promise<(StoredCounts | null)[]> {
  const leased = await lockLeasedHosts(
    tx,
    all.map(({ visit }) => visit),
    all.flatMap(({ waitingForPage }) => waitingForPage.map(({ url }) => hostOf(url))),
  );
  const valid = all.filter(({ visit }) => leased.has(visit));
  const removed = await removedSources(tx, valid);
  const commits = await withSiblingsStored(
    tx,
    valid.map(commit => (removed.has(commit.sourceId) ? withoutRows(commit) : commit)),
  );
  const queued = await enqueuePages(
    tx,
    context.newId,
    commits.map(({ waitingForPage }) => waitingForPage),
  );
  const outcomes = await storeArticles(
    tx,
    context,
    commits.flatMap(({ articles }) => articles),
  );
  const stored = commits.map(({ articles }, index) =>
    countsOf(outcomes.splice(0, articles.length), queued[index] ?? 0),
  );
  for (const { also } of commits) await also?.(tx);
  await complete(
    tx,
    commits.map((commit, index) => commit.complete(stored[index] ?? NOTHING)),
  );
  const results = new Map(valid.map((commit, index) => [commit, stored[index] ?? NOTHING]));
  return all.map(commit => results.get(commit) ?? null);
}

/** An item of a shared page does not wait for the page. */
async function withSiblingsStored(tx: Transaction, commits: readonly FetchCommit[]): Promise<FetchCommit[]> {
  const siblings = await siblingsAmong(
    tx,
    commits.flatMap(({ waitingForPage }) => waitingForPage),
  );
  return commits.map(commit => {
    const found = commit.waitingForPage.filter(article => siblings.has(article));
    if (found.length === 0) return commit;
    return {
      ...commit,
      articles: [...commit.articles, ...found],
      waitingForPage: commit.waitingForPage.filter(article => !siblings.has(article)),
    };
  });
}

function countsOf(outcomes: readonly StoredOutcome[], queued: number): StoredCounts {
  return {
    added: outcomes.filter(({ kind }) => kind === 'new').length,
    revised: outcomes.filter(({ kind }) => kind === 'revised').length,
    queued,
    outcomes,
  };
}

/** Sources that were removed during their fetch. The others are locked until this transaction ends. */
async function removedSources(tx: Transaction, commits: readonly FetchCommit[]): Promise<Set<string>> {
  const ids = new Set(commits.filter(writesRows).map(({ sourceId }) => sourceId));
  if (ids.size === 0) return ids;
  const found = await tx.many(
    row({ id: uuid }),
    sql`select id from sources where id = any(${[...ids]}::uuid[]) order by id for key share`,
  );
  return ids.difference(new Set(found.map(({ id }) => id)));
}

function writesRows({ articles, waitingForPage, also }: FetchCommit): boolean {
  return articles.length + waitingForPage.length > 0 || also !== undefined;
}

function withoutRows({ visit, sourceId, complete: done }: FetchCommit): FetchCommit {
  return { visit, sourceId, complete: done, articles: [], waitingForPage: [] };
}

/** The new host of a source that has moved is inserted before the source's row names it. */
async function complete(tx: Transaction, done: readonly CompletedFetch[]): Promise<void> {
  const moved = done.flatMap(({ schedule, postponed }): DueHost[] => {
    const host = schedule?.host ?? postponed?.host;
    if (!host) return [];
    return [
      { host, due_in_ms: postponed?.next_in_ms ?? (schedule?.next_in_seconds ?? 0) * 1_000, priority: 1 },
    ];
  });
  await scheduleHosts(tx, moved);
  await completeFetches(tx, done);
}

/** Commits wait this long for others, or until there is one for each slot. */
const BATCH_MS = 500;
const NOTHING: StoredCounts = { added: 0, revised: 0, queued: 0, outcomes: [] };

interface BatchWindow {
  readonly closed: Promise<void>;
  readonly close: () => void;
  waiting: number;
}

type CommitOutcome = { readonly stored: StoredCounts | null } | { readonly error: unknown };
