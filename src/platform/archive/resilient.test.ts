import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { BreakerOpen, TimedOut } from '../../lib/breaker.ts';
import { ManualClock } from '../../lib/clock.ts';
import { systemRandom } from '../../lib/random.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { addressOf } from './address.ts';
import { createFileArchive } from './files/files.ts';
import { scratch, tinyDisk } from './files/scratch.ts';
import { type Archive, ArchiveCorrupted, ArchiveRefused } from './port.ts';
import { createResilientArchive } from './resilient.ts';

const CONTENT = Buffer.from('content');

describe('ARC-1 an archive that is down never delays ingestion', () => {
  test('while the archive works, the wrapper behaves like it', async () => {
    await withArchive(async ({ archive, counted, lines }) => {
      const address = await archive.put(CONTENT, { url: 'https://example.com/' });
      assert.equal(String(await archive.get(address)), 'content');
      assert.equal(await archive.has(address), true);
      assert.equal((await archive.stat(address))?.meta['url'], 'https://example.com/');
      assert.equal((await archive.usage()).contents, 1);
      assert.equal(await archive.delete(address), true);
      assert.equal(await archive.deleteOlderThan(new Date()), 0);
      assert.deepEqual([counted(), lines()], [{ failures: 0, openings: 0, isOpen: 0 }, []]);
    });
  });

  test('fault 10: on a full disk puts fail and are counted, and succeed again when there is room', async () => {
    const disk = await tinyDisk(600);
    try {
      const { archive, counted, lines, clock } = wrap(fileArchive(disk.directory));
      const noise = Buffer.from(systemRandom.bytes(900_000));
      for (let n = 0; n < 20; n++) await assert.rejects(archive.put(noise));
      assert.deepEqual(counted(), { failures: 20, openings: 1, isOpen: 1 });
      await clock.advance(30_000);
      await assert.rejects(archive.put(noise), /ENOSPC/, 'the probe fails too');
      await disk.free();
      await clock.advance(30_000);
      assert.ok(await archive.get(await archive.put(noise)));
      assert.equal(counted().isOpen, 0);
      assert.deepEqual(
        lines(),
        ['warn circuit_breaker.opened', 'info circuit_breaker.closed'],
        'each is logged once',
      );
    } finally {
      await disk.remove();
    }
  });

  test('a file where its directory should be is a counted failure', async () => {
    await withArchive(async ({ archive, directory, counted }) => {
      await writeFile(directory, 'a file');
      await assert.rejects(archive.put(CONTENT));
      assert.deepEqual(counted(), { failures: 1, openings: 0, isOpen: 0 });
    });
  });

  test('an archive that hangs costs five waits of five seconds, then calls fail at once', async () => {
    const never = () => new Promise<never>(() => undefined);
    const hanging = { put: never, get: never, has: never, stat: never, delete: never };
    const { archive, clock, counted } = wrap({ ...hanging, deleteOlderThan: never, usage: never });
    const puts = Promise.all(Array.from({ length: 5 }, () => assert.rejects(archive.put(CONTENT), TimedOut)));
    await clock.advance(5_000);
    await puts;
    for (let n = 0; n < 100; n++) await assert.rejects(archive.put(CONTENT), BreakerOpen);
    await assert.rejects(archive.has(addressOf(CONTENT)), BreakerOpen);
    assert.deepEqual(counted(), { failures: 106, openings: 1, isOpen: 1 });
  });

  test('a damaged document is logged with its address and does not open the breaker', async () => {
    await withArchive(async ({ archive, directory, telemetry, counted }) => {
      const address = await archive.put(CONTENT);
      await writeFile(join(directory, 'objects', address.slice(0, 2), `${address}.zst`), 'damaged');
      for (let n = 0; n < 20; n++) await assert.rejects(archive.get(address), ArchiveCorrupted);
      assert.equal(counted().openings, 0);
      assert.match(JSON.stringify(telemetry.lines[0]), new RegExp(address));
      assert.ok(await archive.put(Buffer.from('other')));
    });
  });

  test('a document that is too large does not open the breaker', async () => {
    await withArchive(async ({ archive }) => {
      for (let n = 0; n < 10; n++)
        await assert.rejects(archive.put(new Uint8Array(1_000_001)), ArchiveRefused);
      assert.ok(await archive.put(new Uint8Array(1_000_000)));
    });
  });
});

function wrap(inner: Archive) {
  const clock = new ManualClock();
  const telemetry = createMemoryTelemetry({ clock });
  const { metrics } = telemetry;
  const failures = () =>
    ['put', 'get', 'has'].reduce(
      (sum, operation) => sum + (metrics.value('archive_failures_total', { operation }) ?? 0),
      0,
    );
  return {
    archive: createResilientArchive(inner, { clock, telemetry }),
    clock,
    telemetry,
    lines: () => telemetry.lines.map(({ level, msg }) => `${level} ${msg}`),
    counted: () => ({
      failures: failures(),
      openings: metrics.value('circuit_breaker_open_total', { name: 'archive' }) ?? 0,
      isOpen: metrics.value('circuit_breaker_open', { name: 'archive' }),
    }),
  };
}

function fileArchive(directory: string): Archive {
  return createFileArchive({
    directory,
    clock: new ManualClock(),
    random: systemRandom,
    maxBytes: 1_000_000,
  });
}

async function withArchive(body: (world: ReturnType<typeof wrap> & { directory: string }) => Promise<void>) {
  const { directory: outer, remove } = await scratch();
  const directory = join(outer, 'archive');
  try {
    await body({ ...wrap(fileArchive(directory)), directory });
  } finally {
    await remove();
  }
}
