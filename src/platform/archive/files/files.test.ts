import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { collectWorkers } from '../../../../test/harness/workers.ts';
import { ManualClock, systemClock } from '../../../lib/clock.ts';
import { createIdSource } from '../../../lib/ids.ts';
import { seededRandom, systemRandom } from '../../../lib/random.ts';
import { addressOf, type ContentAddress, parseAddress } from '../address.ts';
import { describeArchiveContract } from '../contract.ts';
import { ArchiveCorrupted } from '../port.ts';
import { createFileArchive } from './files.ts';
import { scratch, tinyDisk } from './scratch.ts';

for (const [name, makeClock] of [
  ['in files', () => new ManualClock()],
  ['in files, in real time', () => undefined],
] as const) {
  describeArchiveContract(name, async () => {
    const { directory, remove } = await scratch();
    const clock = makeClock();
    const options = {
      directory: join(directory, 'archive'),
      clock: clock ?? systemClock,
      maxBytes: 5_000_000,
    };
    return {
      archive: createFileArchive({ ...options, random: systemRandom }),
      peer: createFileArchive({ ...options, random: systemRandom }),
      ...(clock ? { clock } : {}),
      readStored: address => readFile(pathOf(options.directory, address)),
      writeStored: (address, stored) => writeFile(pathOf(options.directory, address), stored),
      close: remove,
    };
  });
}

describe('ARC-1 the directory of the archive', () => {
  test('is readable by its owner only, whatever the umask', async () => {
    await within(async ({ archive, directory }) => {
      const before = process.umask(0);
      try {
        await archive.put(Buffer.from('secret'));
      } finally {
        process.umask(before);
      }
      const modes = new Set<string>();
      for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
        const { mode } = await stat(join(entry.parentPath, entry.name));
        modes.add(`${entry.isDirectory() ? 'directory' : 'file'} ${(mode & 0o777).toString(8)}`);
      }
      assert.deepEqual(modes, new Set(['directory 700', 'file 600']));
    });
  });

  test('holds files that any zstd tool can unpack: a frame, then a skippable frame', async () => {
    await within(async ({ archive, directory }) => {
      const address = await archive.put(Buffer.from('content'), { url: 'https://example.com/' });
      const stored = await readFile(pathOf(directory, address));
      assert.equal(stored.readUInt32LE(0), 0xfd2fb528, 'the magic number of zstd');
      const second = stored.lastIndexOf(Buffer.from([0x50, 0x2a, 0x4d, 0x18]));
      assert.equal(second + 8 + stored.readUInt32LE(second + 4), stored.length);
    });
  });

  test('does not follow links when reading, writing or deleting', async () => {
    await within(async ({ archive, directory }) => {
      const bytes = Buffer.from('content');
      const address = await archive.put(bytes);
      const path = pathOf(directory, address);
      const outside = join(directory, 'outside');
      await rename(path, outside);
      await symlink(outside, path);
      await assert.rejects(archive.get(address), ArchiveCorrupted);
      assert.equal(await archive.deleteOlderThan(new Date(8.64e15)), 0);
      const before = await readFile(outside);
      assert.equal(await archive.put(bytes), address, 'the link is replaced');
      assert.ok((await stat(path)).isFile());
      assert.deepEqual(await readFile(outside), before);
      await rm(path);
      await symlink(outside, path);
      assert.equal(await archive.delete(address), true);
      assert.deepEqual(await readFile(outside), before);
    });
  });

  test('does not follow a link that replaces one of its directories', async () => {
    await within(async ({ archive, directory }) => {
      const bytes = Buffer.from('content');
      const address = await archive.put(bytes);
      const shard = join(directory, 'objects', address.slice(0, 2));
      const outside = join(directory, 'outside');
      await rename(shard, outside);
      await symlink(outside, shard);
      const attempts = [
        () => archive.get(address),
        () => archive.put(bytes),
        () => archive.delete(address),
        () => archive.has(address),
      ];
      for (const attempt of attempts) await assert.rejects(attempt, /must be a directory of the archive/);
      assert.equal((await readdir(outside)).length, 1);
    });
  });

  test('does not wait for a pipe or read a directory that replaces a content', async () => {
    await within(async ({ archive, directory }) => {
      const address = await archive.put(Buffer.from('content'));
      const path = pathOf(directory, address);
      await rm(path);
      execFileSync('mkfifo', [path]);
      await assert.rejects(archive.get(address), ArchiveCorrupted);
      await rm(path);
      await mkdir(path);
      await assert.rejects(archive.get(address), ArchiveCorrupted);
    });
  });

  test('skips files that are not part of the archive', async () => {
    await within(async ({ archive, directory }) => {
      const address = await archive.put(Buffer.from('content'));
      const foreign = [
        join(directory, 'objects', 'README'),
        join(directory, 'objects', address.slice(0, 2), 'notes.txt'),
        join(directory, 'incoming', 'notes.txt'),
      ];
      for (const path of foreign) {
        await writeFile(path, 'mine');
        await utimes(path, 1, 1);
      }
      assert.equal((await archive.usage()).contents, 1);
      assert.equal(await archive.deleteOlderThan(new Date(8.64e15)), 1);
      for (const path of foreign) assert.equal(await readFile(path, 'utf8'), 'mine');
    });
  });

  test('is cleaned of leftovers of crashes after an hour, but not of files still being written', async () => {
    await within(async ({ archive, directory, clock }) => {
      await archive.put(Buffer.from('content'));
      const newId = createIdSource(clock, seededRandom(1));
      await writeFile(join(directory, 'incoming', newId()), 'torn');
      await clock.advance(3_600_000);
      await writeFile(join(directory, 'incoming', newId()), 'torn but young');
      await clock.advance(1);
      assert.equal(await archive.deleteOlderThan(new Date(0)), 0);
      assert.equal((await readdir(join(directory, 'incoming'))).length, 1);
    });
  });

  test('is empty before the first put and works again after it was removed', async () => {
    await within(async ({ archive, directory, clock }) => {
      assert.equal(await archive.get(addressOf(Buffer.from('x'))), null);
      assert.equal(await archive.deleteOlderThan(new Date(clock.now())), 0);
      const address = await archive.put(Buffer.from('x'));
      await rm(directory, { recursive: true });
      assert.equal(await archive.get(address), null);
      assert.equal(await archive.put(Buffer.from('x')), address);
    });
  });
});

