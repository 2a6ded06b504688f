import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config.ts';
import { SETTINGS } from '../../config.ts';
import { readSecretFile, secretFile } from '../../installation-secret.ts';
import { PASSWORD_FILE } from '../../platform/database/embedded/cluster-location.ts';
import { shownBytes } from '../progress.ts';
import type { ResolvedSettings } from '../settings/resolve.ts';
import { type CheckResult, fail, ok, warn } from './finding.ts';

/** RUN-6: compares the running Node with the one that package.json pins. */
export function node(running = process.versions.node, pinned = manifest.dependencies.node): CheckResult {
  const [wanted = [], found = []] = [pinned.replace(/^\D*/, ''), running].map(text =>
    text.split('.').map(Number),
  );
  const isNewEnough = wanted[0] === found[0] && compare(found, wanted) >= 0;
  if (isNewEnough) return ok(`Node ${running} (required: ${pinned})`);
  return fail(
    `Node ${running}, but ${pinned} is required`,
    'Run `npm ci`, then start it with `npx broadsheet`.',
  );
}

export function settings({ origins, file }: ResolvedSettings): CheckResult {
  const given = [...origins.values()].filter(({ kind }) => kind !== 'default').length;
  return ok(
    `all valid, ${given} of ${origins.size} set, ${file === null ? 'no settings file' : `file ${file.shownPath}`}`,
  );
}

export async function dataDirectory({ data }: Config): Promise<CheckResult> {
  const found = await stat(data).catch(() => null);
  if (!found) {
    await access(dirname(data), constants.W_OK | constants.X_OK);
    return ok(`${data} will be created at the first start`);
  }
  if (!found.isDirectory()) return fail(`${data} is not a directory`, 'Choose a directory with --data.');
  try {
    await access(data, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return fail(`this user cannot write to ${data}`, 'Run it as the owner of the directory.');
  }
  return ok(data);
}

/** Checks the nearest existing directory: the data directory may not exist yet. */
export async function freeSpace({ data }: Config): Promise<CheckResult> {
  let path = data;
  while (!(await stat(path).catch(() => null))) path = dirname(path);
  const { bavail, bsize } = await statfs(path);
  return judgeSpace(bavail * bsize, path);
}

export function judgeSpace(bytes: number, path: string): CheckResult {
  const text = `${shownBytes(bytes)} free at ${path}`;
  const remedy = 'Free some space, or move the data directory to a larger disk.';
  if (bytes < 200 * MEBIBYTE) return fail(text, remedy);
  return bytes < 2_048 * MEBIBYTE ? warn(text, remedy) : ok(text);
}

/** Access to one of these files gives access to every account, or to all data. */
export async function secrets({ config, origins, file }: ResolvedSettings): Promise<CheckResult[]> {
  const inFile = [...origins].some(([name, { kind }]) => kind === 'file' && SETTINGS[name].secret);
  const files = [
    secretFile(config),
    join(config.data, PASSWORD_FILE),
    ...(inFile && file !== null ? [file.path] : []),
  ];
  const open = await Promise.all(files.map(async path => ((await isOpen(path)) ? path : null)));
  const faults = open.flatMap(path =>
    path === null
      ? []
      : [fail(`other users can read ${path}, which contains a secret`, `Run \`chmod 600 ${path}\`.`)],
  );
  return faults.length > 0 ? faults : [ok('only their owner can read the secrets')];
}

/** Every key is derived from it: without it, or with a damaged one, the program does not start. */
export async function storedSecret(config: Config): Promise<CheckResult> {
  if (config.secret !== undefined) return ok('the setting `secret` provides it');
  const file = secretFile(config);
  if ((await readSecretFile(config)) !== null) return ok(`${file} is complete`);
  return fail(
    `${file} is missing`,
    'Copy it back from a copy of the data directory or from a backup; if it is lost, run `broadsheet renew-secret --confirm`.',
  );
}

async function isOpen(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && (found.mode & 0o077) !== 0;
}

/** ARC-1: the archive is created with the first stored fetch; until then its parent is checked. */
export async function archive({ data }: Config): Promise<CheckResult> {
  const path = join(data, 'archive');
  const found = await stat(path).catch(() => null);
  try {
    await access(found ? path : data, constants.W_OK | constants.X_OK);
    return ok(found ? path : `${path} will be created when it is needed`);
  } catch {
    return warn(
      `this user cannot write to ${path}: fetched documents are not archived`,
      `Check the owner of ${path}.`,
    );
  }
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

const MEBIBYTE = 1_048_576;
