import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_SETTINGS, type TrendingEvent, type TrendingSettings, TrendingWindows } from './windows.ts';

const START = Date.UTC(2026, 5, 1, 12, 0, 0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('TREND-2: 500 events just before a sub-window’s edge and 500 just after it count as 1,000', () => {
  for (const edge of [START + 1000, START + MINUTE, START + HOUR, START + 24 * HOUR]) {
    const windows = new TrendingWindows(1, edge - 1);
    addMany(windows, 500, { item: 7, at: edge - 1 });
    windows.advance(edge);
    addMany(windows, 500, { item: 7, at: edge });
    for (const window of ['1m', '1h', '24h'] as const)
      assert.deepEqual(windows.top(0, window, 10, edge + 1), [{ item: 7, count: 1000 }]);
  }
});

test('TREND-2: an event is counted for the whole window and for less than one sub-window longer', () => {
  for (const [window, length, part] of [
    ['1m', MINUTE, 1000],
    ['1h', HOUR, MINUTE],
    ['24h', 24 * HOUR, HOUR],
  ] as const) {
    const at = START + 250;
    const windows = new TrendingWindows(1, at);
    windows.add({ item: 1, weight: 1, at, lists: [0] });
    assert.equal(windows.count(0, window, 1, at + length), 1, `${window} at its end`);
    assert.equal(windows.count(0, window, 1, at + length + part), 0, `${window} after its end`);
  }
});

test('TREND-2: windows equal a recount of the events, including late ones and jumps in time', () => {
  const step = fc.record({
    item: fc.nat(6),
    list: fc.nat(2),
    weight: fc.constantFrom(1, 2, 0.5),
    late: fc.oneof(fc.nat(3000), fc.nat(2 * HOUR)),
    forward: fc.oneof(fc.nat(1500), fc.nat(90_000), fc.nat(3 * HOUR)),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const windows = new TrendingWindows(3, START);
      const events: TrendingEvent[] = [];
      let now = START;
      for (const { item, list, weight, late, forward } of steps) {
        now += forward;
        windows.advance(now);
        const event = { item, weight, at: now - late, lists: [list] };
        assert.ok(windows.add(event));
        events.push(event);
      }
      for (let list = 0; list < 3; list++) assertRecount(windows, events, list, now);
    }),
    { numRuns: 200 },
  );
});

test('TREND-2: dropped items are never undercounted, and stay within the bound', () => {
  const run = fc.record({ seed: fc.nat(), items: fc.integer({ min: 50, max: 2000 }) });
  fc.assert(
    fc.property(run, ({ seed, items }) => {
      const windows = new TrendingWindows(2, START, TINY);
      const truth = new Map<number, number>();
      let state = seed;
      let now = START;
      for (let nth = 0; nth < 5000; nth++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        const item = Math.floor(items * (state / 2 ** 32) ** 3);
        now += nth % 20 === 0 ? 777 : 0;
        windows.advance(now);
        windows.add({ item, weight: 1, at: now - (state % 2000), lists: [0, 1] });
        truth.set(item, (truth.get(item) ?? 0) + 1);
      }
      for (const [item, count] of truth) {
        const estimate = windows.count(0, '1h', item, now);
        assert.ok(estimate >= count, `${estimate} for ${count}`);
        // Each list keeps at least 16 pairs of a sub-window, and a fold may add a floor twice.
        assert.ok(estimate <= count + (2 * 5000) / 16, `${estimate} for ${count}`);
      }
      for (const { item, count } of windows.top(1, '24h', 20, now))
        assert.ok(count >= (truth.get(item) ?? 0));
      const [largest] = [...truth].sort((a, b) => b[1] - a[1]);
      assert.ok(windows.top(0, '1h', 5, now).some(({ item }) => item === largest?.[0]));
    }),
    { numRuns: 20 },
  );
});

test('TREND-2: merged partitions equal one partition of both streams', () => {
  const event = fc.record({ item: fc.nat(9), list: fc.nat(1), age: fc.nat(2 * HOUR), isLeft: fc.boolean() });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), events => {
      const [left, right, both] = [START, START + 500, START + 500].map(now => new TrendingWindows(2, now));
      assert.ok(left && right && both);
      for (const { item, list, age, isLeft } of events) {
        const added = { item, weight: 1, at: START - age, lists: [list] };
        (isLeft ? left : right).add(added);
        both.add(added);
      }
      left.merge(right);
      for (const window of ['1m', '1h', '24h'] as const)
        for (const list of [0, 1])
          assert.deepEqual(left.top(list, window, 10, START + 500), both.top(list, window, 10, START + 500));
    }),
  );
});

