import { glob } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { COMPILE_CACHE } from '../src/compile-cache.ts';
import { startTestServer } from '../test/harness/server.ts';
import { writeGroups } from './test-groups.ts';

/**
 * `npm test [-- path ...]`: every test that needs nothing but npm, against one PostgreSQL that all files
 * share (each has a database of its own). Ends with the runner's count of what passed and failed. What a browser sees
 * is tested by `npm run test:browser`, which takes about half as long again.
 */
const ROOT = join(import.meta.dirname, '..');
const PATTERNS = [
  'src/**/*.test.ts',
  'test/**/*.test.ts',
  'scripts/**/*.test.ts',
  'benchmarks/**/*.test.ts',
  'world/**/*.test.ts',
];
/** They start programs, servers and browsers, live through days, or watch a clock; begun last, one alone would keep all waiting. */
const LONGEST = [
  'src/cli/up.test.ts',
  'src/stories/flow.test.ts',
  'src/stories/topics/evaluation/',
  'src/stories/ground-truth.test.ts',
  'src/stories/clusterer/commands.test.ts',
  'test/http/hostile-input.test.ts',
  'test/http/walk.test.ts',
  'test/browser/every-page.test.ts',
  'test/browser/demo.test.ts',
  'test/browser/hostile-',
  'test/browser/journeys/reader.test.ts',
  'test/browser/',
  'src/platform/database/embedded/',
  'src/platform/tasks/accidents.test.ts',
  'src/cli/backup/',
  'src/platform/log/',
  'src/platform/broker/',
  'src/cli/installation.test.ts',
];
/** A file waits for its database, its programs and its timers for most of its time, and needs no core meanwhile. */
const FILES_AT_ONCE = availableParallelism() + 1;

const wanted = process.argv.slice(2).filter(argument => !argument.startsWith('--'));
const named = (wanted.length > 0 ? await expand(wanted) : await everyday()).sort(longestFirst);
if (named.length === 0) {
  console.error(`no test file matches ${wanted.join(' ')}`);
  process.exit(1);
}

// Who asks for a few wants to see each by itself.
const files =
  wanted.length > 0 ? named : await writeGroups(ROOT, named, { isAlone: isLong, groups: FILES_AT_ONCE });
const server = await startTestServer();
process.env['BROADSHEET_TEST_POSTGRES'] = server.url;
// Each file runs in a process of its own, and most of its time went into compiling the same modules again.
process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
try {
  process.exitCode = (await runAll(files)) ? 0 : 1;
} finally {
  await server.stop();
}

/** Whether everything passed. Tells at the end which files took longest. */
async function runAll(paths: readonly string[]): Promise<boolean> {
  const seconds = new Map<string, number>();
  let ok = true;
  const events = run({
    files: paths.map(path => join(ROOT, path)),
    cwd: ROOT,
    concurrency: FILES_AT_ONCE,
    // A guard against files that hang; on a busy machine the longest takes minutes.
    timeout: 600_000,
  });
  events.on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) ok = false;
  });
  events.on('test:summary', ({ file, success, duration_ms }) => {
    if (!success) ok = false;
    if (file !== undefined) seconds.set(relative(ROOT, file), duration_ms / 1_000);
  });
  for await (const words of events.compose(new spec())) process.stdout.write(words);
  if (paths.length > 1) tellSlowest(seconds);
  return ok;
}

function tellSlowest(seconds: ReadonlyMap<string, number>): void {
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10);
  console.log(`\nslowest of ${seconds.size} files, ${FILES_AT_ONCE} at once:`);
  for (const [path, took] of slowest) console.log(`${took.toFixed(1).padStart(7)} s  ${path}`);
}

function longestFirst(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function rank(path: string): number {
  const at = LONGEST.findIndex(start => path.startsWith(start));
  return at < 0 ? LONGEST.length : at;
}

function isLong(path: string): boolean {
  return rank(path) < LONGEST.length;
}

async function everyday(): Promise<string[]> {
  return (await expand(PATTERNS)).filter(path => !path.startsWith('test/browser/'));
}

/** A folder stands for the tests below it. */
async function expand(patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const below = pattern.endsWith('.ts') ? pattern : `${pattern.replace(/\/$/, '')}/**/*.test.ts`;
    for await (const file of glob(below, { cwd: ROOT })) found.add(file);
  }
  return [...found];
}
