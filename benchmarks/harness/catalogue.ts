import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Benchmark } from './benchmark.ts';

/** The names of all benchmarks: `<name>.ts` or `<name>/index.ts` in the folder, sorted. */
export async function benchmarkNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() && (await exists(path.join(folder, entry.name, 'index.ts'))))
      names.push(entry.name);
    if (entry.isFile() && isBenchmarkFile(entry.name)) names.push(path.basename(entry.name, '.ts'));
  }
  return names.sort();
}

export async function loadBenchmark(folder: string, name: string): Promise<Benchmark> {
  const file = path.join(folder, `${name}.ts`);
  const location = (await exists(file)) ? file : path.join(folder, name, 'index.ts');
  const module: unknown = await import(pathToFileURL(location).href);
  const exported =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : null;
  if (!isBenchmark(exported))
    throw new TypeError(`${location} has no default export of defineBenchmark(...)`);
  if (exported.name !== name)
    throw new TypeError(`${location} has the name '${exported.name}' instead of '${name}'`);
  return exported;
}

function isBenchmarkFile(name: string): boolean {
  return name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'run.ts';
}

function isBenchmark(value: unknown): value is Benchmark {
  return (
    typeof value === 'object' && value !== null && 'run' in value && 'question' in value && 'name' in value
  );
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
