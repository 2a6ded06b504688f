import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import type { IngestContext } from '../context.ts';
import type { ActiveVisit } from '../fetch/visit.ts';
import type { WaitingPage } from '../schedule/claim.ts';
import type { CompletedFetch } from '../schedule/complete.ts';
import { failureDelaySeconds } from '../schedule/intervals.ts';
import type { FetchCommit, ParsedPage } from '../steps.ts';
import { countArticles, countFetch } from './report.ts';

/**
 * Stores an article that waited for its page. Where robots.txt forbids the page, the page is gone, or after the third
 * failure, the article is stored as its feed gave it. A page at another host that is busy waits for that host.
 * Returns false when the visit ends here.
 */
export async function storePage(visit: ActiveVisit, parsed: ParsedPage, isLast: boolean): Promise<boolean> {
  const { commit, lease } = visit;
  const { page, article, record } = parsed;
  const goesOn = !isLast && !parsed.isHostFailure && parsed.backoffMs === 0;
  if (!goesOn) visit.freeSlot();
  const holdMs = goesOn ? lease.holdMs(visit.delayMs()) : visit.delayMs();
  const since = performance.now();
  const retry = retryOf(visit.context, page, parsed);
  const pageCommit: FetchCommit = {
    visit: visit.visit,
    sourceId: page.sourceId,
    articles: retry ? [] : [article],
    waitingForPage: [],
    complete: ({ added }) => completedFetch(parsed, added, holdMs),
    also: tx => updatePage(tx, page, retry),
  };
  countArticles(visit.context, { source: 'page', sourceId: page.sourceId }, await commit(pageCommit));
  countFetch(visit, record.outcome);
  lease.renew(since, holdMs);
  return goesOn;
}

/** Null when the article is stored as it is. Waiting for another host is not an attempt. */
function retryOf(
  context: IngestContext,
  { attempts }: WaitingPage,
  { kind, waitMs }: ParsedPage,
): PageRetry | null {
  if (kind === 'waits') return { attempts, inMs: waitMs };
  if (kind === 'final' || attempts + 1 >= MAX_ATTEMPTS) return null;
  const seconds = failureDelaySeconds(attempts + 1, context.random, waitMs / 1_000);
  return { attempts: attempts + 1, inMs: seconds * 1_000 };
}

async function updatePage(tx: Transaction, { id }: WaitingPage, retry: PageRetry | null): Promise<void> {
  if (retry === null) {
    await tx.execute(sql`delete from crawl_pages where id = ${id}`);
    return;
  }
  await tx.execute(sql`
    update crawl_pages
    set attempts = ${retry.attempts}, not_before = now() + ${retry.inMs} * interval '1 millisecond'
    where id = ${id}
  `);
}

function completedFetch(parsed: ParsedPage, stored: number, holdMs: number): CompletedFetch {
  const { page, article, begunAt, record, wasRequested, isHostFailure, backoffMs } = parsed;
  return {
    fetch: {
      id: article.fetchId ?? '',
      at: begunAt,
      source_id: page.sourceId,
      host: page.host,
      url: page.url,
      purpose: 'page',
      due_at: page.notBefore,
      content_hash: null,
      archive_key: parsed.archiveKey,
      revised: 0,
      ...record,
      found: stored,
      stored,
    },
    schedule: null,
    host: {
      host: page.host,
      hold_ms: holdMs,
      failed: wasRequested ? isHostFailure : null,
      slow_ms: backoffMs,
    },
  };
}

const MAX_ATTEMPTS = 3;

interface PageRetry {
  readonly attempts: number;
  readonly inMs: number;
}
