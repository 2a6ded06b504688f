import { createBatcher } from '../../lib/batching.ts';
import type { NewArticle } from '../../model/article.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { storeArticles } from '../dedup/store.ts';
import type { DueSource, HostVisit, WaitingPage } from '../schedule/claim.ts';
import { type CompletedFetch, completeFetches, holdHosts } from '../schedule/complete.ts';
import { FAILURES_TO_OPEN } from '../schedule/intervals.ts';
import { endProblems, FAILING_KINDS, noteProblem } from '../sources/problems.ts';
import { setStatus } from '../sources/registry.ts';
import type { CrawlContext } from './context.ts';
import type { SourceResult } from './fetch-source.ts';
import { isDead } from './outcome.ts';
import { awaitPages } from './waiting-pages.ts';

/** The lease of the host ran out under this visit, so nothing of it counts. */
export class LeaseLost extends Error {
  constructor(host: string) {
    super(`the lease of ${host} was lost`);
    this.name = 'LeaseLost';
  }
}

/**
 * Writes down what came of visits. Most fetches find nothing new; those of many hosts are written together. The
 * others store what they found, the next time and the record of the fetch in one transaction of their own.
 */
export function createCommits(context: CrawlContext) {
  const together = createBatcher<Unremarkable, boolean>({
    run: batch =>
      context.database.transaction(async tx => {
        const held = await holdHosts(
          tx,
          batch.map(({ visit }) => visit),
        );
        const kept = batch.filter(({ visit }) => held.has(visit.host));
        if (kept.length > 0)
          await completeFetches(
            tx,
            kept.map(({ done }) => done),
          );
        return batch.map(({ visit }) => held.has(visit.host));
      }),
    lanes: 2,
    weigh: () => 1,
    most: 500,
  });

  return {
    /** A fetch without anything to store and without a change of state. */
    unremarkable: async (visit: HostVisit, done: CompletedFetch) => {
      if (!(await together({ visit, done }))) throw new LeaseLost(visit.host);
    },
    source: (visit: HostVisit, source: DueSource, result: SourceResult, complete: Complete) =>
      context.database.transaction(async tx => {
        await hold(tx, visit, result);
        const stored = await storeFound(tx, context, result);
        const done = complete(stored);
        await noteState(tx, source, result, context.clock.now());
        await completeFetches(tx, [done]);
        return stored;
      }),
    page: (visit: HostVisit, page: WaitingPage, article: NewArticle, complete: Complete) =>
      context.database.transaction(async tx => {
        await hold(tx, visit, null);
        const outcomes = await storeArticles(tx, context, [article]);
        await tx.execute(sql`delete from crawl_pages where id = ${page.id}`);
        const stored = tally(outcomes);
        await completeFetches(tx, [complete(stored)]);
        return stored;
      }),
    pageLater: (visit: HostVisit, page: WaitingPage, delaySeconds: number, done: CompletedFetch) =>
      context.database.transaction(async tx => {
        await hold(tx, visit, null);
        await tx.execute(sql`
          update crawl_pages
          set attempts = attempts + 1, not_before = now() + ${delaySeconds} * interval '1 second'
          where id = ${page.id}
        `);
        await completeFetches(tx, [done]);
      }),
  };
}

/** The visit's own host and those of pages that will be put in line, all in the order of their names. */
async function hold(tx: Transaction, visit: HostVisit, result: SourceResult | null): Promise<void> {
  const others = result?.kind === 'changed' ? result.feed.items.filter(({ wantsPage }) => wantsPage) : [];
  const hosts = [...new Set([visit.host, ...others.map(({ article }) => new URL(article.url).host)])];
  await tx.many(
    row({ host: text }),
    sql`select host from crawl_hosts where host = any(${hosts}::text[]) order by host for update`,
  );
  if (!(await holdHosts(tx, [visit])).has(visit.host)) throw new LeaseLost(visit.host);
}

async function storeFound(tx: Transaction, context: CrawlContext, result: SourceResult): Promise<Stored> {
  if (result.kind !== 'changed') return { isNew: 0, revised: 0, awaited: 0 };
  const { items } = result.feed;
  const awaited = await awaitPages(
    tx,
    context.newId,
    items.filter(({ wantsPage }) => wantsPage).map(({ article }) => article),
  );
  const outcomes = await storeArticles(
    tx,
    context,
    items.filter(({ wantsPage }) => !wantsPage).map(({ article }) => article),
  );
  return { ...tally(outcomes), awaited };
}

function tally(outcomes: readonly { readonly kind: string }[]): Stored {
  return {
    isNew: outcomes.filter(({ kind }) => kind === 'new').length,
    revised: outcomes.filter(({ kind }) => kind === 'revised').length,
    awaited: 0,
  };
}

/** SRC-8: what a person should know begins and ends with what was just seen. */
async function noteState(
  tx: Transaction,
  source: DueSource,
  result: SourceResult,
  now: number,
): Promise<void> {
  if (result.movedTo) await noteProblem(tx, source.id, 'moved', { to: result.movedTo });
  if (result.kind !== 'failed') {
    if (source.failures > 0) await endProblems(tx, [source.id], FAILING_KINDS);
    if (result.kind !== 'changed') return;
    if (result.feed.items.length === 0) await noteProblem(tx, source.id, 'empty', {});
    else await endProblems(tx, [source.id], ['empty']);
    return;
  }
  const kind = result.problem ?? (source.failures + 1 >= FAILURES_TO_OPEN ? 'broken' : null);
  if (kind) await noteProblem(tx, source.id, kind, { error: result.error, status: result.status });
  if (isDead(source, result, now)) await setStatus(tx, source.id, 'dead');
}

/** Whether anything but the next time changes: such fetches are the rare ones. */
export function isUnremarkable(source: DueSource, result: SourceResult): boolean {
  return (result.kind === 'unchanged' || result.kind === 'same') && source.failures === 0 && !result.movedTo;
}

export type Commits = ReturnType<typeof createCommits>;

export interface Stored {
  readonly isNew: number;
  readonly revised: number;
  /** Articles whose pages are read first. */
  readonly awaited: number;
}

type Complete = (stored: Stored) => CompletedFetch;

interface Unremarkable {
  readonly visit: HostVisit;
  readonly done: CompletedFetch;
}
