import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The tests that start or kill real servers and programs, which take longer than all others together. */
const { status } = spawnSync(process.execPath, ['scripts/test.ts', 'regression/starts-and-kills'], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
