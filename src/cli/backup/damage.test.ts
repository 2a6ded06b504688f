import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { constants, createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { MIGRATIONS, testDatabase } from '../../../test/harness/database.ts';
import { histories } from '../../../test/harness/histories.ts';
import { sql } from '../../platform/database/sql.ts';
import { CommandFailure } from '../failures.ts';
import { backUp, checksums, restore, temporaryDirectory } from './backup.testing.ts';
import { readBackup } from './read.ts';

const directory = await temporaryDirectory();
const { database } = await testDatabase();
await database.execute(sql`
  insert into users (id, email, display_name, created_at, updated_at)
  select gen_random_uuid(), n || '@example.org', 'Person ' || n, now(), now() from generate_series(1, 300) n
`);
const good = join(directory, 'good.backup');
await backUp(database, good);
const bytes = await readFile(good);
const unfolded = zstdDecompressSync(bytes);
const { database: target } = await testDatabase();
const untouched = await checksums(target);

let made = 0;
async function written(content: Uint8Array): Promise<string> {
  const path = join(directory, `damaged-${made++}.backup`);
  await writeFile(path, content);
  return path;
}

async function verdict(content: Uint8Array): Promise<string> {
  const path = await written(content);
  try {
    await readBackup(path, { onRead: () => undefined });
    return 'good';
  } catch (error) {
    assert.ok(error instanceof CommandFailure, String(error));
    return error.message.slice(path.length);
  } finally {
    await rm(path);
  }
}

test('an intact backup is accepted', async () => {
  assert.equal(await verdict(bytes), 'good');
});

test('a truncated backup is refused', async () => {
  // The last 13 bytes are the empty frame that the compressor adds; they carry no data.
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 14), async length => {
      assert.notEqual(await verdict(bytes.subarray(0, length)), 'good');
    }),
    { numRuns: histories(40), examples: [[0], [1], [bytes.length - 14]] },
  );
});

test('a backup with one changed byte is refused, unless it decompresses to the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 14), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ change;
      if ((await verdict(changed)) === 'good') assert.deepEqual(zstdDecompressSync(changed), unfolded);
    }),
    { numRuns: histories(60) },
  );
});

test('the inner checksum detects a change that was recompressed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(unfolded.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(unfolded);
      changed[at] = (changed[at] ?? 0) ^ change;
      assert.notEqual(await verdict(zstdCompressSync(changed)), 'good');
    }),
    { numRuns: histories(60) },
  );
});

test('a file that is not a backup is reported as such', async () => {
  for (const content of ['', 'hello', '{}', '\n\n', '{"broadsheetBackup":"1"}\n', unfolded.subarray(0, 500)])
    assert.match(await verdict(zstdCompressSync(content)), /cannot be used/);
  assert.match(await verdict(Buffer.from('PK\x03\x04 not even compressed')), /cut off or was changed/);
});

test('a refused backup changes nothing', async () => {
  const middle = Buffer.from(bytes);
  const at = Math.floor(bytes.length / 2);
  middle[at] = (middle[at] ?? 0) ^ 1;
  for (const content of [bytes.subarray(0, at), middle])
    await assert.rejects(
      restore(target, await written(content), { migrationsDirectory: MIGRATIONS }),
      CommandFailure,
    );
  assert.deepEqual(await checksums(target), untouched);
});

test('a backup that is replaced after its verification changes nothing', async () => {
  const path = await written(bytes);
  const header = await readBackup(path, { onRead: () => undefined });
  const half = Buffer.from(unfolded);
  const at = unfolded.indexOf('Person 150');
  half.write('Qerson 150', at);
  for (const content of [
    zstdCompressSync(half),
    bytes.subarray(0, Math.floor(bytes.length / 2)),
    forged(text => text.replace('"0.', '"9.')),
  ]) {
    await writeFile(path, content);
    await assert.rejects(restoreVerified(path, header), CommandFailure);
    assert.deepEqual(await checksums(target), untouched);
  }
  await target.ping();
});

