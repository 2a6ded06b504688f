import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

/**
 * PostgreSQL refuses to run as root, so root needs somebody to run it as: whom the cluster belongs to
 * already; else an account for this very purpose; else one for PostgreSQL; else a new one; else nobody.
 */
export async function chooseUser(
  clusterOwner: Owner | undefined,
  accounts: Accounts = systemAccounts,
): Promise<User> {
  const known = await accounts.list();
  if (clusterOwner && clusterOwner.uid !== 0) return nameOf(clusterOwner, known);
  const suited = pick(known, ['broadsheet', 'postgres']);
  if (suited) return suited;
  await accounts.create('broadsheet');
  return pick(await accounts.list(), ['broadsheet', 'nobody']) ?? NOBODY;
}

/** Who runs this program. In a container the id often has no account, and then no name. */
export function whoAmI(): User {
  try {
    const { username, uid, gid } = userInfo();
    return { name: username, uid, gid };
  } catch {
    const uid = process.getuid?.() ?? -1;
    return { name: `user ${uid}`, uid, gid: process.getgid?.() ?? -1 };
  }
}

export const systemAccounts: Accounts = {
  list: async () => parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => '')),
  create: async name => {
    const args = ['--system', '--no-create-home', '--user-group', '--shell', '/bin/false', name];
    // It may be missing, or another start may have been faster: the list read afterwards tells.
    await promisify(execFile)('useradd', args, { env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' } }).catch(
      () => undefined,
    );
  },
};

export function parsePasswd(text: string): User[] {
  return text.split('\n').flatMap(line => {
    const [name, , uid, gid] = line.split(':');
    if (!name || !/^\d+$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

function pick(known: readonly User[], names: readonly string[]): User | undefined {
  // Root under another name would be refused like root.
  return names.map(name => known.find(user => user.name === name && user.uid !== 0)).find(Boolean);
}

function nameOf(owner: Owner, known: readonly User[]): User {
  const name = known.find(user => user.uid === owner.uid)?.name ?? `user ${owner.uid}`;
  return { name, uid: owner.uid, gid: owner.gid };
}

const NOBODY: User = { name: 'nobody', uid: 65_534, gid: 65_534 };

export interface Owner {
  uid: number;
  gid: number;
}

export interface User extends Owner {
  name: string;
}

export interface Accounts {
  list(): Promise<User[]>;
  create(name: string): Promise<void>;
}
