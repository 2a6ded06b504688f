import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../src/client/index.ts';
import type { Config } from '../../src/config.ts';
import type { InstallationOptions } from '../../src/context.ts';
import { ManualClock } from '../../src/lib/clock.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { createMemoryTelemetry, type MemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { type Program, startProgram } from '../../src/program.ts';
import { atEnd } from './cleanup.ts';
import { testConfig } from './config.ts';
import { TEST_EPOCH, testDatabase } from './database.ts';

/**
 * The whole program in this process, with its own database and port, and a clock that the test controls. It
 * is stopped after the file's tests; leaked resources fail the file.
 */
export async function testProgram(options: TestProgramOptions = {}): Promise<TestProgram> {
  const { database, url: databaseUrl } = await testDatabase();
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-data-'));
  atEnd(() => rm(data, { recursive: true, force: true }));
  const databaseUrlInUse = (await options.proxyDatabase?.(databaseUrl)) ?? databaseUrl;
  const config = testConfig({ ...options.settings, 'database-url': databaseUrlInUse, data });
  const startsAt = (options.startsAt ?? TEST_EPOCH).getTime();
  const clock = options.clock?.(database, startsAt) ?? new ManualClock(startsAt);
  const telemetry = createMemoryTelemetry({ clock });
  const program = await startProgram(config, {
    clock,
    telemetry,
    firstOperatorLink: true,
    ...(options.stores && { stores: options.stores }),
    // Tests that break the connection need the production timeout.
    ...(options.proxyDatabase ? {} : { databasePatienceMs: PATIENCE_MS }),
  });
  atEnd(() => program.stop());
  const { url } = program;
  if (url === undefined) throw new Error('the program under test has no web role');
  return {
    program,
    url,
    database,
    databaseUrl,
    clock,
    telemetry,
    config,
    visitor: createClient({ baseUrl: url }),
  };
}

/** On a busy machine connections open slowly: a test must not fail with the 503 that a reader would get. */
const PATIENCE_MS = 60_000;

export interface TestProgramOptions {
  settings?: Readonly<Record<string, string>>;
  /** Faulty stores, for instance. */
  stores?: NonNullable<InstallationOptions['stores']>;
  /** For parts that also use the system clock, such as a crawl. */
  startsAt?: Date;
  clock?: (database: Database, startsAt: number) => ManualClock;
  /** Puts a proxy between the program and its database; the test itself connects directly. */
  proxyDatabase?: (databaseUrl: string) => Promise<string>;
}

export interface TestProgram {
  program: Program;
  url: string;
  database: Database;
  databaseUrl: string;
  clock: ManualClock;
  telemetry: MemoryTelemetry;
  config: Config;
  /** A client without a credential. */
  visitor: Client;
}
