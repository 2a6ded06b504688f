import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The tests that start real servers and programs, or kill them, and therefore take longer than the rest together. */
const { status } = spawnSync(process.execPath, ['scripts/test.ts', 'regression/starts-and-kills'], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
