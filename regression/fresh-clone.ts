import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** RUN-1: what a newcomer does, by the script for it. CI runs `npm ci` and `npm test` in other steps. */
const script = join(import.meta.dirname, '../scripts/fresh-clone.sh');
const result = spawnSync('bash', [script, '--start-only', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = result.status ?? 1;
