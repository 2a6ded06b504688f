import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlSettings, IngestContext } from '../../src/ingest/context.ts';
import { createParserPool } from '../../src/ingest/parse/parser-pool.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { createKeys } from '../../src/lib/keys.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { createFileArchive } from '../../src/platform/archive/files/files.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import type { Limits } from '../../src/platform/outbound/port.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';

/** The dependencies of the role `crawl`, on a given database and with loopback allowed. */
export async function openCrawl(options: OpenCrawlOptions): Promise<OpenCrawl> {
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-crawl-'));
  const telemetry = createMemoryTelemetry({ level: 'error' });
  const database = createPool({ url: options.url, telemetry });
  const log = createLog({ database, telemetry });
  const outbound = createOutbound({
    clock: systemClock,
    log: telemetry.log,
    options: { userAgent: options.userAgent, allow: ['127.0.0.0/8'], limits: options.limits ?? {} },
  });
  const readers = createParserPool({ threads: options.threads, clock: systemClock });
  return {
    context: {
      database,
      log,
      telemetry,
      parserPool: readers,
      outbound,
      archive: createFileArchive({ directory, clock: systemClock, random: systemRandom }),
      clock: systemClock,
      random: systemRandom,
      keys: createKeys('a secret of at least 32 characters', systemRandom),
      newId: createIdSource(systemClock, systemRandom),
      settings: options.settings,
    },
    close: async () => {
      await readers.close();
      await outbound.close();
      await log.close();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export interface OpenCrawlOptions {
  readonly url: string;
  readonly userAgent: string;
  readonly threads: number;
  readonly settings: CrawlSettings;
  readonly limits?: Partial<Limits>;
}

export interface OpenCrawl {
  readonly context: IngestContext;
  close(): Promise<void>;
}
