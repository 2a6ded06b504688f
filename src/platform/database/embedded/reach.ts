import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Owner } from './users.ts';

/**
 * The first folder on the way to `path` that `user` may not pass, from the top, or undefined when the way is
 * free. `path` itself need not exist yet. Folders like /root, or those of `mktemp -d` made by root, stop
 * every other user, however generous the modes below them are.
 */
export async function findBarrier(path: string, user: Owner): Promise<string | undefined> {
  for (const folder of foldersFromTop(await realpath(dirname(path)))) {
    if (!may(user, await stat(folder), ENTER)) return folder;
  }
  return undefined;
}

/** May `user` list the folder and enter it, or read the file and run it? */
export async function mayReadAndEnter(path: string, user: Owner): Promise<boolean> {
  return may(user, await stat(path), READ | ENTER);
}

/** Only the first class that fits counts: an owner without a right does not get it back as one of the others. */
function may(user: Owner, { uid, gid, mode }: Stats, rights: number): boolean {
  const shift = user.uid === uid ? 6 : user.gid === gid ? 3 : 0;
  return ((mode >> shift) & rights) === rights;
}

function foldersFromTop(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [...foldersFromTop(above), path];
}

const READ = 4;
const ENTER = 1;
