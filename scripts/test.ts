import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { COMPILE_CACHE } from '../src/compile-cache.ts';
import { startTestServer } from '../test/harness/server.ts';
import { findTests } from './test/files.ts';
import { reportFlaky, reportSlowest, reportTotals } from './test/report.ts';
import { runUnits } from './test/runner.ts';
import { planUnits } from './test/units.ts';

/**
 * `npm test [-- path ...]` runs every test that needs only npm, against one PostgreSQL server that all files share (each
 * has its own database). It always ends with the number of passed and failed tests.
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
// The same seed for the whole run: a failed case must not pass with another sample when its file runs again.
const seed = Number(process.env['BROADSHEET_TEST_SEED'] ?? randomInt(2 ** 31));
process.env['BROADSHEET_TEST_SEED'] = String(seed);
console.log(`seed of samples and properties: BROADSHEET_TEST_SEED=${seed}`);
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => interrupted.abort(new Error(`interrupted by ${signal}`)));

const server = await startTestServer();
process.env['BROADSHEET_TEST_POSTGRES'] = server.url;
try {
  const units = await planUnits(ROOT, files, { separate: paths.length > 0 });
  const outcome = await runUnits(units, { root: ROOT, seed, signal: interrupted.signal });
  if (files.length > 1) reportSlowest(outcome.results);
  reportFlaky(outcome.flaky);
  reportTotals(outcome.results, performance.now());
  process.exitCode = outcome.ok ? 0 : 1;
} finally {
  await server.stop();
}
