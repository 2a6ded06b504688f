import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AccountsContext, createAccountsContext } from './accounts/index.ts';
import { accountMailQueue } from './app/mail/account-mail-queue.ts';
import { PERSONAL_DATA } from './app/personal-data.ts';
import type { Config } from './config.ts';
import { installationSecret, requireSameSecret } from './installation-secret.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { createIdSource } from './lib/ids.ts';
import { createKeys, type Keys } from './lib/keys.ts';
import { type Random, systemRandom } from './lib/random.ts';
import { createFileArchive } from './platform/archive/files/files.ts';
import type { Archive } from './platform/archive/port.ts';
import { createResilientArchive } from './platform/archive/resilient.ts';
import { createBroker } from './platform/broker/index.ts';
import type { Broker } from './platform/broker/port.ts';
import { createDatabaseLimits, createResilientLimits } from './platform/cache/database/limits.ts';
import { createMemoryCache } from './platform/cache/memory/memory.ts';
import type { RateLimits, SharedCache } from './platform/cache/port.ts';
import { ReadThroughCache } from './platform/cache/read-through.ts';
import { createResilientCache } from './platform/cache/resilient.ts';
import { inBackground } from './platform/database/background.ts';
import { acquireDirectoryLock, DirectoryInUse } from './platform/database/embedded/directory-lock.ts';
import { findRunningPostgres } from './platform/database/embedded/running-server.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/start.ts';
import { migrate } from './platform/database/migrations.ts';
import { maintainPartitions } from './platform/database/partitions.ts';
import { createPool } from './platform/database/pool.ts';
import type { Database } from './platform/database/port.ts';
import { exposeDatabase } from './platform/database/server-metrics.ts';
import { createLog } from './platform/log/log.ts';
import type { EventLog } from './platform/log/port.ts';
import type { Mail } from './platform/mail/port.ts';
import { createSmtpMail, isMailOutage } from './platform/mail/smtp.ts';
import { ExampleHosts } from './platform/outbound/example-hosts.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import type { Outbound } from './platform/outbound/port.ts';
import type { Tasks } from './platform/tasks/port.ts';
import { createTasks } from './platform/tasks/tasks.ts';
import { createBreaker } from './platform/telemetry/breakers.ts';
import type { Telemetry } from './platform/telemetry/port.ts';
import { restartReporter } from './platform/telemetry/restarts.ts';
import { createTelemetry } from './platform/telemetry/standard/standard.ts';
import { SearchIndexHandle } from './search/index-handle.ts';
import { RecentSearchLists } from './search/recent/recent-searches.ts';
import { TrendingBoard } from './signals/trending/board.ts';
import { type InstallationSize, sizeOf } from './sizes.ts';
import { STREAMS } from './streams.ts';
import { AGENT, VERSION } from './version.ts';

/**
 * An open installation: settings, stores and clients, created once and passed down. Only this file knows which
 * implementation is behind a port.
 */
export interface Installation {
  readonly config: Config;
  readonly size: InstallationSize;
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: () => string;
  readonly keys: Keys;
  readonly telemetry: Telemetry;
  readonly database: Database;
  /** The same database for background work that no request waits for. The process has one queue for all such work. */
  readonly background: Database;
  readonly cache: SharedCache;
  /** Limits of sign-ins and accounts, which all processes share through the database. */
  readonly limits: RateLimits;
  readonly readThrough: ReadThroughCache;
  readonly archive: Archive;
  /** EVT-5: the events of past days. Nothing is deleted from it. */
  readonly eventArchive: Archive;
  readonly broker: Broker;
  readonly log: EventLog;
  readonly tasks: Tasks;
  /** The only way to connect to addresses supplied by users or publishers. */
  readonly outbound: Outbound;
  /** Connects to the mail server; null when none is configured. The caller closes it. */
  readonly openMail: () => Mail | null;
  /** The latest trending lists that this process has received. */
  readonly trending: TrendingBoard;
  /** The search index of this process, when it has one. */
  readonly searchIndex: SearchIndexHandle;
  /** The server of the made-up publishers of the demo edition. */
  readonly exampleHosts: ExampleHosts;
  /** The directory and the system user of the embedded PostgreSQL, when there is one. */
  readonly databaseDirectory: string | undefined;
  readonly databaseRunsAs: string | undefined;
  close(): Promise<void>;
}

