import { spawn } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from '../test/harness/server.ts';

/**
 * `npm test [-- path ...]`: every test that needs nothing but npm, against one PostgreSQL that all files
 * share (each has a database of its own). Ends with the runner's count of what passed and failed.
 */
const ROOT = join(import.meta.dirname, '..');
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');
const PATTERNS = [
  'src/**/*.test.ts',
  'test/**/*.test.ts',
  'scripts/**/*.test.ts',
  'benchmarks/**/*.test.ts',
  'world/**/*.test.ts',
];

const wanted = process.argv.slice(2).filter(argument => !argument.startsWith('--'));
const files = wanted.length > 0 ? await expand(wanted) : await expand(PATTERNS);
if (files.length === 0) {
  console.error(`no test file matches ${wanted.join(' ')}`);
  process.exit(1);
}

const server = await startTestServer();
try {
  process.exitCode = await run(files, server.url);
} finally {
  await server.stop();
}

function run(paths: string[], postgresUrl: string): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${availableParallelism()}`,
      '--test-timeout=180000',
      '--test-reporter=spec',
      ...paths,
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        BROADSHEET_TEST_POSTGRES: postgresUrl,
        // Each file runs in a process of its own, and most of its time went into compiling the same modules again.
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? COMPILE_CACHE,
      },
    },
  );
  return new Promise(resolve => child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1))));
}

/** A folder stands for the tests below it. */
async function expand(patterns: string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const below = pattern.endsWith('.ts') ? pattern : `${pattern.replace(/\/$/, '')}/**/*.test.ts`;
    for await (const file of glob(below, { cwd: ROOT })) found.add(file);
  }
  return [...found].sort();
}
