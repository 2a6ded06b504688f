import { createHash } from 'node:crypto';
import { lchown, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Random } from '../../../lib/random.ts';
import { makeEnterable } from './engine-copy.ts';
import { DirectoryUnusable } from './errors.ts';
import { readIfThere, replaceFile, statIfThere } from './files.ts';
import { findBarrier } from './reach.ts';
import { chooseUser, type User, whoAmI } from './users.ts';

/**
 * Where the cluster of a data directory lives and who runs it. Ordinarily `<directory>/postgres` and whoever
 * started us. Root must run it as somebody else, and that user often cannot get into root's directory; then
 * the cluster lives below `systemDirectory` and the file `postgres-location` in the directory says where. Its
 * name holds a random part and only that file knows it, so that a directory that was deleted and made again
 * starts empty instead of bringing old data back.
 */
export async function findPlace(directory: string, systemDirectory: string, random: Random): Promise<Place> {
  await refuseAnothersDirectory(directory);
  const { path: cluster, elsewhere } = await clusterOf(directory);
  const exists = await isCluster(cluster, elsewhere, directory);
  if (process.getuid?.() !== 0) return { cluster, exists, elsewhere: false, runsAs: undefined };
  if (exists) return { cluster, exists, elsewhere, runsAs: await keepUser(cluster) };
  return newPlaceForRoot(directory, systemDirectory, random);
}

/** Where the cluster of a data directory is, or would be when there is none yet. */
export async function clusterOf(directory: string): Promise<{ path: string; elsewhere: boolean }> {
  const noted = (await readIfThere(join(directory, LOCATION_FILE)))?.trim();
  return noted ? { path: noted, elsewhere: true } : { path: join(directory, 'postgres'), elsewhere: false };
}

/** Called when the cluster is complete: a location that is named but missing then means that data was lost. */
export async function rememberPlace(directory: string, place: Place): Promise<void> {
  if (place.elsewhere)
    await replaceFile(join(directory, LOCATION_FILE), `${place.cluster}\n`, { mode: 0o644 });
}

/** Tells the folders of one data directory from those of others where many lie together. */
export function markOf(directory: string): string {
  return createHash('sha256').update(directory).digest('hex').slice(0, 12);
}

export const PASSWORD_FILE = 'postgres-password';
const LOCATION_FILE = 'postgres-location';

/**
 * Whoever made the directory owns the password file. Anyone else could not read it, or, being root, would
 * leave files behind that the owner cannot use any more.
 */
async function refuseAnothersDirectory(directory: string): Promise<void> {
  const made = await statIfThere(join(directory, PASSWORD_FILE));
  const me = whoAmI();
  if (made === undefined || made.uid === me.uid) return;
  const maker = made.uid === 0 ? 'root' : `the user with the id ${made.uid}`;
  throw new DirectoryUnusable(
    `The data in ${directory} was made by ${maker}, and you are ${me.name} (${me.uid}). ` +
      `Start Broadsheet as ${maker} again, or choose another directory. To move the data to another user, ` +
      'make a backup (broadsheet backup) as the one and restore it (broadsheet restore) as the other.',
  );
}

async function isCluster(cluster: string, mustExist: boolean, directory: string): Promise<boolean> {
  if (await statIfThere(join(cluster, 'PG_VERSION'))) return true;
  if (mustExist) {
    throw new DirectoryUnusable(
      `The database of ${directory} was in ${cluster} and is not there any more. Put it back, or remove ` +
        `${join(directory, LOCATION_FILE)} to start with an empty database.`,
    );
  }
  const entries = await readdir(cluster).catch(() => []);
  if (entries.length === 0) return false;
  throw new DirectoryUnusable(
    `${cluster} holds files (${entries.slice(0, 3).join(', ')}) but no database of PostgreSQL. ` +
      'Choose another directory, or move them away.',
  );
}

/** The user who owns the cluster runs it; a cluster that root owns (a restored copy, say) is handed over. */
async function keepUser(cluster: string): Promise<User> {
  const owner = await statIfThere(cluster);
  const user = await chooseUser(owner);
  if (owner?.uid === 0) await handOver(cluster, user);
  const barrier = await findBarrier(join(cluster, 'PG_VERSION'), user);
  if (barrier === undefined) return user;
  throw new DirectoryUnusable(
    `PostgreSQL runs as ${user.name}, who may not enter ${barrier} on the way to ${cluster}. ` +
      `Let that user pass (chmod o+x ${barrier}).`,
  );
}

async function handOver(cluster: string, user: User): Promise<void> {
  for (const entry of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, entry), user.uid, user.gid);
  }
  await lchown(cluster, user.uid, user.gid);
}

async function newPlaceForRoot(directory: string, systemDirectory: string, random: Random): Promise<Place> {
  const runsAs = await chooseUser(undefined);
  const inside = join(directory, 'postgres');
  if (!(await findBarrier(inside, runsAs)))
    return { cluster: inside, exists: false, elsewhere: false, runsAs };
  const id = `${markOf(directory)}-${Buffer.from(random.bytes(8)).toString('hex')}`;
  const cluster = join(systemDirectory, 'clusters', id);
  await makeEnterable(dirname(cluster));
  return { cluster, exists: false, elsewhere: true, runsAs };
}

export interface Place {
  cluster: string;
  exists: boolean;
  elsewhere: boolean;
  runsAs: User | undefined;
}
