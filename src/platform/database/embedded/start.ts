import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../../lib/clock.ts';
import { memoryOfThisMachine } from '../../../lib/machine-memory.ts';
import type { Random } from '../../../lib/random.ts';
import type { Logger } from '../../telemetry/port.ts';
import {
  type ClusterLocation,
  directoryHash,
  findClusterLocation,
  saveClusterLocation,
} from './cluster-location.ts';
import { acquireDirectoryLock } from './directory-lock.ts';
import { type Engine, prepareEngine, program } from './engine.ts';
import { EngineFailed, explainFileError } from './errors.ts';
import { initialiseCluster, refuseOtherVersion } from './initialise.ts';
import { ensurePassword } from './password.ts';
import { type Cluster, DATABASE, queryValue, urlOf } from './server.ts';
import { ServerLog } from './server-log.ts';
import { Supervisor } from './supervisor.ts';
import { type PostgresLimits, type Settings, tuneFor } from './tuning.ts';

/**
 * PG-1: an embedded PostgreSQL for one data directory. Locks the directory, finds the cluster and the user who runs
 * it, creates it at the first start, and keeps the server running until `stop`.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  hostPaths: HostPaths = {},
): Promise<EmbeddedPostgres> {
  const directory = resolve(options.directory);
  const lock = await acquireDirectoryLock(directory, options.clock, 'postgres');
  try {
    const cluster = await prepareCluster(directory, options, hostPaths);
    const supervisor = await Supervisor.start(
      cluster,
      options.random,
      options.onRestart ?? (() => undefined),
    );
    try {
      await createDatabaseIfMissing(cluster, supervisor.port, DATABASE);
    } catch (error) {
      await supervisor.stop();
      throw error;
    }
    return handle(cluster, supervisor, () => lock.release());
  } catch (error) {
    await lock.release();
    throw explainFileError(error, directory);
  }
}

async function prepareCluster(
  directory: string,
  options: EmbeddedPostgresOptions,
  { systemDirectory = '/var/lib/broadsheet', packageDirectory }: HostPaths,
): Promise<Cluster> {
  const { clock, log, random } = options;
  const location = await findClusterLocation(directory, systemDirectory, random);
  const { cluster, runsAs } = location;
  const copies = runsAs ? join(systemDirectory, 'engines') : join(directory, 'engines');
  const engine = await prepareEngine({ runsAs, copies, random, packageDirectory });
  if (location.exists) await refuseOtherVersion(cluster, engine);
  const password = await ensurePassword(directory, location, engine, random);
  if (!location.exists) {
    log.info('postgres.initialising', { cluster, runsAs: runsAs?.name });
    await initialiseCluster({
      engine,
      cluster,
      mark: directoryHash(directory),
      password,
      runsAs,
      random,
      clock,
    });
    await saveClusterLocation(directory, location);
  }
  const settings = await chooseSettings(options, engine, location);
  return { cluster, engine, runsAs, password, settings, serverLog: new ServerLog(log, clock), log, clock };
}

async function chooseSettings(
  options: EmbeddedPostgresOptions,
  engine: Engine,
  location: ClusterLocation,
): Promise<Settings> {
  const tuned = tuneFor({
    memoryBytes: options.memoryBytes ?? memoryOfThisMachine(),
    cores: availableParallelism(),
    dedicated: options.memoryBytes !== undefined,
    maxConnections: options.maxConnections,
    limits: options.size,
    walCompression: (await supportsLz4(engine, location)) ? 'lz4' : 'pglz',
  });
  const extra = options.extraSettings ?? {};
  for (const [name, value] of Object.entries(extra)) validateSetting(name, value);
  return { ...tuned, ...extra };
}

/** `postgres -C` checks a setting and exits without starting a server. */
async function supportsLz4(engine: Engine, { cluster, runsAs }: ClusterLocation): Promise<boolean> {
  const args = ['-C', 'wal_compression', '-D', cluster, '-c', 'wal_compression=lz4'];
  const as = runsAs ? { uid: runsAs.uid, gid: runsAs.gid } : {};
  const check = promisify(execFile)(program(engine, 'postgres'), args, { cwd: '/', ...as });
  return check.then(
    () => true,
    () => false,
  );
}

/** One setting per line: a value with a line break would be a second setting. */
function validateSetting(name: string, value: string): void {
  if (/^[a-z_][a-z0-9_.]*$/i.test(name) && !/[\r\n\0]/.test(value)) return;
  throw new EngineFailed(`'${name}' with the value '${value}' is not a PostgreSQL setting.`);
}

async function createDatabaseIfMissing(cluster: Cluster, port: number, name: string): Promise<void> {
  if (await queryValue(cluster, port, `select 1 from pg_database where datname = '${name}'`)) return;
  await queryValue(cluster, port, `create database ${name}`);
}

function handle(cluster: Cluster, supervisor: Supervisor, unlock: () => Promise<void>): EmbeddedPostgres {
  const { password } = cluster;
  return {
    url: database => urlOf({ port: supervisor.port, password }, database),
    port: supervisor.port,
    directory: cluster.cluster,
    runsAs: cluster.runsAs?.name,
    get pid() {
      return supervisor.pid;
    },
    get version() {
      return supervisor.version;
    },
    stop: () => supervisor.stop().finally(unlock),
  };
}

export interface EmbeddedPostgresOptions {
  /** The data directory that the user chose; the cluster is in `<directory>/postgres` where that is possible. */
  directory: string;
  log: Logger;
  clock: Clock;
  random: Random;
  /** Memory that PostgreSQL may count on; by default a modest share of the machine's. */
  memoryBytes?: number;
  maxConnections?: number;
  /** Lower limits than this machine needs. */
  size?: PostgresLimits;
  extraSettings?: Readonly<Record<string, string>>;
  /** Called after each restart of a server that had died. */
  onRestart?: () => void;
}

/** Directories that a test replaces so that it leaves nothing behind on the machine. */
export interface HostPaths {
  systemDirectory?: string;
  packageDirectory?: string;
}

export interface EmbeddedPostgres {
  /** The database is `broadsheet` by default. */
  url(database?: string): string;
  readonly port: number;
  /** The actual directory of the cluster. */
  readonly directory: string;
  /** The user who runs PostgreSQL when we are root. */
  readonly runsAs: string | undefined;
  /** Of the current server; changes with a restart. */
  readonly pid: number;
  readonly version: string;
  /** Fast shutdown; resolves when the server has exited. May be called again. */
  stop(): Promise<void>;
}