describe('ARC-1 retention during puts', () => {
  test('never removes a content whose put was acknowledged meanwhile', async () => {
    await within(async ({ archive, clock }) => {
      for (let round = 0; round < 25; round++) {
        const contents = Array.from({ length: 5 }, (_, n) => Buffer.from(`round ${round} content ${n}`));
        await Promise.all(contents.map(bytes => archive.put(bytes)));
        const moment = new Date(clock.now() + 5_000);
        await clock.advance(10_000);
        const [, ...addresses] = await Promise.all([
          archive.deleteOlderThan(moment),
          ...contents.map(bytes => archive.put(bytes)),
        ]);
        for (const address of addresses) assert.ok(await archive.get(address), 'it was acknowledged');
      }
    });
  });
});

describe('ARC-1 threads of the archive', () => {
  test('may end at any moment while idle; another thread does the work sent to an ended one', async () => {
    const { directory, remove } = await scratch();
    try {
      const archive = createFileArchive({
        directory,
        clock: systemClock,
        random: systemRandom,
        threads: 1,
        idleMs: 0,
      });
      for (let round = 0; round < 15; round++) {
        const bytes = Buffer.from(`content ${round}`);
        const address = await archive.put(bytes, {}, addressOf(bytes));
        await systemClock.sleep(round % 4);
        assert.deepEqual(await archive.get(address), bytes);
      }
    } finally {
      await remove();
    }
  });
});

describe('OBS-2 threads of the archive', () => {
  test('one that dies is reported, and the next operation starts another; one that was idle is not', async () => {
    const { directory, remove } = await scratch();
    try {
      const workers = collectWorkers();
      const crashes: unknown[] = [];
      const open = (idleMs: number) =>
        createFileArchive({
          ...{ directory, clock: systemClock, random: systemRandom, threads: 1, idleMs },
          onCrash: reason => crashes.push(reason),
        });
      await open(0).put(Buffer.from('idle'));
      const [idle = assert.fail('no thread')] = workers;
      // It may have ended already.
      if (idle.threadId !== -1) await once(idle, 'exit');
      assert.equal(crashes.length, 0);
      const archive = open(60_000);
      const address = await archive.put(Buffer.from('busy'));
      await workers.at(-1)?.terminate();
      assert.equal(crashes.length, 1);
      assert.equal(String(await archive.get(address)), 'busy');
    } finally {
      await remove();
    }
  });
});

