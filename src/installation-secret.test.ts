import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { atEnd } from '../test/harness/cleanup.ts';
import { installationSecret, SecretUnusable, secretFile } from './installation-secret.ts';
import { systemRandom } from './lib/random.ts';

const OWN = /^[A-Za-z0-9_-]{43}$/;

test('the first start creates the secret, readable only by its owner, and later starts use it', async () => {
  const data = await newDirectory();
  const secret = await secretOf(data);
  assert.match(secret, OWN);
  assert.equal(await secretOf(data), secret);
  assert.deepEqual(await readdir(data), ['secret']);
  assert.equal((await stat(secretFile({ data }))).mode & 0o777, 0o600);
  assert.notEqual(await secretOf(await newDirectory()), secret);
});

test('starts at the same time agree on one secret, within a process and across processes', async () => {
  const within = await newDirectory();
  const secrets = await Promise.all(Array.from({ length: 50 }, () => secretOf(within)));
  assert.equal(new Set(secrets).size, 1);
  assert.deepEqual(await readdir(within), ['secret']);

  const across = await newDirectory();
  const printed = await Promise.all(Array.from({ length: 6 }, () => secretInAnotherProcess(across)));
  assert.deepEqual(new Set(printed), new Set([await secretOf(across)]));
  assert.deepEqual(await readdir(across), ['secret']);
});

const DAMAGED: Readonly<Record<string, [content: string | Buffer, fault: RegExp]>> = {
  'an empty file': ['', /it is empty$/],
  'a blank file': ['\n', /it is empty$/],
  '20 bytes': ['x'.repeat(20), /too short \(20 characters\)$/],
  'a file that was cut off': ['x'.repeat(42), /too short \(42 characters\)$/],
  'a line of 31 characters': [`${'x'.repeat(31)}\n`, /too short \(31 characters\)$/],
  'random bytes': [Buffer.from(systemRandom.bytes(64)), /not a secret of Broadsheet$/],
  'zeros after a crash': [Buffer.alloc(44), /not a secret of Broadsheet$/],
  'another text': [`-----BEGIN KEY-----\n${'x'.repeat(64)}\n`, /not a secret of Broadsheet$/],
  'a large file': ['x'.repeat(1_000_000), /not a secret of Broadsheet$/],
};

for (const [name, [content, fault]] of Object.entries(DAMAGED))
  test(`${name} in place of the secret is refused with the remedy, and stays as it is`, async () => {
    const data = await newDirectory();
    await writeFile(secretFile({ data }), content, { mode: 0o600 });
    await refuses(secretOf(data), fault);
    assert.deepEqual(await readFile(secretFile({ data })), Buffer.from(content));
  });

test('a secret of 32 characters that a restore took from a setting is accepted with its line break', async () => {
  const data = await newDirectory();
  await writeFile(secretFile({ data }), `${'s'.repeat(32)}\n`);
  assert.equal(await secretOf(data), 's'.repeat(32));
});

test('an unreadable secret is refused with the remedy', async () => {
  const data = await newDirectory();
  await mkdir(secretFile({ data }));
  await refuses(secretOf(data), /cannot be read \(EISDIR\)$/);
  if (process.getuid?.() === 0) return;
  const other = await newDirectory();
  const secret = await secretOf(other);
  await chmod(secretFile({ data: other }), 0);
  await refuses(secretOf(other), /cannot be read \(EACCES\)$/);
  await chmod(secretFile({ data: other }), 0o600);
  assert.equal(await secretOf(other), secret);
});

test('a lost secret is not replaced where the database exists, here or elsewhere', async () => {
  const here = await newDirectory();
  await mkdir(join(here, 'postgres'));
  await writeFile(join(here, 'postgres', 'PG_VERSION'), '18\n');
  const elsewhere = await newDirectory();
  await writeFile(join(elsewhere, 'postgres-location'), '/var/lib/broadsheet/clusters/x\n');
  const linked = await newDirectory();
  await symlink(join(linked, 'nothing'), secretFile({ data: linked }));
  for (const data of [here, elsewhere, linked]) {
    await refuses(secretOf(data), /the secret of this installation is missing/);
    assert.equal(await stat(secretFile({ data })).catch(() => null), null);
  }
});

test('a setting that is too short is refused, and no file is created for a good one', async () => {
  const data = await newDirectory();
  for (const secret of ['', 'short', ' '.repeat(40), 'x'.repeat(31)])
    await refuses(secretOf(data, secret), /the setting `secret` is too short/, /openssl rand/);
  assert.equal(await secretOf(data, 'y'.repeat(32)), 'y'.repeat(32));
  assert.deepEqual(await readdir(data), []);
});

function secretOf(data: string, secret?: string): Promise<string> {
  return installationSecret({ data, secret, databaseUrl: undefined }, systemRandom);
}

async function refuses(opening: Promise<string>, message: RegExp, remedy = /renew-secret/): Promise<void> {
  await assert.rejects(opening, (error: unknown) => {
    assert.ok(error instanceof SecretUnusable);
    assert.match(error.message, message);
    assert.match(error.remedy, remedy);
    return true;
  });
}

async function secretInAnotherProcess(data: string): Promise<string> {
  const code = `
    const { installationSecret } = await import(${JSON.stringify(import.meta.resolve('./installation-secret.ts'))});
    const { systemRandom } = await import(${JSON.stringify(import.meta.resolve('./lib/random.ts'))});
    process.stdout.write(await installationSecret({ data: ${JSON.stringify(data)} }, systemRandom));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
  return stdout;
}

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-secret-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
