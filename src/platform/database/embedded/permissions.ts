import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Owner } from './users.ts';

/**
 * The first directory above `path`, from the root down, that `user` may not enter; undefined when there is none.
 * `path` itself need not exist yet. Directories like /root, or those that root makes with `mktemp -d`, stop every
 * other user, whatever the modes below them are.
 */
export async function findInaccessibleParent(path: string, user: Owner): Promise<string | undefined> {
  for (const folder of foldersFromTop(await realpath(dirname(path)))) {
    if (!isAllowed(user, await stat(folder), EXECUTE)) return folder;
  }
  return undefined;
}

/** Whether `user` may list and enter the directory, or read and run the file. */
export async function canReadAndExecute(path: string, user: Owner): Promise<boolean> {
  return isAllowed(user, await stat(path), READ | EXECUTE);
}

/** Only the first matching class counts: an owner without a right does not get it back as one of the others. */
function isAllowed(user: Owner, { uid, gid, mode }: Stats, rights: number): boolean {
  const shift = user.uid === uid ? 6 : user.gid === gid ? 3 : 0;
  return ((mode >> shift) & rights) === rights;
}

function foldersFromTop(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [...foldersFromTop(above), path];
}

const READ = 4;
const EXECUTE = 1;