test('TREND-2: partitions that dropped items merge without an undercount', () => {
  const left = new TrendingWindows(1, START, TINY);
  const right = new TrendingWindows(1, START, TINY);
  const truth = new Map<number, number>();
  for (let nth = 0; nth < 6000; nth++) {
    const item = nth % (1 + (nth % 700));
    const at = START + nth;
    for (const windows of [left, right]) {
      windows.advance(at);
      if (windows === left || nth % 3 === 0) {
        windows.add({ item, weight: 1, at, lists: [0] });
        truth.set(item, (truth.get(item) ?? 0) + 1);
      }
    }
  }
  left.merge(right);
  for (const window of ['1m', '1h', '24h'] as const)
    for (const [item, count] of truth) assert.ok(left.count(0, window, item, START + 6000) >= count);
});

test('TREND-4: restored windows give the same lists, and continue like the original', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { minLength: 1, maxLength: 1500 }), fc.nat(90_000), (items, step) => {
      const before = new TrendingWindows(2, START, TINY);
      let now = START;
      for (const item of items) {
        before.advance(now++);
        before.add({ item, weight: 1, at: now - (item % 3) * 1000, lists: [item % 2] });
      }
      const after = TrendingWindows.fromBytes(before.toBytes(), 2, TINY);
      for (const windows of [before, after]) {
        windows.advance(now + step);
        windows.add({ item: 3, weight: 5, at: now, lists: [1] });
      }
      for (const window of ['1m', '1h', '24h'] as const)
        for (const list of [0, 1])
          assert.deepEqual(after.top(list, window, 50, now + step), before.top(list, window, 50, now + step));
    }),
    { numRuns: 30 },
  );
});

test('TREND-4: a truncated, foreign or mismatched checkpoint is refused', () => {
  const windows = new TrendingWindows(2, START);
  addMany(windows, 10, { item: 1, at: START });
  const bytes = windows.toBytes();
  for (let length = 0; length < bytes.length; length += 8)
    assert.throws(() => TrendingWindows.fromBytes(bytes.subarray(0, length), 2), Error, `${length} bytes`);
  assert.throws(() => TrendingWindows.fromBytes(bytes, 3), /2 lists, not 3/);
  assert.throws(() => TrendingWindows.fromBytes(new Uint8Array(bytes.length), 2), /not a checkpoint/);
  assert.throws(() => TrendingWindows.fromBytes(Buffer.concat([bytes, new Uint8Array(8)]), 2), /longer/);
});

test('TREND-2: an event from the far future is refused and ends no window; one slightly ahead counts as now', () => {
  const windows = new TrendingWindows(1, START);
  assert.equal(windows.add({ item: 1, weight: 1, at: START + 1e12, lists: [0] }), false);
  assert.equal(windows.add({ item: 1, weight: 1, at: Number.NaN, lists: [0] }), false);
  assert.equal(windows.add({ item: 1, weight: 1, at: START + 4 * MINUTE, lists: [0] }), true);
  assert.equal(windows.count(0, '1m', 1, START), 1);
  assert.equal(windows.count(0, '1m', 1, START + 2 * MINUTE), 0);
});

test('TREND-2: going back in time has no effect', () => {
  const windows = new TrendingWindows(1, START);
  addMany(windows, 3, { item: 1, at: START });
  assert.equal(windows.count(0, '1m', 1, START - HOUR), 3);
  windows.advance(Number.NaN);
  assert.equal(windows.count(0, '1m', 1, START), 3);
});

test('TREND-2: a late event counts in the windows that still cover it', () => {
  const windows = new TrendingWindows(1, START);
  const counts = () => (['1m', '1h', '24h'] as const).map(window => windows.count(0, window, 1, START));
  assert.equal(windows.add({ item: 1, weight: 1, at: START - 30_000, lists: [0] }), true);
  assert.deepEqual(counts(), [1, 1, 1]);
  assert.equal(windows.add({ item: 1, weight: 1, at: START - 30 * MINUTE, lists: [0] }), true);
  assert.deepEqual(counts(), [1, 2, 2]);
  assert.equal(windows.add({ item: 1, weight: 1, at: START - 20 * HOUR, lists: [0] }), true);
  assert.deepEqual(counts(), [1, 2, 3]);
  assert.equal(windows.add({ item: 1, weight: 1, at: START - 26 * HOUR, lists: [0] }), false);
  assert.deepEqual(counts(), [1, 2, 3]);
});

