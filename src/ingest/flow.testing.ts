import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../../test/harness/cleanup.ts';
import { testDatabase } from '../../test/harness/database.ts';
import { systemClock } from '../lib/clock.ts';
import { createIdSource } from '../lib/ids.ts';
import { createKeys } from '../lib/keys.ts';
import { systemRandom } from '../lib/random.ts';
import { createFileArchive } from '../platform/archive/files/files.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import { createLog } from '../platform/log/log.ts';
import type { OutboundOptions } from '../platform/outbound/options.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import { createMemoryTelemetry } from '../platform/telemetry/memory/memory.ts';
import { STREAMS } from '../streams.ts';
import type { CrawlSettings, IngestContext } from './context.ts';
import { startIngest } from './flow.ts';
import { createParserPool } from './parse/parser-pool.ts';
import type { Crawler } from './schedule/crawler.ts';
import { addSources, type SourceDraft } from './sources/registry.ts';

/** The dependencies of crawling, on a separate database and the real clock. */
export async function testCrawl(
  settings: Partial<CrawlSettings> = {},
  outboundOptions: Partial<OutboundOptions> = {},
): Promise<IngestContext> {
  const { database } = await testDatabase();
  await maintainPartitions(database, new Date(systemClock.now()));
  const telemetry = createMemoryTelemetry();
  const shared = { clock: systemClock, random: systemRandom, telemetry, database };
  const log = createLog(shared);
  for (const stream of STREAMS) await log.declare(stream);
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-crawl-'));
  const outbound = createOutbound({
    clock: systemClock,
    log: telemetry.log,
    options: {
      userAgent: 'Broadsheet/test',
      allow: ['127.0.0.0/8'],
      ...outboundOptions,
    },
  });
  const readers = createParserPool({ threads: 1, clock: systemClock });
  atEnd(async () => {
    await readers.close();
    await outbound.close();
    await log.close();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    ...shared,
    log,
    outbound,
    parserPool: readers,
    archive: createFileArchive({ directory, clock: systemClock, random: systemRandom }),
    keys: createKeys('a secret of at least 32 characters', systemRandom),
    newId: createIdSource(systemClock, systemRandom),
    settings: {
      concurrency: 20,
      hostDelayMs: 10,
      // Twice the total timeout of a request at least; never reached, however busy the machine is.
      leaseMs: 120_000,
      agent: 'Broadsheet',
      ...QUICK,
      ...settings,
    },
  };
}

/** Crawling that stops when the test ends or fails; otherwise it would keep the test file running. */
export function startTestCrawling(context: IngestContext): Crawler {
  const crawling = startIngest(context);
  atEnd(() => crawling.stop());
  return crawling;
}

/** A server that answers as the test says, and records each request with its time. */
export async function testSite(
  answer: (request: SiteRequest, response: ServerResponse) => void,
): Promise<TestSite> {
  const requests: SiteRequest[] = [];
  const server = createServer((request, response) => {
    const seen = { path: request.url ?? '/', headers: request.headers, at: performance.now() };
    requests.push(seen);
    answer(seen, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  atEnd(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

export function addTestSource(context: IngestContext, source: Partial<SourceDraft> & { url: string }) {
  return context.database
    .transaction(tx =>
      addSources(tx, context, [{ name: 'A source', kind: 'feed', readsPages: false, ...source }]),
    )
    .then(([added]) => added?.id ?? '');
}

/** A feed with full texts, so that no pages are fetched. */
export function rss(items: readonly TestItem[]): string {
  const item = ({
    path,
    title,
    text,
  }: TestItem) => `<item><title>${title}</title><link>${path}</link><guid>${path}</guid>
    <pubDate>${new Date(systemClock.now() - 3_600_000).toUTCString()}</pubDate>
    <description><![CDATA[<p>${text ?? `${title}. `.repeat(60)}</p>]]></description></item>`;
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Test</title><link>http://a.example/</link>
    <description>d</description>${items.map(item).join('')}</channel></rss>`;
}

/** Commits do not wait to be batched: there is only one process. */
const QUICK = { gatherMs: 1, claimEveryMs: 10 };

export interface TestItem {
  readonly path: string;
  readonly title: string;
  readonly text?: string;
}

export interface TestSite {
  readonly url: string;
  readonly requests: readonly SiteRequest[];
}

export interface SiteRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly at: number;
}
