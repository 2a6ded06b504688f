import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Random } from '../../../lib/random.ts';
import { type ClusterLocation, PASSWORD_FILE } from './cluster-location.ts';
import { type Engine, program } from './engine.ts';
import { engineFailed } from './errors.ts';
import { readIfThere, replaceFile } from './files.ts';

/**
 * Each installation has its own password, in a file that only its owner can read. It is stored before the cluster is
 * created, so that no cluster is ever without one; when the file is lost later, the cluster gets a new password
 * instead of becoming inaccessible.
 */
export async function ensurePassword(
  directory: string,
  location: ClusterLocation,
  engine: Engine,
  random: Random,
): Promise<string> {
  const known = await readPassword(directory);
  if (known) return known;
  const password = Buffer.from(random.bytes(24)).toString('base64url');
  // The cluster first: if we are killed in between, the next start finds no file and begins again.
  if (location.exists) await changePassword(engine, location, password);
  await replaceFile(join(directory, PASSWORD_FILE), `${password}\n`, { mode: 0o600 });
  return password;
}

export async function readPassword(directory: string): Promise<string | undefined> {
  return (await readIfThere(join(directory, PASSWORD_FILE)))?.trim() || undefined;
}

/** Without a password there is no connection, but a single-user server reads statements from a pipe. */
async function changePassword(
  engine: Engine,
  { cluster, runsAs }: ClusterLocation,
  password: string,
): Promise<void> {
  const server = spawn(program(engine, 'postgres'), ['--single', '-D', cluster, 'postgres'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: '/',
    env: { LC_ALL: 'C' },
    ...(runsAs && { uid: runsAs.uid, gid: runsAs.gid }),
  });
  server.stdin.end(`alter role broadsheet password '${password}'\n`);
  const [output, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')]);
  // A statement that fails does not change the exit code.
  if (code === 0 && !/\b(ERROR|FATAL):/.test(output)) return;
  throw engineFailed(`The password of the database in ${cluster} was lost and could not be reset.`, [
    ...output.trim().split('\n').slice(-15),
  ]);
}
