import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Random } from '../../../lib/random.ts';
import { EngineFailed } from './errors.ts';
import { codeOf } from './files.ts';
import { linkLibraries } from './library-links.ts';

/**
 * A copy of PostgreSQL's programs that every user can run, made once per version. It appears under its name only when
 * it is complete, and several starts may make it concurrently: the first rename wins and the others use it. A copy
 * whose files differ in size from the originals is replaced.
 */
export async function copyEngine(native: string, target: string, random: Random): Promise<string> {
  if (await isWhole(native, target)) return target;
  await makeEnterable(dirname(target));
  const suffix = Buffer.from(random.bytes(6)).toString('hex');
  const fresh = `${target}.new-${suffix}`;
  try {
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    await openToAll(fresh);
    await linkLibraries(fresh);
    await moveIntoPlace(native, fresh, target, `${target}.old-${suffix}`);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return target;
}

/** A directory of ours, whatever the umask of the starting user. */
export async function makeEnterable(directory: string): Promise<void> {
  const made = await mkdir(directory, { recursive: true });
  if (made === undefined) return;
  for (let folder = directory; folder.length >= made.length; folder = dirname(folder)) {
    await chmod(folder, 0o755);
  }
}

async function moveIntoPlace(native: string, fresh: string, target: string, old: string): Promise<void> {
  if (await renamed(fresh, target)) return;
  if (await isWhole(native, target)) return;
  // Moved aside rather than removed first, so that the name is missing only for an instant.
  await rename(target, old);
  await rm(old, { recursive: true, force: true });
  if ((await renamed(fresh, target)) || (await isWhole(native, target))) return;
  throw new EngineFailed(`${target} cannot be replaced; remove it and start again.`);
}

/** False when the target already exists. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function isWhole(native: string, copy: string): Promise<boolean> {
  const [wanted, found] = await Promise.all([sizes(native), sizes(copy)]);
  return [...wanted].every(([path, size]) => found.get(path) === size);
}

/** Links are left out: the originals may lack them, which is one of the reasons for a copy. */
async function sizes(root: string): Promise<Map<string, number>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const known = await Promise.all(files.map(async path => (await stat(path)).size));
  return new Map(files.map((path, index) => [path.slice(root.length), known[index] ?? -1]));
}

async function openToAll(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
