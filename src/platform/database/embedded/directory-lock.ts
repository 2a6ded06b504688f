import type { Stats } from 'node:fs';
import { access, constants, lchown, mkdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../lib/clock.ts';
import { DirectoryInUse, DirectoryUnusable, explainFileError } from './errors.ts';
import { codeOf, readIfThere, replaceFile } from './files.ts';
import { startOfProcess } from './processes.ts';
import { currentUser } from './users.ts';

/**
 * PG-1: one program per directory. The holder of the lock may treat every PostgreSQL that still runs on the directory
 * as an orphan.
 *
 * The lock is a kernel lock on `<purpose>.lock`: exactly one process holds it, and it is released when the holder
 * dies, however it dies. Nothing can become stale, a reused pid does no harm, and two containers that share the
 * directory but not their pids exclude each other too. Node has no call for such a lock, but the SQLite inside Node
 * takes one for its exclusive transactions; the file stays empty.
 *
 * `<purpose>.holder` only tells people which process holds the lock. It may be outdated after a crash, so its pid is
 * reported only when a process with that pid and that start time runs.
 *
 * Traps: never remove the lock file, or a second program could hold the old file and a third a new one. No other code
 * of this process may open and close it, because that drops a lock of this kind.
 */
export async function acquireDirectoryLock(
  directory: string,
  clock: Clock,
  purpose = 'broadsheet',
): Promise<DirectoryLock> {
  const path = resolve(directory);
  await makeUsable(path);
  const lock = lockFile(join(path, `${purpose}.lock`));
  const holder = join(path, `${purpose}.holder`);
  if (lock === undefined) throw await inUse(path, holder);
  try {
    const owner = await ownerToServe(path);
    if (owner) await lchown(join(path, `${purpose}.lock`), owner.uid, owner.gid);
    await replaceFile(holder, await describeMyself(clock), { mode: 0o644, owner });
  } catch (error) {
    lock.close();
    throw explainFileError(error, path);
  }
  return { release: once(() => release(lock, holder)) };
}

async function makeUsable(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DirectoryUnusable(
      `Broadsheet cannot keep its data in ${directory}, because ${await whyNot(directory, error)}. ` +
        'Start it as the user who owns the directory, or choose another directory.',
    );
  }
}

async function whyNot(directory: string, error: unknown): Promise<string> {
  const me = currentUser();
  const owner = await stat(directory).catch(() => undefined);
  if (owner && !owner.isDirectory()) return 'it is a file';
  if (owner && owner.uid !== me.uid) {
    return `it belongs to the user with the id ${owner.uid} and you are ${me.name} (${me.uid})`;
  }
  if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOTDIR') return 'a part of that path is a file';
  return `you (${me.name}) may not write there (${codeOf(error) ?? String(error)})`;
}

/** Undefined when another process holds it. */
function lockFile(path: string): DatabaseSync | undefined {
  const file = openLockFile(path);
  try {
    // An on-disk journal would be a second file that a crash leaves behind.
    file.exec('pragma journal_mode = memory; begin exclusive');
    return file;
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw cannotLock(path, error);
  }
}

function openLockFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw cannotLock(path, error);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

const SQLITE_BUSY = 5;

function cannotLock(path: string, error: unknown): DirectoryUnusable {
  return new DirectoryUnusable(
    `${path} cannot be locked (${error instanceof Error ? error.message : String(error)}). ` +
      'Start Broadsheet as the user who created it, on a local disk.',
  );
}

/** Files created by root are given to the owner of the directory, who could not lock it otherwise. */
async function ownerToServe(directory: string): Promise<Stats | undefined> {
  return process.getuid?.() === 0 ? stat(directory) : undefined;
}

async function describeMyself(clock: Clock): Promise<string> {
  const started = await startOfProcess(process.pid);
  return JSON.stringify({ pid: process.pid, started, since: new Date(clock.now()).toISOString() });
}

async function inUse(directory: string, holderFile: string): Promise<DirectoryInUse> {
  const holder = parseHolder((await readIfThere(holderFile).catch(() => undefined)) ?? '');
  const known = holder && (await startOfProcess(holder.pid)) === holder.started;
  const who = known
    ? `process ${holder.pid} has held it since ${holder.since}`
    : 'another process holds it, which has only just started or runs in another container';
  const stop = known ? `Stop that process first (kill ${holder.pid})` : 'Stop that process first';
  return new DirectoryInUse(
    `The directory ${directory} is in use: ${who}. ` +
      `Two programs on one directory would destroy its data. ${stop}, or choose another directory.`,
  );
}

function parseHolder(text: string): Holder | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isHolder(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  return 'pid' in value && typeof value.pid === 'number' && 'started' in value && 'since' in value;
}

async function release(lock: DatabaseSync, holder: string): Promise<void> {
  await rm(holder, { force: true });
  lock.close();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}

export { DirectoryInUse };

export interface DirectoryLock {
  release(): Promise<void>;
}

interface Holder {
  pid: number;
  started: unknown;
  since: unknown;
}
