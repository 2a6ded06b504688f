import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AccountsContext, createAccountsContext } from './accounts/index.ts';
import { PERSONAL_DATA } from './app/personal-data.ts';
import type { Config } from './config.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { createIdSource } from './lib/ids.ts';
import { createKeys, type Keys } from './lib/keys.ts';
import { type Random, systemRandom } from './lib/random.ts';
import { createFileArchive } from './platform/archive/files/files.ts';
import type { Archive } from './platform/archive/port.ts';
import { createBroker } from './platform/broker/index.ts';
import type { Broker } from './platform/broker/port.ts';
import { createMemoryCache } from './platform/cache/memory/memory.ts';
import type { SharedCache } from './platform/cache/port.ts';
import { inBackground } from './platform/database/background.ts';
import { acquireDirectoryLock, DirectoryInUse } from './platform/database/embedded/directory-lock.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/index.ts';
import { findRunningPostgres } from './platform/database/embedded/running.ts';
import { migrate } from './platform/database/migrations.ts';
import { maintainPartitions } from './platform/database/partitions.ts';
import { createPool } from './platform/database/pool.ts';
import type { Database } from './platform/database/port.ts';
import { exposeDatabase } from './platform/database/server-metrics.ts';
import { createLog } from './platform/log/log.ts';
import type { EventLog } from './platform/log/port.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import type { Outbound } from './platform/outbound/port.ts';
import { StandIns } from './platform/outbound/stand-ins.ts';
import type { Tasks } from './platform/tasks/port.ts';
import { createTasks } from './platform/tasks/tasks.ts';
import type { Telemetry } from './platform/telemetry/port.ts';
import { createTelemetry } from './platform/telemetry/standard/standard.ts';
import { SearchIndexHandle } from './search/index-handle.ts';
import { RecentSearchLists } from './search/recent/recent-searches.ts';
import { TrendingBoard } from './signals/trending/board.ts';
import { STREAMS } from './streams.ts';
import { VERSION } from './version.ts';

/**
 * An installation opened for work: settings, stores and tools, wired once and handed down. This file is the
 * only one that knows which implementation stands behind a port.
 */
export interface Installation {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: () => string;
  readonly keys: Keys;
  readonly telemetry: Telemetry;
  readonly database: Database;
  /** The same, for work that no request waits for: the one line of this process in which it stands. */
  readonly background: Database;
  readonly cache: SharedCache;
  readonly archive: Archive;
  readonly broker: Broker;
  readonly log: EventLog;
  readonly tasks: Tasks;
  /** The one way out to addresses that strangers gave. */
  readonly outbound: Outbound;
  /** What is trending, as far as it is known in this process. */
  readonly trending: TrendingBoard;
  /** The search index of this process, when it keeps one. */
  readonly searchIndex: SearchIndexHandle;
  /** Who plays the made-up publishers of the demo edition. */
  readonly standIns: StandIns;
  /** Where the embedded PostgreSQL keeps its files and as whom it runs, when there is one. */
  readonly databaseDirectory: string | undefined;
  readonly databaseRunsAs: string | undefined;
  close(): Promise<void>;
}

