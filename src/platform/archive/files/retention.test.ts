import assert from 'node:assert/strict';
import { lutimesSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../lib/clock.ts';
import { createIdSource } from '../../../lib/ids.ts';
import { seededRandom } from '../../../lib/random.ts';
import { createFileArchive } from './files.ts';
import { ArchivePaths } from './paths.ts';
import { removeOlderThan } from './retention.ts';
import { scratch } from './scratch.ts';

const BYTES = Buffer.from('content');

describe('ARC-1 retention and a concurrent put', () => {
  test('a content whose age is reset between the check and the move is moved back', async () => {
    await between(async ({ archive, path, during }) => {
      const address = await archive.put(BYTES);
      const removed = await during(() => lutimesSync(path(address), HOUR_LATER, HOUR_LATER));
      assert.equal(removed, 0);
      assert.equal(String(await archive.get(address)), 'content');
    });
  });

  test('a content that was not put again meanwhile is removed', async () => {
    await between(async ({ archive, during }) => {
      const address = await archive.put(BYTES);
      assert.equal(await during(() => undefined), 1);
      assert.equal(await archive.get(address), null);
    });
  });

  test('a content that another process deleted meanwhile is not counted', async () => {
    await between(async ({ archive, path, during }) => {
      const address = await archive.put(BYTES);
      assert.equal(await during(() => rmSync(path(address))), 0);
    });
  });
});

const START = Date.UTC(2026, 0, 1);
const HOUR_LATER = new Date(START + 3_600_000);

/** `during` runs retention and calls back after a file was found to be old and before it is moved. */
async function between(body: (world: World) => Promise<void>): Promise<void> {
  const { directory, remove } = await scratch();
  const paths = new ArchivePaths(directory);
  const clock = new ManualClock(START);
  const newId = createIdSource(clock, seededRandom(5));
  const moment = new Date(START + 60_000);
  try {
    await body({
      archive: createFileArchive({ directory, clock, random: seededRandom(4) }),
      path: address => paths.object(address),
      during: meanwhile => {
        const newIdAfterCallback = () => {
          meanwhile();
          return newId();
        };
        return removeOlderThan(paths, moment, { now: START, newId: newIdAfterCallback });
      },
    });
    assert.deepEqual(await readdir(paths.incoming), [], 'incoming/ is empty');
  } finally {
    await remove();
  }
}

interface World {
  readonly archive: ReturnType<typeof createFileArchive>;
  readonly path: ArchivePaths['object'];
  readonly during: (meanwhile: () => void) => Promise<number>;
}
