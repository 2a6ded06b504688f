import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlContext } from '../../src/ingest/crawl/context.ts';
import { startCrawling } from '../../src/ingest/crawl/worker.ts';
import { createReaders } from '../../src/ingest/read/readers.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { createKeys } from '../../src/lib/keys.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { createFileArchive } from '../../src/platform/archive/files/files.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { ResponseHeaders } from '../../src/platform/outbound/headers.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import type { Outbound } from '../../src/platform/outbound/port.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';

/** The crawler as the role runs it. With `without-http` every request is answered "not modified" on the spot. */
const [url = '', way = 'loopback'] = process.argv.slice(2);
const directory = await mkdtemp(join(tmpdir(), 'broadsheet-crawl-bench-'));
const telemetry = createMemoryTelemetry({ level: 'error' });
const database = createPool({ url, telemetry });
const log = createLog({ database, telemetry });
const outbound = createOutbound({
  clock: systemClock,
  log: telemetry.log,
  options: { userAgent: 'Broadsheet/bench (+http://localhost/)', allow: ['127.0.0.0/8'] },
});
const readers = createReaders({ threads: 2, clock: systemClock });
const context: CrawlContext = {
  database,
  log,
  telemetry,
  readers,
  outbound: way === 'without-http' ? unchanged(outbound) : outbound,
  archive: createFileArchive({ directory, clock: systemClock, random: systemRandom }),
  clock: systemClock,
  random: systemRandom,
  keys: createKeys('a secret of at least 32 characters', systemRandom),
  newId: createIdSource(systemClock, systemRandom),
  settings: { concurrency: 400, hostDelayMs: 1_000, leaseMs: 60_000, agent: 'Broadsheet' },
};
const crawling = startCrawling(context);
process.send?.('ready');
process.once('disconnect', async () => {
  await crawling.stop();
  await readers.close();
  await outbound.close();
  await log.close();
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

function unchanged(real: Outbound): Outbound {
  const headers = new ResponseHeaders([]);
  return {
    ...real,
    request: async ({ url: asked }) => ({
      status: 304,
      headers,
      notModified: true,
      url: String(asked),
      redirects: [],
      permanentUrl: String(asked),
      remoteAddress: '127.0.0.1',
      protocol: 'http/1.1',
      tls: null,
      body: new Uint8Array(0),
      wireBytes: 0,
      bodyBytes: 0,
      timings: { dns: 0, connect: 0, firstByte: 0, total: 0 },
    }),
  };
}
