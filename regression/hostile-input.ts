import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** ALL-1, ALL-7, AUTH-3: all hostile inputs, of which `npm test` tries a sample. */
const { status } = spawnSync(
  process.execPath,
  ['scripts/test.ts', 'test/http/hostile-input.test.ts', 'test/http/walk.test.ts'],
  {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, BROADSHEET_TEST_SAMPLE: 'all' },
  },
);
process.exitCode = status ?? 1;
