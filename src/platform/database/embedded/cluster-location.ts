import { createHash } from 'node:crypto';
import { lchown, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Random } from '../../../lib/random.ts';
import { makeEnterable } from './engine-copy.ts';
import { DirectoryUnusable } from './errors.ts';
import { readIfThere, replaceFile, statIfThere } from './files.ts';
import { findInaccessibleParent } from './permissions.ts';
import { chooseUser, currentUser, type SystemUser } from './users.ts';

/**
 * Where the cluster of a data directory is and which user runs it. Ordinarily `<directory>/postgres` and the current
 * user. Root must run it as another user, who often has no access to root's directory; then the cluster is below
 * `systemDirectory`, and the file `postgres-location` in the directory points to it. Its name has a random part that
 * only that file knows, so that a directory that was deleted and created again starts empty instead of bringing old
 * data back.
 */
export async function findClusterLocation(
  directory: string,
  systemDirectory: string,
  random: Random,
): Promise<ClusterLocation> {
  await rejectForeignDirectory(directory);
  const { path: cluster, elsewhere } = await clusterOf(directory);
  const exists = await isCluster(cluster, elsewhere, directory);
  if (process.getuid?.() !== 0) return { cluster, exists, elsewhere: false, runsAs: undefined };
  if (exists) return { cluster, exists, elsewhere, runsAs: await keepUser(cluster) };
  return newLocationForRoot(directory, systemDirectory, random);
}

/** Where the cluster of a data directory is, or would be when it does not exist yet. */
export async function clusterOf(directory: string): Promise<{ path: string; elsewhere: boolean }> {
  const noted = (await readIfThere(join(directory, LOCATION_FILE)))?.trim();
  return noted ? { path: noted, elsewhere: true } : { path: join(directory, 'postgres'), elsewhere: false };
}

/** Whether the data directory has a cluster already, here or elsewhere. */
export async function hasCluster(directory: string): Promise<boolean> {
  const { path, elsewhere } = await clusterOf(directory);
  return elsewhere || (await statIfThere(join(path, 'PG_VERSION'))) !== undefined;
}

/** Called when the cluster is complete: a recorded location that is missing then means that data was lost. */
export async function saveClusterLocation(directory: string, location: ClusterLocation): Promise<void> {
  if (location.elsewhere)
    await replaceFile(join(directory, LOCATION_FILE), `${location.cluster}\n`, { mode: 0o644 });
}

/** Identifies the folders of one data directory among those of others. */
export function directoryHash(directory: string): string {
  return createHash('sha256').update(directory).digest('hex').slice(0, 12);
}

export const PASSWORD_FILE = 'postgres-password';
const LOCATION_FILE = 'postgres-location';

/**
 * The user who created the directory owns the password file. Other users could not read it, and root would leave
 * files behind that the owner can no longer use.
 */
async function rejectForeignDirectory(directory: string): Promise<void> {
  const made = await statIfThere(join(directory, PASSWORD_FILE));
  const me = currentUser();
  if (made === undefined || made.uid === me.uid) return;
  const maker = made.uid === 0 ? 'root' : `the user with the id ${made.uid}`;
  throw new DirectoryUnusable(
    `The data in ${directory} was created by ${maker}, and you are ${me.name} (${me.uid}). ` +
      `Start Broadsheet as ${maker} again, or choose another directory. To move the data to another user, ` +
      'make a backup (broadsheet backup) as the old user and restore it (broadsheet restore) as the new one.',
  );
}

async function isCluster(cluster: string, mustExist: boolean, directory: string): Promise<boolean> {
  if (await statIfThere(join(cluster, 'PG_VERSION'))) return true;
  if (mustExist) {
    throw new DirectoryUnusable(
      `The database of ${directory} was in ${cluster} and is no longer there. Put it back, or remove ` +
        `${join(directory, LOCATION_FILE)} to start with an empty database.`,
    );
  }
  const entries = await readdir(cluster).catch(() => []);
  if (entries.length === 0) return false;
  throw new DirectoryUnusable(
    `${cluster} contains files (${entries.slice(0, 3).join(', ')}) but no PostgreSQL database. ` +
      'Choose another directory, or move them away.',
  );
}

/** The owner of the cluster runs it; a cluster that root owns (such as a restored copy) changes its owner. */
async function keepUser(cluster: string): Promise<SystemUser> {
  const owner = await statIfThere(cluster);
  const user = await chooseUser(owner);
  if (owner?.uid === 0) await changeOwner(cluster, user);
  const barrier = await findInaccessibleParent(join(cluster, 'PG_VERSION'), user);
  if (barrier === undefined) return user;
  throw new DirectoryUnusable(
    `PostgreSQL runs as ${user.name}, who has no access to ${barrier}, a parent of ${cluster}. ` +
      `Grant it (chmod o+x ${barrier}).`,
  );
}

async function changeOwner(cluster: string, user: SystemUser): Promise<void> {
  for (const entry of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, entry), user.uid, user.gid);
  }
  await lchown(cluster, user.uid, user.gid);
}

async function newLocationForRoot(
  directory: string,
  systemDirectory: string,
  random: Random,
): Promise<ClusterLocation> {
  const runsAs = await chooseUser(undefined);
  const inside = join(directory, 'postgres');
  if (!(await findInaccessibleParent(inside, runsAs)))
    return { cluster: inside, exists: false, elsewhere: false, runsAs };
  const id = `${directoryHash(directory)}-${Buffer.from(random.bytes(8)).toString('hex')}`;
  const cluster = join(systemDirectory, 'clusters', id);
  await makeEnterable(dirname(cluster));
  return { cluster, exists: false, elsewhere: true, runsAs };
}

export interface ClusterLocation {
  cluster: string;
  exists: boolean;
  elsewhere: boolean;
  runsAs: SystemUser | undefined;
}