export async function openInstallation(
  config: Config,
  options: InstallationOptions = {},
): Promise<Installation> {
  const { clock = systemClock, random = systemRandom, stores = {} } = options;
  await using opened = new AsyncDisposableStack();
  await mkdir(config.data, { recursive: true, mode: 0o711 });
  const telemetry = options.telemetry ?? (await startTelemetry(config, clock, random));
  opened.defer(() => telemetry.close());
  const running = await lockDirectory(config, options, opened);
  // Before the database exists: a start that is killed in between must not look like a lost secret.
  const secret = await installationSecret(config, random);
  const size = sizeOf(config);
  const server = running ?? (await connectDatabase(config, size, telemetry, opened));
  const database = openDatabase(server.url, config, size, options, telemetry);
  opened.defer(() => database.close());
  const background = inBackground(database);
  const keys = createKeys(secret, random);
  const newId = createIdSource(clock, random);
  const openArchive = (name: string) =>
    createFileArchive({
      directory: join(config.data, name),
      clock,
      random,
      onCrash: restartReporter(telemetry, 'archive'),
    });
  const eventArchive = stores.eventArchive ?? openArchive('events');
  // These loops wait for machines, not for a time of day: they run on the system clock.
  const log = createLog({
    database,
    background,
    telemetry,
    clock: systemClock,
    random,
    archive: eventArchive,
  });
  opened.defer(() => log.close());
  const broker = createBroker({ database, telemetry, clock: systemClock, random, keys });
  opened.defer(() => broker.close());
  const tasks = createTasks({ database, broker, telemetry, clock: systemClock, newId });
  if (options.checkSecret !== false) await requireSameSecret(database, keys, { record: false });
  if (options.migrate !== false) {
    await prepareSchema(database, log, telemetry, clock);
    await requireSameSecret(database, keys, { record: true });
  }
  exposeDatabase(database, telemetry, systemClock);
  const cache = openCache(stores.cache ?? createMemoryCache({ clock, log: telemetry.log }), clock, telemetry);
  opened.defer(() => cache.close());
  const limits = createResilientLimits(createDatabaseLimits({ database, clock }), {
    local: cache,
    clock: systemClock,
    log: telemetry.log,
  });
  const readThrough = new ReadThroughCache({ cache, clock: systemClock, random, log: telemetry.log });
  opened.defer(() => readThrough.settled());
  const archive = stores.archive ?? openArchive('archive');
  const exampleHosts = new ExampleHosts();
  const outbound = openOutbound(config, telemetry, exampleHosts);
  opened.defer(() => outbound.close());
  const parts = {
    ...{
      config,
      size,
      clock,
      random,
      newId,
      keys,
      telemetry,
      database,
      background,
      cache,
      limits,
      readThrough,
      broker,
      log,
    },
    ...{ tasks, outbound, exampleHosts, eventArchive },
    archive: createResilientArchive(archive, { clock: systemClock, telemetry }),
    openMail: mailOpener(config, telemetry),
    trending: new TrendingBoard(),
    searchIndex: new SearchIndexHandle(),
    databaseDirectory: server.directory,
    databaseRunsAs: server.runsAs,
  };
  const open = opened.move();
  return { ...parts, close: () => open.disposeAsync() };
}

function openDatabase(
  url: string,
  config: Config,
  size: InstallationSize,
  { databasePatienceMs: patienceMs }: InstallationOptions,
  telemetry: Telemetry,
): Database {
  return createPool({
    url,
    telemetry,
    maxConnections: size.databaseConnections,
    statementTimeoutMs: config.databaseStatementTimeout,
    ...(patienceMs !== undefined && { patienceMs }),
  });
}

/** SCALE-3: a store that hangs or fails delays its callers by 100 ms a few times, and then not at all. */
function openCache(store: SharedCache, clock: Clock, telemetry: Telemetry): SharedCache {
  const local = createMemoryCache({ clock, log: telemetry.log, ...LOCAL_CACHE });
  return createResilientCache(store, { clock: systemClock, telemetry, local });
}

/** For rate limits and counters while the store is unavailable. */
const LOCAL_CACHE = { maxBytes: 16 * 1_048_576, maxEntries: 100_000 };

function openOutbound(config: Config, telemetry: Telemetry, exampleHosts: ExampleHosts): Outbound {
  return createOutbound({
    clock: systemClock,
    log: telemetry.log,
    options: { userAgent: userAgent(config), allow: config.crawlAllow, exampleHosts },
  });
}

