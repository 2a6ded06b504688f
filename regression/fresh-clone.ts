import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** RUN-1: what a stranger does, by the script that does exactly this. `npm test` has its own place in CI. */
const result = spawnSync('bash', [join(import.meta.dirname, '../scripts/fresh-clone.sh'), '--start-only'], {
  stdio: 'inherit',
});
process.exitCode = result.status ?? 1;
