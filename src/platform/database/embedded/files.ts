import type { Stats } from 'node:fs';
import { lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file atomically: after a power cut there is the old text or the new one, never half of it. The new file
 * is created exclusively and moved into place, so that when we are root a link planted at `path` by the unprivileged
 * owner of the folder is replaced, not followed. One writer at a time.
 */
export async function replaceFile(path: string, text: string, options: NewFile): Promise<void> {
  const fresh = `${path}.new`;
  await rm(fresh, { force: true });
  const file = await open(fresh, 'wx', options.mode);
  try {
    await file.writeFile(text);
    if (options.owner) await file.chown(options.owner.uid, options.owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
  await syncDirectory(dirname(path));
}

/** A rename survives a power cut only when the directory that contains the file has been synced too. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

export async function readIfThere(path: string): Promise<string | undefined> {
  return orUndefined(readFile(path, 'utf8'));
}

export async function statIfThere(path: string): Promise<Stats | undefined> {
  return orUndefined(lstat(path));
}

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The code of a system error (`ENOENT`) or of a PostgreSQL error (`28P01`). */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

interface NewFile {
  mode: number;
  owner?: { uid: number; gid: number } | undefined;
}
