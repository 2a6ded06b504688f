import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, readlink, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { systemRandom } from '../../../lib/random.ts';
import { prepareEngine, program } from './engine.ts';
import { temporaryDirectory } from './testing/support.ts';

/** ownership.test.ts starts the real package from an inaccessible directory; this is a small one of the same shape. */
const scratch = await temporaryDirectory({ after });
const packageDirectory = join(scratch, 'package');
const copies = join(scratch, 'engines');
const stranger = { name: 'stranger', uid: 61_234, gid: 61_234 };
await makePackage();

test('the installed programs run from where npm put them, and are PostgreSQL 18', async () => {
  const engine = await prepareEngine({ runsAs: undefined, copies, random: systemRandom });
  assert.equal(engine.major, 18);
  const { stdout } = await promisify(execFile)(program(engine, 'postgres'), ['--version']);
  assert.match(stdout, /^postgres \(PostgreSQL\) 18\./);
  assert.match(engine.directory, /node_modules/);
});

test('missing library links are created, also by concurrent starts', async () => {
  const options = { runsAs: stranger, copies, random: systemRandom, packageDirectory };
  const engines = await Promise.all([1, 2, 3].map(() => prepareEngine(options)));
  for (const engine of engines) assert.equal(engine.directory, join(packageDirectory, 'native'));
  assert.equal(await readlink(join(packageDirectory, 'native/lib/libpq.so.5')), 'libpq.so.5.18');
  assert.equal(await readFile(join(packageDirectory, 'native/lib/libpq.so.5'), 'utf8'), 'library');
});

test('a package that the user cannot access is copied once, completely, readable by every user', async () => {
  await chmod(packageDirectory, 0o700);
  await chmod(join(packageDirectory, 'native/bin/postgres'), 0o700);
  await chmod(join(packageDirectory, 'native/share/postgres.bki'), 0o600);
  const options = { runsAs: stranger, copies, random: systemRandom, packageDirectory };
  const engines = await Promise.all([1, 2, 3].map(() => prepareEngine(options)));
  const copy = join(copies, `18.9.0-${process.platform}-${process.arch}`);
  for (const engine of engines) assert.equal(engine.directory, copy);
  assert.equal((await readdir(copies)).length, 1);
  assert.equal((await stat(join(copy, 'bin/postgres'))).mode & 0o777, 0o755);
  assert.equal((await stat(join(copy, 'share/postgres.bki'))).mode & 0o777, 0o644);
  assert.equal(await readlink(join(copy, 'lib/libpq.so.5')), 'libpq.so.5.18');

  await truncate(join(copy, 'bin/postgres'), 3);
  await prepareEngine(options);
  assert.equal(
    await readFile(join(copy, 'bin/postgres'), 'utf8'),
    'program',
    'an incomplete copy is replaced',
  );
  assert.equal((await readdir(copies)).length, 1);
});

async function makePackage(): Promise<void> {
  const native = join(packageDirectory, 'native');
  for (const folder of ['bin', 'lib/postgresql', 'share'])
    await mkdir(join(native, folder), { recursive: true });
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(packageDirectory, 'package.json'), JSON.stringify({ version: '18.9.0' }));
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  await writeFile(join(native, 'bin/postgres'), 'program', { mode: 0o755 });
  await writeFile(join(native, 'lib/libpq.so.5.18'), 'library');
  await writeFile(join(native, 'share/postgres.bki'), 'data');
}