describe('ARC-1 faults of the disk', () => {
  test('fault 10: on a full disk puts fail and leave no partial files, reads work, and puts resume when there is room', async () => {
    const disk = await tinyDisk(600);
    try {
      const archive = createFileArchive({
        directory: disk.directory,
        clock: systemClock,
        random: systemRandom,
      });
      const kept = disk.isReal ? await archive.put(Buffer.from('before')) : null;
      const noise = Buffer.from(systemRandom.bytes(900_000));
      await assert.rejects(archive.put(noise), /ENOSPC|EACCES/);
      if (kept) {
        assert.equal(String(await archive.get(kept)), 'before');
        assert.deepEqual(await readdir(join(disk.directory, 'incoming')), []);
        assert.equal((await archive.usage()).contents, 1);
      }
      await disk.free();
      assert.deepEqual(await archive.get(await archive.put(noise)), noise);
    } finally {
      await disk.remove();
    }
  });

  test('a file that replaces its directory is an error, not a crash', async () => {
    await within(async ({ archive, directory }) => {
      await writeFile(directory, 'a file');
      await assert.rejects(archive.put(Buffer.from('x')), /EEXIST|ENOTDIR/);
      await rm(directory);
    });
  });

  test('fault 1: kill -9 in the middle of puts leaves only complete contents', async () => {
    const { directory, remove } = await scratch();
    try {
      for (let round = 0; round < 3; round++) await killWhilePutting(directory, 20 + round * 15);
      const archive = createFileArchive({ directory, clock: systemClock, random: systemRandom });
      let complete = 0;
      for (const entry of await readdir(join(directory, 'objects'), {
        recursive: true,
        withFileTypes: true,
      })) {
        if (!entry.isFile()) continue;
        const bytes = await archive.get(addressOfPath(entry.name));
        assert.ok(bytes && bytes.byteLength > 100_000);
        complete += 1;
      }
      assert.ok(complete >= 60, `${complete} contents`);
      assert.ok((await readdir(join(directory, 'incoming'))).length <= 6, 'at most the interrupted puts');
    } finally {
      await remove();
    }
  });
});

/** Lets another process put contents until it has acknowledged `puts` of them, and kills it. */
async function killWhilePutting(directory: string, puts: number): Promise<void> {
  const modules = ['./files.ts', '../../../lib/clock.ts', '../../../lib/random.ts'].map(path =>
    import.meta.resolve(path),
  );
  const program = `
    const { createFileArchive } = await import('${modules[0]}');
    const { systemClock } = await import('${modules[1]}');
    const { systemRandom } = await import('${modules[2]}');
    const archive = createFileArchive({ directory: ${JSON.stringify(directory)}, clock: systemClock, random: systemRandom });
    const endless = async () => { for (;;) { await archive.put(systemRandom.bytes(150_000)); process.stdout.write('.'); } };
    await Promise.all([endless(), endless(), endless()]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let acknowledged = 0;
  for await (const dots of child.stdout) {
    acknowledged += dots.length;
    if (acknowledged >= puts) break;
  }
  child.kill('SIGKILL');
  await exited;
  assert.ok(acknowledged >= puts, 'the other process exited before the kill');
}

async function within(
  body: (world: {
    archive: ReturnType<typeof createFileArchive>;
    directory: string;
    clock: ManualClock;
  }) => Promise<void>,
): Promise<void> {
  const { directory: outer, remove } = await scratch();
  const directory = join(outer, 'archive');
  const clock = new ManualClock();
  try {
    await body({
      archive: createFileArchive({ directory, clock, random: seededRandom(3) }),
      directory,
      clock,
    });
  } finally {
    await chmod(outer, 0o700);
    await remove();
  }
}

function pathOf(directory: string, address: ContentAddress): string {
  return join(directory, 'objects', address.slice(0, 2), `${address}.zst`);
}

function addressOfPath(name: string): ContentAddress {
  const address = parseAddress(name.slice(0, 64));
  assert.ok(address);
  return address;
}
