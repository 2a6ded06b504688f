import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readDurations } from './durations.ts';
import { ImportGraph } from './imports.ts';

/**
 * Decides which test files share a process, and the order in which the processes start. A process costs more than
 * most of the files that only call functions, so those share one. Files that can start a process, listen or connect get
 * their own, but the files of a shared program share one. The files that took longest in the previous run start first.
 */
export async function planUnits(
  root: string,
  paths: readonly string[],
  { separate = false }: { readonly separate?: boolean } = {},
): Promise<Unit[]> {
  const graph = new ImportGraph(root);
  const measured = await readDurations(root);
  const files = await Promise.all(
    paths.map(async path => {
      const canShare = !separate && (await isPure(graph, path));
      const program = separate ? undefined : await sharedProgramOf(graph, path);
      return { path, canShare, program, seconds: measured.get(path) ?? (await estimate(root, graph, path)) };
    }),
  );
  const ofPrograms = Map.groupBy(
    files.filter(({ program }) => program !== undefined),
    ({ program }) => program,
  );
  const others = files.filter(({ program }) => program === undefined);
  const alone = others.filter(({ canShare, seconds }) => !canShare || seconds > LONG_SECONDS);
  const shared = others.filter(({ canShare, seconds }) => canShare && seconds <= LONG_SECONDS);
  return [
    ...[...ofPrograms.values()].map(unitOf),
    ...alone.map(file => unitOf([file])),
    ...share(shared),
  ].sort((a, b) => b.seconds - a.seconds);
}

/** The program of `test/harness/shared-programs.ts` that the file uses. */
async function sharedProgramOf(graph: ImportGraph, path: string): Promise<string | undefined> {
  const imports = await graph.direct(path);
  return imports.find(({ specifier }) => specifier.endsWith('/shared-programs.ts'))?.names[0];
}

function unitOf(files: readonly TimedFile[]): Unit {
  return {
    files: files.map(({ path }) => path),
    seconds: files.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** Whether nothing that the file loads can start a process or open a connection, and it sets no hook for others. */
async function isPure(graph: ImportGraph, path: string): Promise<boolean> {
  const { packages } = await graph.reachable(path);
  if ([...packages].some(name => OUTSIDE_WORLD.has(name))) return false;
  const imports = await graph.direct(path);
  const names = imports.filter(({ specifier }) => specifier === 'node:test').flatMap(each => each.names);
  return names.every(name => PLAIN_TESTS.has(name));
}

/** Fills one process after the other. */
function share(files: readonly TimedFile[]): Unit[] {
  const units: { files: string[]; seconds: number }[] = [];
  for (const { path, seconds } of files) {
    const last = units.at(-1);
    if (!last || last.files.length >= FILES_PER_PROCESS || last.seconds > LONG_SECONDS)
      units.push({ files: [path], seconds });
    else {
      last.files.push(path);
      last.seconds += seconds;
    }
  }
  return units;
}

/** The estimate for an unmeasured file depends on the modules that it loads and on its size. */
async function estimate(root: string, graph: ImportGraph, path: string): Promise<number> {
  const { files } = await graph.reachable(path);
  const { size } = await stat(join(root, path));
  return files.size * SECONDS_PER_MODULE + size * SECONDS_PER_BYTE;
}

const OUTSIDE_WORLD = new Set([
  'node:child_process',
  'node:cluster',
  'node:dgram',
  'node:http',
  'node:http2',
  'node:https',
  'node:net',
  'node:tls',
  'node:worker_threads',
  'esbuild',
  'fastify',
  'pg',
  'playwright-core',
]);
/** Hooks and mocks at the top of a file would apply to every file of its process. */
const PLAIN_TESTS = new Set(['test', 'suite', 'describe', 'it']);
const FILES_PER_PROCESS = 40;
/** A longer file starts early and alone, so that the run does not have to wait for it at the end. */
const LONG_SECONDS = 5;
const SECONDS_PER_MODULE = 0.005;
const SECONDS_PER_BYTE = 0.0002;

interface TimedFile {
  readonly path: string;
  readonly seconds: number;
}

/** Test files that run in one process, and how long they are expected to take. */
export interface Unit {
  readonly files: readonly string[];
  readonly seconds: number;
}
