import type { Dir } from 'node:fs';
import { link, lstat, mkdir, opendir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { timeOfId } from '../../../lib/ids.ts';
import {
  type ArchivePaths,
  addressOfFile,
  errorCode,
  ignoreExisting,
  isShard,
  OWNER_ONLY,
  requireDirectory,
} from './paths.ts';

/**
 * A put that finds its content only resets its age. So a file that was old when it was inspected may be
 * needed when it is to be removed. Hence it is first moved aside and then inspected again:
 *
 *   age reset before the move    its time shows it, and it is moved back
 *   age reset after the move     the put does not find it and writes it again
 *
 * Either way a content whose put was acknowledged exists afterwards.
 */
export async function removeOlderThan(
  paths: ArchivePaths,
  moment: Date,
  { now, newId }: { now: number; newId: () => string },
): Promise<number> {
  if (!(await isDirectory(paths.objects))) return 0;
  await ensureDirectory(paths.incoming);
  let removed = 0;
  for await (const { path, lastPutAt } of walk(paths)) {
    if (lastPutAt >= moment.getTime()) continue;
    if (await removeIfStillOld(path, join(paths.incoming, newId()), moment)) removed += 1;
  }
  await removeLeftovers(paths, now);
  return removed;
}

/** All contents, one after the other; skips other files. */
export async function* walk(paths: ArchivePaths): AsyncGenerator<StoredFile> {
  for await (const shard of entriesOf(paths.objects)) {
    if (!isShard(shard)) continue;
    for await (const name of entriesOf(join(paths.objects, shard))) {
      if (addressOfFile(name) === null) continue;
      const path = join(paths.objects, shard, name);
      const found = await lstat(path).catch(missingAs(undefined));
      if (found?.isFile()) yield { path, size: found.size, lastPutAt: Math.round(found.mtimeMs) };
    }
  }
}

async function removeIfStillOld(path: string, aside: string, moment: Date): Promise<boolean> {
  const moved = await rename(path, aside).then(() => true, missingAs(false));
  if (!moved) return false;
  const isOld = Math.round((await lstat(aside)).mtimeMs) < moment.getTime();
  if (!isOld) await link(aside, path).catch(ignoreExisting);
  await unlink(aside);
  return isOld;
}

/** Removes files of puts that a crash interrupted. Another process may still be writing a younger one. */
async function removeLeftovers(paths: ArchivePaths, now: number): Promise<void> {
  for await (const name of entriesOf(paths.incoming)) {
    const begun = timeOfId(name)?.getTime() ?? now;
    if (begun < now - MAX_PUT_MS) await unlink(join(paths.incoming, name)).catch(missingAs(undefined));
  }
}

async function* entriesOf(directory: string): AsyncGenerator<string> {
  if (!(await isDirectory(directory))) return;
  const opened: Dir = await opendir(directory);
  for await (const { name } of opened) yield name;
}

async function ensureDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  await mkdir(path, { mode: OWNER_ONLY }).catch(ignoreExisting);
  await isDirectory(path);
}

async function isDirectory(path: string): Promise<boolean> {
  return requireDirectory(path, await lstat(path).catch(missingAs(undefined)));
}

/** For catch(): turns "no such file" into a value. */
function missingAs<T>(value: T): (error: unknown) => T {
  return error => {
    if (errorCode(error) === 'ENOENT') return value;
    throw error;
  };
}

const MAX_PUT_MS = 3_600_000;

interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly lastPutAt: number;
}