test('TREND-8: weights below and above one are summed exactly; invalid weights and items are refused', () => {
  const windows = new TrendingWindows(1, START);
  for (const weight of [0.5, 2.25, 100]) windows.add({ item: 1, weight, at: START, lists: [0] });
  assert.equal(windows.count(0, '1h', 1, START), 102.75);
  for (const weight of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    assert.equal(windows.add({ item: 1, weight, at: START, lists: [0] }), false);
  for (const item of [-1, 0.5, 2 ** 32, Number.NaN])
    assert.equal(windows.add({ item, weight: 1, at: START, lists: [0] }), false);
  assert.equal(windows.add({ item: 2 ** 32 - 1, weight: 1, at: START, lists: [0] }), true);
  assert.throws(() => windows.add({ item: 1, weight: 1, at: START, lists: [1] }), /list 1 is not one of 1/);
});

test('TREND-3: a full second keeps its largest items, whatever the weight of a signal', () => {
  for (const weight of [0.25, 1, 2 ** 28 + 1, 2 ** 40]) {
    const windows = new TrendingWindows(2, START, TINY);
    for (let nth = 0; nth < 4000; nth++) {
      windows.add({ item: nth % 2 === 0 ? nth % 10 : nth, weight, at: START, lists: [nth % 4 < 2 ? 0 : 1] });
    }
    windows.advance(START + 60_000);
    for (const list of [0, 1])
      for (const window of ['1h', '24h'] as const) {
        const top = windows.top(list, window, 5, START + 60_000);
        assert.ok(
          top.every(({ item }) => item % 2 === 0 && item < 10),
          `${weight} ${window}`,
        );
        for (const { count } of top)
          assert.ok(count >= 200 * weight && count < 260 * weight, `${count / weight}`);
      }
  }
});

test('TREND-1: a blend is ranked by the weighted sum of its lists', () => {
  const windows = new TrendingWindows(2, START);
  addMany(windows, 5, { item: 1, at: START, lists: [0] });
  addMany(windows, 9, { item: 2, at: START, lists: [1] });
  addMany(windows, 4, { item: 3, at: START, lists: [0, 1] });
  const blend = [
    { list: 0, factor: 3 },
    { list: 1, factor: 1 },
  ];
  assert.deepEqual(windows.top(blend, '1h', 2, START), [
    { item: 3, count: 16 },
    { item: 1, count: 15 },
  ]);
});

test('TREND-3: a million events on one item take one pair; distinct items stay within the memory limit', () => {
  const one = new TrendingWindows(1, START);
  addMany(one, 1_000_000, { item: 5, at: START });
  assert.deepEqual(one.top(0, '1m', 100, START), [{ item: 5, count: 1_000_000 }]);
  assert.ok(one.memory() < 100_000);

  const distinct = new TrendingWindows(4, START);
  for (let item = 0; item < 600_000; item++) {
    const at = START + Math.floor(item / 200);
    distinct.advance(at);
    distinct.add({ item, weight: 1, at, lists: [0, item % 4] });
  }
  assert.ok(distinct.memory() < 100e6);
  assert.ok(distinct.count(0, '1m', 17, START + 3000) >= 1);
});

/** So small that every sub-window drops items: a closed one keeps 32 pairs, an open one 96. */
const TINY: TrendingSettings = {
  second: { ...DEFAULT_SETTINGS.second, maxPairs: 32, maxSlots: 128 },
  minute: { ...DEFAULT_SETTINGS.minute, maxPairs: 32, maxSlots: 128 },
  hour: { ...DEFAULT_SETTINGS.hour, maxPairs: 32, maxSlots: 128 },
};

function addMany(
  windows: TrendingWindows,
  times: number,
  event: { item: number; at: number; lists?: number[] },
) {
  for (let nth = 0; nth < times; nth++) windows.add({ weight: 1, lists: [0], ...event });
}

/** Windows consist of whole sub-windows, so they start where the oldest one starts. */
function assertRecount(
  windows: TrendingWindows,
  events: readonly TrendingEvent[],
  list: number,
  now: number,
) {
  for (const [window, length, part] of [
    ['1m', MINUTE, 1000],
    ['1h', HOUR, MINUTE],
    ['24h', 24 * HOUR, HOUR],
  ] as const) {
    const since = Math.floor(now / part) * part - length;
    const counts = new Map<number, number>();
    for (const { item, at, weight, lists } of events)
      if (at >= since && lists.includes(list)) counts.set(item, (counts.get(item) ?? 0) + weight);
    const expected = Array.from(counts, ([item, count]) => ({ item, count }));
    expected.sort((a, b) => b.count - a.count || a.item - b.item);
    assert.deepEqual(windows.top(list, window, 10, now), expected, window);
  }
}