export async function openInstallation(
  config: Config,
  options: InstallationOptions = {},
): Promise<Installation> {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    await mkdir(config.data, { recursive: true, mode: 0o711 });
    const telemetry = options.telemetry ?? (await startTelemetry(config, clock, random));
    closers.push(() => telemetry.close());
    const server = await reachDatabase(config, options, telemetry, closers);
    const database = createPool({
      url: server.url,
      telemetry,
      maxConnections: config.databaseConnections,
      statementTimeoutMs: config.databaseStatementTimeout,
      ...(options.databasePatienceMs === undefined ? {} : { patienceMs: options.databasePatienceMs }),
    });
    closers.push(() => database.close());
    const background = inBackground(database);
    // Its loops wait for machines, not for an hour of the day.
    const log = createLog({ database, background, telemetry, clock: systemClock, random });
    closers.push(() => log.close());
    const keys = createKeys(config.secret ?? (await installationSecret(config.data, random)), random);
    const newId = createIdSource(clock, random);
    const broker = createBroker({ database, telemetry, clock: systemClock, random, keys });
    closers.push(() => broker.close());
    if (options.migrate !== false) await prepareSchema(database, log, telemetry, clock);
    exposeDatabase(database, telemetry, systemClock);
    const cache = createMemoryCache({ clock, log: telemetry.log });
    closers.push(() => cache.close());
    const standIns = new StandIns();
    const outbound = createOutbound({
      clock: systemClock,
      log: telemetry.log,
      options: { userAgent: userAgent(config), allow: config.crawlAllow, standIns },
    });
    closers.push(() => outbound.close());
    return {
      config,
      clock,
      random,
      newId,
      keys,
      telemetry,
      database,
      background,
      cache,
      archive: createFileArchive({ directory: join(config.data, 'archive'), clock, random }),
      broker,
      log,
      tasks: createTasks({ database, broker, telemetry, clock: systemClock, newId }),
      outbound,
      trending: new TrendingBoard(),
      searchIndex: new SearchIndexHandle(),
      standIns,
      databaseDirectory: server.directory,
      databaseRunsAs: server.runsAs,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The address that people use, as far as the settings tell: passkeys and links need a name, not 127.0.0.1. */
export function configuredOrigin({ publicUrl, port }: Config): string {
  // As browsers write it, in small letters and without the usual port: it is compared with what they send.
  return publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin;
}

/** FETCH-1: an honest name, and where to read about it or complain. */
export function userAgent(config: Config): string {
  return `${AGENT}/${VERSION} (+${config.crawlContact ?? configuredOrigin(config)})`;
}

/** The name by which robots.txt knows the crawler. */
export const AGENT = 'Broadsheet';

/** The accounts of an installation, for whoever changes them outside of a request. */
export function accountsOf(
  installation: Installation,
  origin = configuredOrigin(installation.config),
): AccountsContext {
  return createAccountsContext({ ...installation, origin, personalData: PERSONAL_DATA });
}

/** What readers have searched for. */
export function recentSearchesOf(installation: Installation): RecentSearchLists {
  return new RecentSearchLists({
    ...installation,
    waitingClock: systemClock,
    log: installation.telemetry.log,
  });
}

export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, '../migrations');

function startTelemetry(config: Config, clock: Clock, random: Random): Promise<Telemetry> {
  return createTelemetry({
    level: config.logLevel,
    format: config.logFormat === 'auto' ? (process.stderr.isTTY ? 'text' : 'json') : config.logFormat,
    ...(config.tracesUrl === undefined ? {} : { tracesUrl: config.tracesUrl }),
    role: config.roles.join(','),
    version: VERSION,
    clock,
    random,
  });
}

/** The given database, the one that is running on the data directory already (for commands), or one started here. */
async function reachDatabase(
  config: Config,
  options: InstallationOptions,
  telemetry: Telemetry,
  closers: (() => Promise<void>)[],
): Promise<ReachedDatabase> {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, directory: undefined, runsAs: undefined };
  try {
    const lock = await acquireDirectoryLock(config.data, systemClock);
    closers.push(() => lock.release());
  } catch (error) {
    const running =
      error instanceof DirectoryInUse && options.shared ? await findRunningPostgres(config.data) : null;
    if (!running) throw error;
    return { ...running, runsAs: undefined };
  }
  const postgres = await startEmbeddedPostgres({
    directory: config.data,
    log: telemetry.log,
    clock: systemClock,
    random: systemRandom,
    maxConnections: config.databaseConnections + 20,
    onRestart: () => telemetry.metrics.counter('worker_restarts_total').add({ role: 'postgres' }),
  });
  closers.push(() => postgres.stop());
  return { url: postgres.url(), directory: postgres.directory, runsAs: postgres.runsAs };
}

async function prepareSchema(
  database: Database,
  log: EventLog,
  telemetry: Telemetry,
  clock: Clock,
): Promise<void> {
  await migrate(database, MIGRATIONS_DIRECTORY, {
    now: () => new Date(clock.now()),
    onApplied: ({ name }) => telemetry.log.info('migration applied', { name }),
  });
  await maintainPartitions(database, new Date(clock.now()));
  for (const stream of STREAMS) await log.declare(stream);
}

export function secretFile({ data }: Pick<Config, 'data'>): string {
  return join(data, 'secret');
}

/** Made once per data directory. Two processes that start together agree on the one that was written first. */
async function installationSecret(data: string, random: Random): Promise<string> {
  const file = secretFile({ data });
  const fresh = Buffer.from(random.bytes(32)).toString('base64url');
  await writeFile(file, `${fresh}\n`, { mode: 0o600, flag: 'wx' }).catch(error => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

interface ReachedDatabase {
  url: string;
  directory: string | undefined;
  runsAs: string | undefined;
}

export interface InstallationOptions {
  clock?: Clock;
  random?: Random;
  telemetry?: Telemetry;
  /** False leaves the schema as it is: for commands that look at it. */
  migrate?: boolean;
  /** For commands: when the program runs on the directory already, work on its database instead of refusing. */
  shared?: boolean;
  /** How long a request waits for a database connection; a test on a busy machine waits longer than a reader would. */
  databasePatienceMs?: number;
}
