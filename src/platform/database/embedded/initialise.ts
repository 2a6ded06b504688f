import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import type { Random } from '../../../lib/random.ts';
import { type Engine, program } from './engine.ts';
import { EngineFailed, engineFailed } from './errors.ts';
import { readIfThere, syncDirectory } from './files.ts';
import type { SystemUser } from './users.ts';
import { startWrapped } from './wrapped-process.ts';

/**
 * Creates a cluster. It is created under a temporary name and renamed when it is complete, so that a cluster either
 * exists completely or not at all, even when we are killed. Remains of earlier attempts are removed.
 */
export async function initialiseCluster(options: InitialiseOptions): Promise<void> {
  const { cluster, mark, random, runsAs } = options;
  const parent = dirname(cluster);
  await removeAttempts(parent, mark);
  const attempt = join(parent, `.new-${mark}-${Buffer.from(random.bytes(6)).toString('hex')}`);
  await mkdir(attempt, { mode: 0o700 });
  try {
    if (runsAs) await chown(attempt, runsAs.uid, runsAs.gid);
    await initdb(options, attempt);
    await rename(join(attempt, 'data'), cluster);
    await syncDirectory(parent);
  } finally {
    await rm(attempt, { recursive: true, force: true });
  }
}

/** A cluster of another major version cannot be opened by ours, nor upgraded without its old programs. */
export async function refuseOtherVersion(cluster: string, engine: Engine): Promise<void> {
  const found = (await readIfThere(join(cluster, 'PG_VERSION')))?.trim() ?? '';
  if (found === String(engine.major)) return;
  throw new EngineFailed(
    `The database in ${cluster} was created by PostgreSQL ${found || '(unknown)'}, and this Broadsheet includes ` +
      `PostgreSQL ${engine.major}. Make a backup with the Broadsheet that created it (broadsheet backup), and ` +
      'restore it with this one into a new directory (broadsheet restore). Nothing was changed.',
  );
}

async function removeAttempts(parent: string, mark: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`.new-${mark}-`)) continue;
    // Best effort: the initdb of a start that was just killed may still be writing there.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function initdb(options: InitialiseOptions, attempt: string): Promise<void> {
  const passwordFile = join(attempt, 'password');
  await writeFile(passwordFile, options.password, { mode: 0o600, flag: 'wx' });
  if (options.runsAs) await chown(passwordFile, options.runsAs.uid, options.runsAs.gid);
  for (const ctype of CTYPES) {
    const { code, lines } = await runInitdb(options, [
      `--pgdata=${join(attempt, 'data')}`,
      `--pwfile=${passwordFile}`,
      `--lc-ctype=${ctype}`,
      ...FIXED_ARGUMENTS,
    ]);
    if (code === 0) return;
    if (lines.some(line => line.includes('invalid locale name'))) continue;
    throw engineFailed(`PostgreSQL could not create its data directory ${basename(options.cluster)}.`, lines);
  }
}

/**
 * Sorting and case follow the Unicode tables inside PostgreSQL, the same on every machine. The system still decides
 * what a letter is in two cases that matter here, pg_trgm and the text search parser: under plain C, Cyrillic has no
 * trigrams and a quotation mark is part of the word. C.UTF-8 is missing on macOS.
 */
const CTYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

const FIXED_ARGUMENTS = [
  '--username=broadsheet',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--auth=scram-sha-256',
  '--data-checksums',
  '--no-instructions',
];

async function runInitdb({ engine, runsAs, clock }: InitialiseOptions, args: readonly string[]) {
  const lines: string[] = [];
  const onLine = (line: string) => {
    lines.push(line);
    if (lines.length > 15) lines.shift();
  };
  const run = await startWrapped(program(engine, 'initdb'), args, { runsAs, onLine, clock });
  const { code } = await run.ended;
  return { code, lines };
}

interface InitialiseOptions {
  engine: Engine;
  /** Target path of the cluster. */
  cluster: string;
  /** Identifies our temporary folders where several data directories have theirs side by side. */
  mark: string;
  password: string;
  runsAs: SystemUser | undefined;
  random: Random;
  clock: Clock;
}
