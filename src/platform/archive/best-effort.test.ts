import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ManualClock } from '../../lib/clock.ts';
import { systemRandom } from '../../lib/random.ts';
import { decodeFields } from '../telemetry/encoded.ts';
import type { Fields, Logger } from '../telemetry/port.ts';
import { addressOf } from './address.ts';
import { createBestEffortArchive } from './best-effort.ts';
import { createFileArchive } from './files/files.ts';
import { scratch, tinyDisk } from './files/scratch.ts';
import type { Archive } from './port.ts';

describe('ARC-1 an archive that is away never stops ingestion', () => {
  test('while it works, it is the archive itself', async () => {
    await within(async ({ archive, failures, log }) => {
      const address = await archive.put(Buffer.from('content'), { url: 'https://example.com/' });
      assert.ok(address);
      assert.equal(String(await archive.get(address)), 'content');
      assert.equal(await archive.has(address), true);
      assert.deepEqual([failures, log.lines], [[], []]);
    });
  });

  test('fault 10: on a full disk puts are passed over and counted, and are kept again when there is room', async () => {
    const disk = await tinyDisk(600);
    try {
      const { archive, failures, log, clock } = wrap(fileArchive(disk.directory));
      const noise = Buffer.from(systemRandom.bytes(900_000));
      for (let n = 0; n < 20; n++) assert.equal(await archive.put(noise), null);
      assert.equal(failures.filter(name => name === 'archive_failures_total put').length, 20);
      assert.equal(failures.filter(name => name === 'circuit_breaker_open_total archive').length, 1);
      await clock.advance(30_000);
      assert.equal(await archive.put(noise), null, 'the probe fails too');
      await disk.free();
      await clock.advance(30_000);
      const address = await archive.put(noise);
      assert.ok(address && (await archive.get(address)));
      assert.deepEqual(log.levels(), ['warn', 'info'], 'told once that it is away and once that it is back');
    } finally {
      await disk.remove();
    }
  });

  test('a file where its directory should be is passed over', async () => {
    await within(async ({ archive, directory, failures }) => {
      await writeFile(directory, 'a file');
      assert.equal(await archive.put(Buffer.from('content')), null);
      assert.deepEqual(failures, ['archive_failures_total put']);
    });
  });

  test('one that hangs costs five waits of five seconds and then none', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { archive, clock, failures } = wrap({ put: never, get: never, has: never });
    const puts = Array.from({ length: 5 }, () => archive.put(Buffer.from('content')));
    await clock.advance(5_000);
    assert.deepEqual(await Promise.all(puts), [null, null, null, null, null]);
    for (let n = 0; n < 100; n++) assert.equal(await archive.put(Buffer.from('content')), null);
    assert.equal(await archive.has(addressOf(Buffer.from('content'))), null);
    assert.equal(failures.filter(name => name === 'archive_failures_total put').length, 105);
    assert.equal(archive.state(), 'open');
  });

  test('a damaged content is told with its address and is not taken for an outage', async () => {
    await within(async ({ archive, directory, log, failures }) => {
      const address = await archive.put(Buffer.from('content'));
      assert.ok(address);
      await writeFile(join(directory, 'objects', address.slice(0, 2), `${address}.zst`), 'damaged');
      for (let n = 0; n < 20; n++) assert.equal(await archive.get(address), null);
      assert.equal(failures.length, 20);
      assert.match(String(log.lines[0]?.fields['error']), new RegExp(address));
      assert.equal(archive.state(), 'closed');
      assert.ok(await archive.put(Buffer.from('other')));
    });
  });

  test('a content that is too large is passed over alone', async () => {
    await within(async ({ archive }) => {
      for (let n = 0; n < 10; n++) assert.equal(await archive.put(new Uint8Array(1_000_001)), null);
      assert.ok(await archive.put(new Uint8Array(1_000_000)));
    });
  });
});

function wrap(archive: Pick<Archive, 'put' | 'get' | 'has'>) {
  const clock = new ManualClock();
  const log = recordingLog();
  const failures: string[] = [];
  const metrics: Parameters<typeof createBestEffortArchive>[1]['metrics'] = {
    counter: name => ({ add: labels => failures.push(`${name} ${Object.values(labels).join()}`) }),
  };
  return { archive: createBestEffortArchive(archive, { clock, log, metrics }), clock, log, failures };
}

function fileArchive(directory: string): Archive {
  return createFileArchive({
    directory,
    clock: new ManualClock(),
    random: systemRandom,
    maxBytes: 1_000_000,
  });
}

async function within(body: (world: ReturnType<typeof wrap> & { directory: string }) => Promise<void>) {
  const { directory: outer, remove } = await scratch();
  const directory = join(outer, 'archive');
  try {
    await body({ ...wrap(fileArchive(directory)), directory });
  } finally {
    await remove();
  }
}

/** Keeps what an operator would see. */
function recordingLog() {
  const lines: { level: string; message: string; fields: Fields }[] = [];
  const write =
    (level: string) =>
    (message: string, fields: Fields = {}) => {
      lines.push({ level, message, fields });
    };
  const log: Logger = {
    debug: () => undefined,
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    known: (message, fields) => write('info')(message, decodeFields(fields)),
    child: () => log,
  };
  return { ...log, lines, levels: () => lines.map(({ level }) => level) };
}
