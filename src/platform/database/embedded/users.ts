import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

/**
 * PostgreSQL refuses to run as root, so root needs another user for it: the owner of an existing cluster, else an
 * account for this purpose, else one for PostgreSQL, else a new one, else the account `nobody`.
 */
export async function chooseUser(
  clusterOwner: Owner | undefined,
  accounts: Accounts = systemAccounts,
): Promise<SystemUser> {
  const known = await accounts.list();
  if (clusterOwner && clusterOwner.uid !== 0) return nameOf(clusterOwner, known);
  const suited = pick(known, ['broadsheet', 'postgres']);
  if (suited) return suited;
  await accounts.create('broadsheet');
  return pick(await accounts.list(), ['broadsheet', 'nobody']) ?? NOBODY;
}

/** The user who runs this program. In a container the id often has no account, hence no name. */
export function currentUser(): SystemUser {
  try {
    const { username, uid, gid } = userInfo();
    return { name: username, uid, gid };
  } catch {
    const uid = process.getuid?.() ?? -1;
    return { name: `user ${uid}`, uid, gid: process.getgid?.() ?? -1 };
  }
}

const systemAccounts: Accounts = {
  list: async () => parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => '')),
  create: async name => {
    const args = ['--system', '--no-create-home', '--user-group', '--shell', '/bin/false', name];
    // useradd may be missing, or a concurrent start may have been faster: the list read afterwards decides.
    await promisify(execFile)('useradd', args, { env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' } }).catch(
      () => undefined,
    );
  },
};

export function parsePasswd(text: string): SystemUser[] {
  return text.split('\n').flatMap(line => {
    const [name, , uid, gid] = line.split(':');
    if (!name || !/^\d+$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

function pick(known: readonly SystemUser[], names: readonly string[]): SystemUser | undefined {
  // PostgreSQL refuses root under any name.
  return names.map(name => known.find(user => user.name === name && user.uid !== 0)).find(Boolean);
}

function nameOf(owner: Owner, known: readonly SystemUser[]): SystemUser {
  const name = known.find(user => user.uid === owner.uid)?.name ?? `user ${owner.uid}`;
  return { name, uid: owner.uid, gid: owner.gid };
}

const NOBODY: SystemUser = { name: 'nobody', uid: 65_534, gid: 65_534 };

export interface Owner {
  uid: number;
  gid: number;
}

export interface SystemUser extends Owner {
  name: string;
}

export interface Accounts {
  list(): Promise<SystemUser[]>;
  create(name: string): Promise<void>;
}
