import type { IngestContext } from './context.ts';
import { fetchPage } from './fetch/fetch-page.ts';
import { archiveDocument, documentOf, fetchSource } from './fetch/fetch-source.ts';
import { exposeCrawlMetrics } from './fetch/metrics.ts';
import { type ActiveVisit, visitHost } from './fetch/visit.ts';
import { extractPage, parseSource } from './parse/parse-source.ts';
import type { DueSource, WaitingPage } from './schedule/claim.ts';
import { type Crawler, startCrawler } from './schedule/crawler.ts';
import { createHostReleaser } from './schedule/hosts.ts';
import { createCommitter } from './store/commit.ts';
import { storePage } from './store/store-page.ts';
import { storeSource } from './store/store-source.ts';

/** From the web to articles. The crawler claims hosts that are due; a visit of a host takes its sources and pages one by one. */
export function startIngest(context: IngestContext): Crawler {
  const deps = {
    commit: createCommitter(context),
    release: createHostReleaser(context.database),
    counts: exposeCrawlMetrics(context),
  };
  return startCrawler(context, deps.release, (host, signal, freeSlot) =>
    visitHost(context, { ...deps, freeSlot }, host, signal, { source: ingestSource, page: ingestPage }),
  );
}

/** A due source. Its articles are stored and appended to `articles.new`. Returns false when the visit ends here. */
async function ingestSource(visit: ActiveVisit, source: DueSource, isLast: boolean): Promise<boolean> {
  const fetched = await fetchSource(visit, source);
  // The archive is written while a parser thread parses and sanitises.
  const archived = archiveDocument(visit.context, documentOf(fetched));
  const parsed = await parseSource(visit.context, fetched, archived);
  return storeSource(visit, parsed, isLast);
}

/** The page of an article whose feed gave only a summary. */
async function ingestPage(visit: ActiveVisit, page: WaitingPage, isLast: boolean): Promise<boolean> {
  const fetched = await fetchPage(visit, page);
  const extracted = await extractPage(visit.context, fetched);
  // SRC-9: only the parser knows whether the page asks for no copies.
  const archiveKey = extracted.mayBeArchived ? await archiveDocument(visit.context, fetched.document) : null;
  return storePage(visit, { ...extracted, archiveKey }, isLast);
}
