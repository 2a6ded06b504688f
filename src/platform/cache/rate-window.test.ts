import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { RateWindow, SLOTS } from './rate-window.ts';

describe('a rate window', () => {
  test('never admits more than the limit in any interval of the length of the window', () => {
    fc.assert(
      fc.property(anyHistory, ({ limit, windowMs, calls }) => {
        const admitted = play(limit, windowMs, calls);
        for (const [first, { at }] of admitted.entries()) {
          const within = admitted.slice(first).filter(other => other.at - at < windowMs);
          assert.ok(sum(within) <= limit, `${sum(within)} of ${limit} from ${at} on`);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test('admits every cost that fits with the units taken in the window and the slot before it', () => {
    fc.assert(
      fc.property(anyHistory, ({ limit, windowMs, calls }) => {
        const admitted: Admission[] = [];
        const window = new RateWindow();
        for (const { at, cost } of calls) {
          const { allowed } = window.take(at, { limit, windowMs, cost });
          const recent = admitted.filter(other => at - other.at <= windowMs + windowMs / SLOTS);
          if (sum(recent) + cost <= limit) assert.equal(allowed, true, `at ${at}`);
          if (allowed) admitted.push({ at, cost });
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test('returns the right wait: the cost fits then, but not a slot earlier', () => {
    fc.assert(
      fc.property(anyHistory, ({ limit, windowMs, calls }) => {
        const window = new RateWindow();
        for (const { at, cost } of calls) window.take(at, { limit, windowMs, cost });
        const at = calls.at(-1)?.at ?? START;
        const refused = window.take(at, { limit, windowMs, cost: limit });
        fc.pre(!refused.allowed);
        assert.ok(refused.retryAfterMs > 0);
        assert.equal(
          refused.retryAfterMs,
          refused.resetMs,
          'a cost of the whole limit fits when all units are free',
        );
        const slotMs = windowMs / SLOTS;
        const early = Math.floor(at + refused.retryAfterMs - slotMs - 1);
        if (early >= at) {
          assert.equal(window.take(early, { limit, windowMs, cost: limit }).allowed, false);
        }
        assert.equal(window.take(at + refused.retryAfterMs, { limit, windowMs, cost: limit }).allowed, true);
      }),
      { numRuns: 3_000 },
    );
  });

  test('gives a steady caller at the limit at least 32 of every 33 units', () => {
    const window = new RateWindow();
    let admitted = 0;
    for (let n = 0; n < 10_000; n++) {
      if (window.take(START + n * 10, { limit: 100, windowMs: 1_000 }).allowed) admitted += 1;
    }
    assert.ok(admitted >= 10_000 * (SLOTS / (SLOTS + 1)) - 100, `${admitted}`);
  });
});

const START = Date.UTC(2026, 0, 1);

/** Pauses as fractions of the window, many of them near the edges of slots and of the window. */
const anyPause = fc.oneof(
  fc.constantFrom(0, 0, 0, 1 / 64, 1 / 32, 1 / 4, 1 / 2, 30 / 32, 31 / 32, 63 / 64, 1),
  fc.double({ min: 0, max: 0.4, noNaN: true }),
);
const anyCall = fc.record({
  pause: anyPause,
  jitter: fc.constantFrom(-1, 0, 0, 1),
  cost: fc.nat({ max: 4 }),
});

const anyHistory = fc
  .record({
    limit: fc.integer({ min: 1, max: 12 }),
    windowMs: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1_000, 60_000, 86_400_000)),
    offset: fc.nat({ max: 1_000 }),
    calls: fc.array(anyCall, { maxLength: 60 }),
  })
  .map(({ limit, windowMs, offset, calls }) => {
    let at = START + offset;
    const timed = calls.map(({ pause, jitter, cost }) => {
      at += Math.max(0, Math.floor(pause * windowMs) + jitter);
      return { at, cost };
    });
    return { limit, windowMs, calls: timed };
  });

function play(limit: number, windowMs: number, calls: readonly Admission[]): Admission[] {
  const window = new RateWindow();
  return calls.filter(({ at, cost }) => window.take(at, { limit, windowMs, cost }).allowed);
}

function sum(admitted: readonly Admission[]): number {
  return admitted.reduce((total, { cost }) => total + cost, 0);
}

interface Admission {
  readonly at: number;
  readonly cost: number;
}