/** FEED-11, SRCH-9. Connections are opened for each round of mail; their breaker remembers a server that is down. */
function mailOpener(config: Config, telemetry: Telemetry): () => Mail | null {
  const { smtpUrl: url, mailFrom } = config;
  if (url === undefined) return () => null;
  const from = mailFrom ?? `news@${new URL(configuredOrigin(config)).hostname}`;
  const breaker = createBreaker('mail', { clock: systemClock, telemetry, isFailure: isMailOutage });
  return () => createSmtpMail({ url, from, breaker });
}

/** The public address, or localhost when none is configured: passkeys and links need a host name, not 127.0.0.1. */
export function configuredOrigin({ publicUrl, port }: Config): string {
  // Normalised as browsers do, in lower case and without the default port, because it is compared with their headers.
  return publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin;
}

/** FETCH-1: the crawler's name, and an address for information and complaints. */
export function userAgent(config: Config): string {
  return `${AGENT}/${VERSION} (+${config.crawlContact ?? configuredOrigin(config)})`;
}

/** The accounts of an installation, for changes outside a request. */
export function accountsOf(
  installation: Installation,
  origin = configuredOrigin(installation.config),
): AccountsContext {
  const { config, broker } = installation;
  const mails = config.smtpUrl === undefined ? null : accountMailQueue(broker);
  return createAccountsContext({ ...installation, origin, mails, personalData: PERSONAL_DATA });
}

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

/**
 * Locks the data directory of an embedded database. Returns the database that another process already runs on it, which
 * commands may use.
 */
async function lockDirectory(
  config: Config,
  { shared }: InstallationOptions,
  opened: AsyncDisposableStack,
): Promise<DatabaseServer | null> {
  if (config.databaseUrl !== undefined) return null;
  try {
    const lock = await acquireDirectoryLock(config.data, systemClock);
    opened.defer(() => lock.release());
    return null;
  } catch (error) {
    const running = error instanceof DirectoryInUse && shared ? await findRunningPostgres(config.data) : null;
    if (!running) throw error;
    return { ...running, runsAs: undefined };
  }
}

/** The configured database, or one started here. */
async function connectDatabase(
  config: Config,
  size: InstallationSize,
  telemetry: Telemetry,
  opened: AsyncDisposableStack,
): Promise<DatabaseServer> {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, directory: undefined, runsAs: undefined };
  const postgres = await startEmbeddedPostgres({
    directory: config.data,
    log: telemetry.log,
    clock: systemClock,
    random: systemRandom,
    maxConnections: size.databaseConnections + 20,
    size: size.postgres,
    onRestart: restartReporter(telemetry, 'postgres'),
  });
  opened.defer(() => postgres.stop());
  return { url: postgres.url(), directory: postgres.directory, runsAs: postgres.runsAs };
}

async function prepareSchema(
  database: Database,
  log: EventLog,
  telemetry: Telemetry,
  clock: Clock,
): Promise<void> {
  const applied = await migrate(database, MIGRATIONS_DIRECTORY, {
    now: () => new Date(clock.now()),
    onApplied: ({ name }) => telemetry.log.debug('migration.applied', { name }),
  });
  if (applied.length > 0)
    telemetry.log.info('migrations.applied', { count: applied.length, last: applied.at(-1)?.name });
  await maintainPartitions(database, new Date(clock.now()));
  for (const stream of STREAMS) await log.declare(stream);
}

interface DatabaseServer {
  url: string;
  directory: string | undefined;
  runsAs: string | undefined;
}

export interface InstallationOptions {
  clock?: Clock;
  random?: Random;
  telemetry?: Telemetry;
  /** For tests: stores to use, behind their breakers, instead of the built-in ones. */
  stores?: { readonly archive?: Archive; readonly eventArchive?: Archive; readonly cache?: SharedCache };
  /** False leaves the schema unchanged: for commands that only inspect it. */
  migrate?: boolean;
  /** False leaves the secret unchecked: for commands that report or replace a wrong one. */
  checkSecret?: boolean;
  /** For commands: when the program already runs on the directory, use its database instead of refusing. */
  shared?: boolean;
  /** How long a request waits for a database connection; tests on a busy machine need more than the default. */
  databasePatienceMs?: number;
}
