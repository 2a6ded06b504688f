import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ValidEvent } from '../../../model/valid-signals.ts';
import type { LogEvent } from '../../../platform/log/port.ts';
import { mergeByTime } from './merge-partitions.ts';

const BATCH = 3;

function readOf(times: readonly number[], partition: number) {
  const events = times.map(
    (time, index): LogEvent<ValidEvent> => ({
      partition,
      offset: BigInt(index + 1),
      key: '',
      data: { kind: 'signals', key: '', signals: [] },
      at: new Date(time),
    }),
  );
  return (after: bigint) => Promise.resolve(events.filter(({ offset }) => offset > after).slice(0, BATCH));
}

async function read(partitions: readonly (readonly number[])[], before: readonly bigint[] = []) {
  const found: LogEvent<ValidEvent>[] = [];
  for await (const events of mergeByTime(partitions.map(readOf), before)) found.push(...events);
  return found;
}

test('TREND-4: every event of every partition is returned once, in the order of its partition', async () => {
  const partitions = fc.array(fc.array(fc.nat(20), { maxLength: 12 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(partitions, async partitionTimes => {
      const found = await read(partitionTimes);
      for (const [partition, times] of partitionTimes.entries())
        assert.deepEqual(
          found.filter(event => event.partition === partition).map(({ offset }) => Number(offset)),
          times.map((_, index) => index + 1),
        );
      assert.equal(found.length, partitionTimes.flat().length);
    }),
  );
});

test('TREND-4: partitions with increasing times are merged in the order of time', async () => {
  const found = await read([
    [1, 2, 3, 4, 50, 60, 70],
    [5, 6, 7],
    [2, 3, 55, 56, 57],
  ]);
  const times = found.map(({ at }) => at.getTime());
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
});

test('TREND-4: reading continues after the positions already counted', async () => {
  const found = await read([[1, 2, 3, 4, 5]], [3n]);
  assert.deepEqual(
    found.map(({ offset }) => Number(offset)),
    [4, 5],
  );
});

test('TREND-4: an error in one partition is thrown', async () => {
  const broken = () => Promise.reject(new Error('away'));
  const reading = mergeByTime([readOf([1], 0), broken], []);
  await assert.rejects(reading.next(), /away/);
});
