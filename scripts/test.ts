import { join } from 'node:path';
import { COMPILE_CACHE } from '../src/compile-cache.ts';
import { startTestServer } from '../test/harness/server.ts';
import { findTests } from './test/files.ts';
import { reportFlaky, reportSlowest, reportTotals } from './test/report.ts';
import { runUnits } from './test/runner.ts';
import { planUnits } from './test/units.ts';

/**
 * `npm test [-- path ...]` runs every test that needs nothing but npm, against one PostgreSQL server that all files
 * share (each has its own database). It always ends with the number of passed and failed tests.
 */
const ROOT = join(import.meta.dirname, '..');

const paths = process.argv.slice(2).filter(argument => !argument.startsWith('--'));
const files = await findTests(ROOT, paths);
if (files.length === 0) {
  console.error(`no test file matches ${paths.join(' ')}`);
  process.exit(1);
}

// Most of the time of a short file is spent compiling the same modules again.
process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => interrupted.abort(new Error(`interrupted by ${signal}`)));

const server = await startTestServer();
process.env['BROADSHEET_TEST_POSTGRES'] = server.url;
try {
  const units = await planUnits(ROOT, files, { separate: paths.length > 0 });
  const outcome = await runUnits(units, { root: ROOT, signal: interrupted.signal });
  if (files.length > 1) reportSlowest(outcome.results);
  reportFlaky(outcome.flaky);
  reportTotals(outcome.results, performance.now());
  process.exitCode = outcome.ok ? 0 : 1;
} finally {
  await server.stop();
}
