import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** RUN-1: what a stranger does, by the script that does exactly this. `npm ci` and `npm test` have their own place in CI. */
const script = join(import.meta.dirname, '../scripts/fresh-clone.sh');
const result = spawnSync('bash', [script, '--start-only', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = result.status ?? 1;
