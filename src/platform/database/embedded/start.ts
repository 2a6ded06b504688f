import { execFile } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../../lib/clock.ts';
import type { Random } from '../../../lib/random.ts';
import type { Logger } from '../../telemetry/port.ts';
import { acquireDirectoryLock } from './directory-lock.ts';
import { type Engine, prepareEngine, program } from './engine.ts';
import { EngineFailed, inWords } from './errors.ts';
import { initialiseCluster, refuseOtherVersion } from './initialise.ts';
import { ensurePassword } from './password.ts';
import { findPlace, markOf, type Place, rememberPlace } from './place.ts';
import { ask, type Cluster, DATABASE, urlOf } from './server.ts';
import { ServerLog } from './server-log.ts';
import { Supervisor } from './supervisor.ts';
import { type Settings, tuneFor } from './tuning.ts';

/**
 * PG-1: a PostgreSQL of our own for one data directory. Locks it, finds out where the cluster lives and who
 * runs it, makes it at the first start, and keeps the server running until `stop`.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  surroundings: Surroundings = {},
): Promise<EmbeddedPostgres> {
  const directory = resolve(options.directory);
  const lock = await acquireDirectoryLock(directory, options.clock, 'postgres');
  try {
    const cluster = await prepareCluster(directory, options, surroundings);
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
    throw inWords(error, directory);
  }
}

async function prepareCluster(
  directory: string,
  options: EmbeddedPostgresOptions,
  { systemDirectory = '/var/lib/broadsheet', packageDirectory }: Surroundings,
): Promise<Cluster> {
  const { clock, log, random } = options;
  const place = await findPlace(directory, systemDirectory, random);
  const { cluster, runsAs } = place;
  const copies = runsAs ? join(systemDirectory, 'engines') : join(directory, 'engines');
  const engine = await prepareEngine({ runsAs, copies, random, packageDirectory });
  if (place.exists) await refuseOtherVersion(cluster, engine);
  const password = await ensurePassword(directory, place, engine, random);
  if (!place.exists) {
    log.info('postgres.initialising', { cluster, runsAs: runsAs?.name });
    await initialiseCluster({ engine, cluster, mark: markOf(directory), password, runsAs, random, clock });
    await rememberPlace(directory, place);
  }
  const settings = await chooseSettings(options, engine, place);
  return { cluster, engine, runsAs, password, settings, serverLog: new ServerLog(log, clock), log, clock };
}

async function chooseSettings(
  options: EmbeddedPostgresOptions,
  engine: Engine,
  place: Place,
): Promise<Settings> {
  const tuned = tuneFor({
    memoryBytes: options.memoryBytes ?? memoryOfThisMachine(),
    cores: availableParallelism(),
    dedicated: options.memoryBytes !== undefined,
    maxConnections: options.maxConnections,
    walCompression: (await knowsLz4(engine, place)) ? 'lz4' : 'pglz',
  });
  const extra = options.extraSettings ?? {};
  for (const [name, value] of Object.entries(extra)) refuseOddSetting(name, value);
  return { ...tuned, ...extra };
}

/** A container may have less than the machine; without a limit the system names a number beyond all memory. */
function memoryOfThisMachine(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Asked of the program itself: it checks a setting and ends, without starting anything. */
async function knowsLz4(engine: Engine, { cluster, runsAs }: Place): Promise<boolean> {
  const args = ['-C', 'wal_compression', '-D', cluster, '-c', 'wal_compression=lz4'];
  const as = runsAs ? { uid: runsAs.uid, gid: runsAs.gid } : {};
  const asked = promisify(execFile)(program(engine, 'postgres'), args, { cwd: '/', ...as });
  return asked.then(
    () => true,
    () => false,
  );
}

/** One setting, one line: a value with a line break would be a second setting. */
function refuseOddSetting(name: string, value: string): void {
  if (/^[a-z_][a-z0-9_.]*$/i.test(name) && !/[\r\n\0]/.test(value)) return;
  throw new EngineFailed(`'${name}' with the value '${value}' is not a setting of PostgreSQL.`);
}

async function createDatabaseIfMissing(cluster: Cluster, port: number, name: string): Promise<void> {
  if (await ask(cluster, port, `select 1 from pg_database where datname = '${name}'`)) return;
  await ask(cluster, port, `create database ${name}`);
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
  /** The data directory that the user chose; the cluster goes to `<directory>/postgres` where that is possible. */
  directory: string;
  log: Logger;
  clock: Clock;
  random: Random;
  /** Memory that PostgreSQL may count on. Without it, a modest part of the machine's. */
  memoryBytes?: number;
  maxConnections?: number;
  extraSettings?: Readonly<Record<string, string>>;
  /** Called each time the server was started again after it had died. */
  onRestart?: () => void;
}

/** What a test puts elsewhere so that it leaves nothing behind on the machine. */
export interface Surroundings {
  systemDirectory?: string;
  packageDirectory?: string;
}

export interface EmbeddedPostgres {
  /** The database is `broadsheet` unless another is named. */
  url(database?: string): string;
  readonly port: number;
  /** Where the cluster really lives. */
  readonly directory: string;
  /** The user whom PostgreSQL runs as when we are root. */
  readonly runsAs: string | undefined;
  /** Of the server that runs now; another one after a restart. */
  readonly pid: number;
  readonly version: string;
  /** Fast shutdown; resolves when the server is gone. May be called again. */
  stop(): Promise<void>;
}
