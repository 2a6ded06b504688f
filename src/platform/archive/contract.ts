import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import type { ManualClock } from '../../lib/clock.ts';
import { type ContentAddress, parseAddress } from './address.ts';
import { type Archive, ArchiveCorrupted, ArchiveRefused } from './port.ts';

/** What an adapter provides to the contract. */
export interface ArchiveHarness {
  /** Empty, with a limit of 5 MB per content. */
  readonly archive: Archive;
  /** A second client of the same contents, as in another process. */
  readonly peer: Archive;
  /** Given when the archive uses this clock; without it the contract waits in real time. */
  readonly clock?: ManualClock;
  /** The stored bytes of the address, read without the archive. */
  readStored(address: ContentAddress): Promise<Uint8Array>;
  writeStored(address: ContentAddress, stored: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** SCALE-1: the contract of every archive implementation. */
export function describeArchiveContract(name: string, create: () => Promise<ArchiveHarness>): void {
  const using = (body: (harness: ArchiveHarness) => Promise<void>) => async () => {
    const harness = await create();
    try {
      await body(harness);
    } finally {
      await harness.close();
    }
  };

  describe(`ARC-1 the archive ${name}`, () => {
    test(
      'returns every content byte for byte under its digest',
      using(async ({ archive, peer }) => {
        await fc.assert(
          fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async bytes => {
            const address = await archive.put(bytes);
            assert.equal(address, createHash('sha256').update(bytes).digest('hex'));
            assert.deepEqual(Buffer.from((await peer.get(address)) ?? 'null'), Buffer.from(bytes));
            assert.equal(await peer.has(address), true);
          }),
          { numRuns: 40 },
        );
      }),
    );

    test(
      'compresses text, and stores anything up to the maximum size',
      using(async ({ archive }) => {
        const address = await archive.put(feed(3_000_000));
        assert.equal((await archive.get(address))?.byteLength, 3_000_000);
        assert.ok(((await archive.stat(address))?.storedBytes ?? Infinity) < 300_000);
        const noise = noiseOf(5_000_000);
        assert.deepEqual(await archive.get(await archive.put(noise)), noise);
        await assert.rejects(archive.put(noiseOf(5_000_001)), ArchiveRefused);
      }),
    );

    test(
      'has no trace of unknown or deleted contents',
      using(async ({ archive, peer }) => {
        for (const address of [unknownAddress(), await archive.put(feed(10))]) {
          assert.equal(await peer.delete(address), address !== unknownAddress());
          assert.equal(await archive.get(address), null);
          assert.equal(await archive.has(address), false);
          assert.equal(await archive.stat(address), null);
          assert.equal(await archive.delete(address), false);
        }
        assert.deepEqual(await archive.usage(), { contents: 0, storedBytes: 0 });
      }),
    );

    test(
      'stores the same content once, also under concurrent puts',
      using(async ({ archive, peer }) => {
        const bytes = feed(50_000);
        const puts = Array.from({ length: 40 }, (_, n) => (n % 2 ? archive : peer).put(bytes));
        assert.equal(new Set(await Promise.all(puts)).size, 1);
        const { contents, storedBytes } = await archive.usage();
        assert.equal(contents, 1);
        assert.ok(storedBytes > 0 && storedBytes < 50_000);
        assert.deepEqual(Buffer.from((await peer.get((await puts[0]) ?? unknownAddress())) ?? ''), bytes);
      }),
    );

    test(
      'returns the meta of the first put of a content',
      using(async ({ archive, peer }) => {
        const meta = {
          'media-type': 'application/rss+xml; charset=utf-8',
          url: 'https://example.com/é?a="b"',
        };
        const address = await archive.put(feed(500), meta);
        await peer.put(feed(500), { url: 'https://example.com/second' });
        assert.deepEqual((await peer.stat(address))?.meta, meta);
        assert.deepEqual((await archive.stat(await archive.put(feed(501))))?.meta, {});
        await assert.rejects(archive.put(feed(502), { note: 'x'.repeat(2_000) }), ArchiveRefused);
      }),
    );

    test(
      'deletes contents last put before a moment, and counts them',
      using(async harness => {
        const { archive } = harness;
        const old = await archive.put(feed(100));
        const oldAt = await lastPut(archive, old);
        const young = await putLater(harness, feed(200), oldAt);
        assert.equal(
          await archive.deleteOlderThan(oldAt),
          0,
          'a content put exactly at the moment is not older',
        );
        assert.equal(await archive.deleteOlderThan(new Date(oldAt.getTime() + 1)), 1);
        assert.deepEqual([await archive.has(old), await archive.has(young)], [false, true]);
        assert.equal((await archive.usage()).contents, 1);
      }),
    );

    test(
      'resets the age of a content that is put again',
      using(async harness => {
        const { archive } = harness;
        const address = await archive.put(feed(100));
        const firstAt = await lastPut(archive, address);
        await putLater(harness, feed(100), firstAt);
        assert.equal(await archive.deleteOlderThan(new Date(firstAt.getTime() + 1)), 0);
        assert.deepEqual(Buffer.from((await archive.get(address)) ?? ''), feed(100));
      }),
    );

    test(
      'reports any damage to a content and never returns other bytes',
      using(async harness => {
        const bytes = feed(5_000);
        const address = await harness.archive.put(bytes);
        const stored = await harness.readStored(address);
        const foreign = await harness.readStored(await harness.archive.put(feed(777)));
        const damages: Uint8Array[] = [
          new Uint8Array(),
          Buffer.from('no archive at all'),
          stored.subarray(0, stored.length / 2),
          stored.subarray(0, 30),
          stored.subarray(1),
          foreign,
          ...[8, 20, 60, 100].map(at => flipped(stored, at)),
        ];
        for (const damage of damages) {
          await harness.writeStored(address, damage);
          await assert.rejects(harness.archive.get(address), isCorruption(address));
        }
      }),
    );

    test(
      'never returns other bytes because of a flipped bit',
      using(async harness => {
        const bytes = feed(400);
        const address = await harness.archive.put(bytes);
        const stored = await harness.readStored(address);
        for (let at = 0; at < stored.length; at++) {
          await harness.writeStored(address, flipped(stored, at));
          const got = await harness.archive.get(address).catch(error => {
            assert.ok(error instanceof ArchiveCorrupted, String(error));
            return null;
          });
          if (got) assert.deepEqual(Buffer.from(got), bytes);
        }
      }),
    );

    test(
      'repairs a damaged content when it is put again',
      using(async harness => {
        const bytes = feed(5_000);
        const address = await harness.archive.put(bytes);
        await harness.writeStored(address, new Uint8Array());
        assert.equal(await harness.peer.put(bytes), address);
        assert.deepEqual(Buffer.from((await harness.archive.get(address)) ?? ''), bytes);
      }),
    );

    test(
      'does not unpack more than the maximum size, however small the packed content is',
      using(async harness => {
        const address = await harness.archive.put(feed(10));
        await harness.writeStored(address, zstdCompressSync(Buffer.alloc(200_000_000)));
        const before = process.memoryUsage().rss;
        await assert.rejects(harness.archive.get(address), isCorruption(address));
        assert.ok(process.memoryUsage().rss - before < 80_000_000);
      }),
    );
  });
}

/** Puts content until its time is after the moment: immediately with a manual clock. */
async function putLater(harness: ArchiveHarness, bytes: Uint8Array, moment: Date): Promise<ContentAddress> {
  await harness.clock?.advance(1_000);
  const deadline = performance.now() + 60_000;
  for (;;) {
    const address = await harness.archive.put(bytes);
    if ((await lastPut(harness.archive, address)) > moment) return address;
    assert.ok(performance.now() < deadline, 'the clock of the archive does not advance');
  }
}

async function lastPut(archive: Archive, address: ContentAddress): Promise<Date> {
  const entry = await archive.stat(address);
  assert.ok(entry, 'it exists');
  return entry.lastPutAt;
}

function isCorruption(address: ContentAddress) {
  return (error: unknown) => error instanceof ArchiveCorrupted && error.message.includes(address);
}

function flipped(stored: Uint8Array, at: number): Uint8Array {
  const damaged = new Uint8Array(stored);
  damaged[at] = (damaged[at] ?? 0) ^ 0x10;
  return damaged;
}

/** Text of that length, as repetitive as feeds are. */
function feed(length: number): Buffer {
  const items = Array.from({ length: 60 }, (_, n) => `<item><title>Title ${n * 7_919}</title></item>\n`);
  return Buffer.alloc(length, items.join(''));
}

/** Incompressible bytes, the same for each length. */
function noiseOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = length;
  for (let n = 0; n < length; n++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[n] = state >>> 24;
  }
  return bytes;
}

function unknownAddress(): ContentAddress {
  const address = parseAddress('0'.repeat(64));
  assert.ok(address);
  return address;
}