test('malformed names and bounds are refused before they reach the database', async () => {
  for (const change of [
    (text: string) => text.replace('"name":"users"', '"name":"users; drop table users"'),
    (text: string) => text.replace('"display_name"', '"display_name\\" text) from program \'id\'"'),
    (text: string) => text.replace(/"from":"[^"]*"/, '"from":"2026-01-01\'); drop table users; --"'),
  ]) {
    const content = forged(change);
    assert.notDeepEqual(content, bytes);
    assert.match(await verdict(content), /it is not a Broadsheet backup/);
  }
});

test('a backup whose tables are not those of its migrations is refused', async () => {
  const content = forged(text => text.replaceAll('"display_name"', '"another_name"'));
  assert.equal(await verdict(content), 'good');
  await assert.rejects(
    restore(target, await written(content), { migrationsDirectory: MIGRATIONS }),
    /the tables of the backup are not those that its migrations create/,
  );
  assert.deepEqual(await checksums(target), untouched);
});

test('rows that the schema does not allow are refused as a whole', async () => {
  const content = forged(text => text.replace('{reader}', '{emperor}'));
  await assert.rejects(
    restore(target, await written(content), { migrationsDirectory: MIGRATIONS }),
    /users_roles_are_known/,
  );
  assert.deepEqual(await checksums(target), untouched);
});

test('a small file that decompresses to a large one is read in little memory', async () => {
  const path = join(directory, 'bomb.backup');
  const [header = ''] = unfolded.toString().split('\n', 1);
  const first = (JSON.parse(header) as { tables: { name: string }[] }).tables[0]?.name;
  const megabytes = 256;
  const content = async function* () {
    yield `${header}\n{"table":"${first}"}\n`;
    const megabyte = Buffer.alloc(1_048_576, 'a');
    for (let n = 0; n < megabytes; n++) yield megabyte;
  };
  await pipeline(
    Readable.from(content(), { objectMode: false }),
    createZstdCompress(),
    createWriteStream(path),
  );
  assert.ok((await stat(path)).size < 50_000);
  const before = process.memoryUsage().rss;
  let peak = 0;
  const onRead = () => {
    peak = Math.max(peak, process.memoryUsage().rss);
  };
  await assert.rejects(readBackup(path, { onRead }), /ends too early/);
  assert.ok(peak - before < 96 * 1_048_576, `grew by ${Math.round((peak - before) / 1_048_576)} MiB`);
});

test('a line without an end is refused before it fills the memory', async () => {
  const path = join(directory, 'long-line.backup');
  const content = async function* () {
    for (let n = 0; n < 64; n++) yield Buffer.alloc(1_048_576, ' ');
  };
  await pipeline(
    Readable.from(content(), { objectMode: false }),
    createZstdCompress(),
    createWriteStream(path),
  );
  let read = 0;
  await assert.rejects(
    readBackup(path, {
      onRead: more => {
        read += more;
      },
    }),
    /a line is too long/,
  );
  assert.ok(read <= (await stat(path)).size);
});

test('a file that requires a large window is refused', async () => {
  const path = join(directory, 'window.backup');
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } });
  await pipeline(createReadStream(good), compress, createWriteStream(path));
  await assert.rejects(readBackup(path, { onRead: () => undefined }), /cut off or was changed/);
});

/** A modified backup with a correct checksum, as an attacker would make it. */
function forged(change: (text: string) => string): Buffer {
  const lines = unfolded.toString().trimEnd().split('\n');
  const trailer = JSON.parse(lines.at(-1) ?? '') as object;
  const body = change(`${lines.slice(0, -1).join('\n')}\n`);
  const sha256 = createHash('sha256').update(body).digest('hex');
  return zstdCompressSync(`${body}${JSON.stringify({ ...trailer, sha256 })}\n`);
}

async function restoreVerified(path: string, header: Awaited<ReturnType<typeof readBackup>>): Promise<void> {
  const { restoreBackup } = await import('./restore.ts');
  const { OPTIONS } = await import('./backup.testing.ts');
  await restoreBackup(target, path, {
    header,
    migrationsDirectory: MIGRATIONS,
    replaceOptions: { replace: false, confirm: undefined },
    now: () => new Date(OPTIONS.clock.now()),
    progress: OPTIONS.progress,
    beforeCommit: async () => undefined,
  });
}
