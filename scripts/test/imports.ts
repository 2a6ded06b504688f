import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Reads which modules a file loads, directly and through others. Type imports load nothing and do not count. */
export class ImportGraph {
  readonly #root: string;
  readonly #direct = new Map<string, Promise<readonly Import[]>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Every file and package that a file loads, itself included. */
  async reachable(file: string): Promise<ReachableModules> {
    const files = new Set([file]);
    const packages = new Set<string>();
    for (const path of files) {
      for (const { specifier } of await this.direct(path)) {
        if (!specifier.startsWith('.')) packages.add(specifier);
        else if (specifier.endsWith('.ts')) files.add(join(dirname(path), specifier));
      }
    }
    return { files, packages };
  }

  async loadsPackage(files: readonly string[], name: string): Promise<boolean> {
    for (const file of files) if ((await this.reachable(file)).packages.has(name)) return true;
    return false;
  }

  /** The imports that a file itself contains. */
  direct(file: string): Promise<readonly Import[]> {
    const known = this.#direct.get(file);
    if (known) return known;
    const found = readImports(join(this.#root, file));
    this.#direct.set(file, found);
    return found;
  }
}

async function readImports(path: string): Promise<readonly Import[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // A path inside a fixture's text is not an import.
    if (error.code === 'ENOENT') return '';
    throw new Error(`cannot read ${relative('.', path)}`, { cause: error });
  });
  return [...text.matchAll(IMPORT)].map(([, names = '', specifier, dynamic]) => ({
    specifier: specifier ?? dynamic ?? '',
    names: names.match(/[\w$]+/g) ?? [],
  }));
}

const IMPORT = /^(?:import|export)\s(?!type\b)(?:([^;'"]*?)\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm;

export interface ReachableModules {
  readonly files: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}

export interface Import {
  readonly specifier: string;
  readonly names: readonly string[];
}
