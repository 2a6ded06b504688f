import { isTransient } from '../../errors.ts';
import { createBatcher } from '../../lib/batching.ts';
import { systemClock } from '../../lib/clock.ts';
import type { NewArticle } from '../../model/article.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { CrawlContext } from '../context.ts';
import { type StoredOutcome, storeArticles } from '../dedup/store.ts';
import type { HostVisit } from './claim.ts';
import {
  type CompletedFetch,
  completeFetches,
  type ExpectedHost,
  expectAtHosts,
  holdHosts,
  hostOf,
} from './complete.ts';
import { LeaseLost } from './lease.ts';
import { awaitPages } from './waiting-pages.ts';

/**
 * Writes down what came of fetches: what they found, the next time, the record, and how long the host stays ours, in one
 * transaction. Fetches of many hosts are written together, because most find nothing new and a statement for each
 * would cost more than the fetch. They gather for a moment; what is lost in a crash meanwhile is fetched again.
 *
 * When a batch fails each of its fetches is tried alone, and only the one at fault fails; but not when the fault was the
 * database's, which many single tries would only make busier.
 */
export function createCommits(context: CrawlContext): Commits {
  const gather = createGathering(context.settings.gatherMs ?? GATHER_MS, context.settings.concurrency);
  const write = (batch: readonly Finding[]) =>
    context.database.transaction(tx => writeFindings(tx, context, batch));
  const together = createBatcher<Finding, Written>({
    run: async batch => {
      try {
        return (await write(batch)).map(stored => ({ stored }));
      } catch (error) {
        if (batch.length === 1 || isTransient(error)) return batch.map(() => ({ error }));
        return Promise.all(
          batch.map(finding =>
            write([finding]).then(
              ([stored]) => ({ stored: stored ?? null }),
              failure => ({ error: failure }),
            ),
          ),
        );
      }
    },
    lanes: 2,
    weigh: ({ articles, wanted }) => 1 + articles.length + wanted.length,
    most: 1_000,
  });
  return async finding => {
    await gather();
    const written = await together(finding);
    if ('error' in written) throw written.error;
    if (written.stored === null) throw new LeaseLost(finding.visit.host);
    return written.stored;
  };
}

/** One moment for all who come in it, so that they leave together; when they are many they leave at once. */
function createGathering(ms: number, many: number): () => Promise<void> {
  let moment: Moment | null = null;
  return () => {
    const present = moment ?? begin();
    moment = present;
    // Ending it makes room for the next one, so it is not looked up again.
    if (++present.waiting >= many) present.end();
    return present.over;
  };

  function begin(): Moment {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      if (moment === begun) moment = null;
      resolve();
    };
    const begun = { over: promise, end, waiting: 0 };
    void systemClock.sleep(ms).then(end);
    return begun;
  }
}

/** Null in the place of each whose lease was lost: of those nothing is written. */
async function writeFindings(
  tx: Transaction,
  context: CrawlContext,
  all: readonly Finding[],
): Promise<(Stored | null)[]> {
  const held = await holdHosts(
    tx,
    all.map(({ visit }) => visit),
    all.flatMap(({ wanted }) => wanted.map(({ url }) => hostOf(url))),
  );
  const kept = all.filter(({ visit }) => held.has(visit));
  const removed = await removedOf(tx, kept);
  const findings = kept.map(finding => (removed.has(finding.sourceId) ? emptied(finding) : finding));
  const awaited = await awaitPages(
    tx,
    context.newId,
    findings.map(({ wanted }) => wanted),
  );
  const outcomes = await storeArticles(
    tx,
    context,
    findings.flatMap(({ articles }) => articles),
  );
  const stored = findings.map(({ articles }, index) => ({
    ...tally(outcomes.splice(0, articles.length)),
    awaited: awaited[index] ?? 0,
  }));
  for (const { also } of findings) await also?.(tx);
  await complete(
    tx,
    findings.map((finding, index) => finding.complete(stored[index] ?? NOTHING)),
  );
  const results = new Map(kept.map((finding, index) => [finding, stored[index] ?? NOTHING]));
  return all.map(finding => results.get(finding) ?? null);
}

function tally(outcomes: readonly StoredOutcome[]) {
  return {
    isNew: outcomes.filter(({ kind }) => kind === 'new').length,
    revised: outcomes.filter(({ kind }) => kind === 'revised').length,
  };
}

/** Sources that were taken out while they were being fetched. The others stay until we commit. */
async function removedOf(tx: Transaction, findings: readonly Finding[]): Promise<Set<string>> {
  const asked = new Set(findings.filter(leavesTraces).map(({ sourceId }) => sourceId));
  if (asked.size === 0) return asked;
  const there = await tx.many(
    row({ id: uuid }),
    sql`select id from sources where id = any(${[...asked]}::uuid[]) order by id for key share`,
  );
  return asked.difference(new Set(there.map(({ id }) => id)));
}

function leavesTraces({ articles, wanted, also }: Finding): boolean {
  return articles.length + wanted.length > 0 || also !== undefined;
}

function emptied({ visit, sourceId, complete: done }: Finding): Finding {
  return { visit, sourceId, complete: done, articles: [], wanted: [] };
}

/** A source that has moved to another host is expected there before its row says so. */
async function complete(tx: Transaction, done: readonly CompletedFetch[]): Promise<void> {
  const moved = done.flatMap(({ schedule, postponed }): ExpectedHost[] => {
    const host = schedule?.host ?? postponed?.host;
    if (!host) return [];
    return [
      { host, due_in_ms: postponed?.next_in_ms ?? (schedule?.next_in_seconds ?? 0) * 1_000, priority: 1 },
    ];
  });
  await expectAtHosts(tx, moved);
  await completeFetches(tx, done);
}

/** Finished fetches wait this long, or until there are as many as places. */
const GATHER_MS = 500;
const NOTHING = { isNew: 0, revised: 0, awaited: 0 };

/** What came of one fetch. Throws LeaseLost when the host is another's by now. */
export type Commits = (finding: Finding) => Promise<Stored>;

export interface Finding {
  readonly visit: HostVisit;
  readonly sourceId: string;
  readonly articles: readonly NewArticle[];
  /** Articles whose pages are to be read before they are stored. */
  readonly wanted: readonly NewArticle[];
  complete(stored: Stored): CompletedFetch;
  /** What else belongs to it, in the same transaction. */
  readonly also?: (tx: Transaction) => Promise<void>;
}

export interface Stored {
  readonly isNew: number;
  readonly revised: number;
  /** Articles whose pages are read first. */
  readonly awaited: number;
}

interface Moment {
  readonly over: Promise<void>;
  readonly end: () => void;
  waiting: number;
}

type Written = { readonly stored: Stored | null } | { readonly error: unknown };
