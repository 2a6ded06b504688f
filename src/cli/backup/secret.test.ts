import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { secretFile } from '../../context.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { temporaryDirectory } from './backup.testing.ts';
import { applySecretPlan, installationSecret, planSecret } from './secret.ts';

const data = await temporaryDirectory();
const config = (secret?: string) => {
  const flags = new Map(Object.entries({ data, ...(secret === undefined ? {} : { secret }) }));
  return resolveSettings({ flags, configFlag: undefined, environment: {}, workingDirectory: data }).config;
};
const [ours, theirs] = ['o'.repeat(32), 't'.repeat(32)];

test('the secret of a backup replaces the one in the data directory, readable only by its owner', async () => {
  await writeFile(secretFile(config()), `${ours}\n`, { mode: 0o600 });
  await applySecretPlan(config(), planSecret(config(), theirs, false));
  assert.equal(await readFile(secretFile(config()), 'utf8'), `${theirs}\n`);
  assert.equal((await stat(secretFile(config()))).mode & 0o777, 0o600);
  assert.equal(await installationSecret(config()), theirs);
});

test('a secret from the settings cannot be replaced: a different one is refused without --keep-secret', async () => {
  assert.throws(() => planSecret(config(ours), theirs, false), /secret of the backup differs/);
  assert.deepEqual(planSecret(config(ours), theirs, true), { kind: 'keep' });
  assert.deepEqual(planSecret(config(ours), ours, false), { kind: 'keep' });
  assert.deepEqual(planSecret(config(), undefined, false), { kind: 'keep' });
  assert.equal(await installationSecret(config(ours)), ours);
});
