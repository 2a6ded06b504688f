import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { secretFile } from '../../installation-secret.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { temporaryDirectory } from './backup.testing.ts';
import { applySecretPlan, planSecret, storedSecret } from './secret.ts';

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
  assert.equal(await storedSecret(config()), theirs);
});

test('a secret from the settings cannot be replaced: a different one is refused without --keep-secret', async () => {
  assert.throws(() => planSecret(config(ours), theirs, false), /secret of the backup differs/);
  assert.deepEqual(planSecret(config(ours), theirs, true), { kind: 'keep' });
  assert.deepEqual(planSecret(config(ours), ours, false), { kind: 'keep' });
  assert.deepEqual(planSecret(config(), undefined, false), { kind: 'keep' });
  assert.equal(await storedSecret(config(ours)), ours);
});

test('a secret that only a setting can hold is refused, with the remedy', () => {
  const phrase = 'a phrase with spaces that was given as a setting';
  assert.throws(() => planSecret(config(), phrase, false), /came from the setting `secret`/);
  assert.deepEqual(planSecret(config(phrase), phrase, false), { kind: 'keep' });
  assert.deepEqual(planSecret(config(), phrase, true), { kind: 'keep' });
});
