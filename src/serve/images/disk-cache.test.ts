import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemRandom } from '../../lib/random.ts';
import { openDiskCache } from './disk-cache.ts';

test('PARSE-5: the cache stays within its size and evicts the least recently used files', async t => {
  const directory = await newDirectory(t);
  const cache = await openDiskCache({ directory, maxBytes: 100, random: systemRandom });
  for (const name of ['a', 'b', 'c']) await cache.put(name, Buffer.alloc(30, name));
  assert.equal((await cache.get('a'))?.toString(), 'a'.repeat(30));
  await cache.put('d', Buffer.alloc(30, 'd'));
  assert.equal(await cache.get('b'), null);
  assert.equal((await cache.get('a'))?.length, 30);
  assert.equal(cache.usedBytes, 90);
  await cache.put('a', Buffer.alloc(10, 'A'));
  assert.equal(cache.usedBytes, 70);
  await cache.put('huge', Buffer.alloc(101));
  assert.equal(cache.usedBytes, 0);
  assert.deepEqual(await readdir(directory), []);
});

test('PARSE-5: a start counts existing files and deletes incomplete ones', async t => {
  const directory = await newDirectory(t);
  const first = await openDiskCache({ directory, maxBytes: 100, random: systemRandom });
  await first.put('kept', Buffer.alloc(60, 'k'));
  await writeFile(join(directory, 'x.part'), 'half');
  const second = await openDiskCache({ directory, maxBytes: 100, random: systemRandom });
  assert.equal(second.usedBytes, 60);
  assert.equal((await second.get('kept'))?.length, 60);
  assert.equal((await readdir(directory)).length, 1);
  await rm(directory, { recursive: true });
  assert.equal(await second.get('kept'), null, 'another process may have emptied it');
  assert.equal(second.usedBytes, 0);
});

test('only its owner can open the cache, also when an earlier version created it', async t => {
  const directory = await newDirectory(t);
  const mode = async (path: string) => (await stat(path)).mode & 0o777;
  const fresh = join(directory, 'images');
  await openDiskCache({ directory: fresh, maxBytes: 100, random: systemRandom });
  assert.equal(await mode(fresh), 0o700);
  await chmod(fresh, 0o755);
  await openDiskCache({ directory: fresh, maxBytes: 100, random: systemRandom });
  assert.equal(await mode(fresh), 0o700);
});

async function newDirectory(t: { after: (work: () => Promise<void>) => void }): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-images-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
