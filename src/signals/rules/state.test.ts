import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SIGNAL_KINDS } from '../../model/signal.ts';
import { isWithin, parseAddress, parseRange } from '../../platform/outbound/address.ts';
import { compileRules } from './compile-rules.ts';
import { DEFAULT_RULES } from './default-rules.ts';
import { eventAt } from './events.testing.ts';
import { ExpiringMap } from './expiring-map.ts';
import { RuleKey } from './key.ts';
import { RangeSet } from './ranges.ts';
import { RulesState } from './state.ts';

const HALF_HOUR = 1_800_000;

/** Few distinct values, so that windows apply, and times out of order. */
const anEvent = fc
  .record({
    second: fc.integer({ min: 0, max: 9000 }),
    kind: fc.constantFrom(...SIGNAL_KINDS),
    articleId: fc.constantFrom('a', 'b'),
    visitorId: fc.constantFrom('v', 'w', 'x'),
    visitId: fc.constantFrom('1', '2', '3'),
    attentionSeconds: fc.integer({ min: 0, max: 30 }),
    address: fc.constantFrom('10.0.0.1', '2001:db8::1', 'nonsense'),
  })
  .map(({ second, ...changes }) => eventAt(second, changes));
const someEvents = fc.array(anEvent, { maxLength: 120 });
const strict = DEFAULT_RULES.map(rule =>
  rule.kind.endsWith('-rate') ? { ...rule, settings: { most: 3, seconds: 60 } } : rule,
);

test('RULE-1: two views of one visitor and article within half an hour never both count, in any order', () => {
  fc.assert(
    fc.property(someEvents, events => {
      const judge = compileRules(DEFAULT_RULES);
      const state = new RulesState();
      const counted = new Map<string, number[]>();
      for (const event of nearlyInOrder(events)) {
        if (event.kind !== 'view' || !('valid' in judge(event, state))) continue;
        assert.ok(event.attentionSeconds >= 10);
        const pair = `${event.visitorId} ${event.articleId}`;
        const earlier = counted.get(pair) ?? [];
        assert.ok(earlier.every(at => Math.abs(at - event.at) >= HALF_HOUR));
        counted.set(pair, [...earlier, event.at]);
      }
    }),
  );
});

test('RULE-2: a restored state decides like the original', () => {
  fc.assert(
    fc.property(someEvents, fc.nat(120), (events, at) => {
      const [unbroken, first] = [new RulesState(), new RulesState()];
      const [judge, before, after] = [compileRules(strict), compileRules(strict), compileRules(strict)];
      const expected = events.map(event => judge(event, unbroken));
      const verdicts = events.slice(0, at).map(event => before(event, first));
      const restored = RulesState.fromBytes(first.toBytes());
      assert.ok(restored);
      verdicts.push(...events.slice(at).map(event => after(event, restored)));
      assert.deepEqual(verdicts, expected);
      assert.deepEqual(restored.toBytes(), unbroken.toBytes());
    }),
  );
});

test('RULE-2: bytes of another version are rejected', () => {
  assert.equal(RulesState.fromBytes(Uint8Array.of(99, 0, 0)), null);
});

test('RULE-2: a rule whose window was edited starts empty, the others keep their state', () => {
  const state = new RulesState();
  const [kept, edited] = [state.mapOf('kept', 1000), state.mapOf('edited', 1000)];
  assert.equal(state.mapOf('kept', 1000), kept);
  assert.notEqual(state.mapOf('edited', 2000), edited);
  state.keepOnly(['edited']);
  assert.notEqual(state.mapOf('kept', 1000), kept);
});

test('an expiring map keeps entries for at least its span, like a plain map with times', () => {
  const step = fc.record({ key: fc.nat(2000), wait: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 3000 }), steps => {
      const memory = new ExpiringMap(1000, 10_000);
      const plain = new Map<number, { value: number; at: number }>();
      const key = new RuleKey();
      let now = 5_000_000;
      for (const [value, { key: number, wait }] of steps.entries()) {
        now += wait;
        const known = plain.get(number);
        const found = memory.get(key.ofNumbers(number, 7), now);
        if (known === undefined) assert.equal(found, Number.NaN);
        else if (now - known.at <= 1000) assert.equal(found, known.value);
        else if (now - known.at > 2000) assert.equal(found, Number.NaN);
        memory.set(key, value, now);
        plain.set(number, { value, at: now });
      }
    }),
    { numRuns: 30 },
  );
});

test('an expiring map stays bounded when every key is new, and counts early evictions', () => {
  const memory = new ExpiringMap(HALF_HOUR, 1000);
  const key = new RuleKey();
  for (let number = 0; number < 10_000; number++) memory.set(key.ofNumbers(number, 0), number, 0);
  assert.ok(memory.entries <= 2000);
  assert.ok(memory.bytes <= 4 * 16 * 2048);
  assert.equal(memory.entries + memory.evictedEarly, 10_000);
  assert.equal(memory.get(key.ofNumbers(9_999, 0), 0), 9_999);
});

test('keys of similar texts, numbers and pairs differ', () => {
  const seen = new Set<string>();
  const note = ({ high, low }: RuleKey) => seen.add(`${high} ${low}`);
  const [a, b] = [new RuleKey(), new RuleKey()];
  for (let i = 0; i < 20_000; i++) {
    note(a.ofText(`0190b5d2-7a3c-7000-8000-${i.toString(16).padStart(12, '0')}`));
    note(a.ofNumbers(i, 0));
    note(a.ofNumbers(0, i + 1));
    note(new RuleKey().ofPair(a.ofNumbers(i, 1), b.ofText('b')));
    note(new RuleKey().ofPeriod(b, i));
  }
  assert.equal(seen.size, 100_000);
});

test('RULE-2: a set of ranges contains exactly the addresses of its ranges', () => {
  const four = fc.tuple(fc.ipV4(), fc.integer({ min: 1, max: 32 }));
  const six = fc.tuple(fc.ipV6(), fc.integer({ min: 1, max: 128 }));
  fc.assert(
    fc.property(fc.array(fc.oneof(four, six)), fc.oneof(fc.ipV4(), fc.ipV6()), (texts, other) => {
      const ranges = texts
        .map(([base, bits]) => parseRange(`${base}/${bits}`))
        .filter(range => range !== null);
      const set = new RangeSet(ranges);
      for (const text of [other, ...texts.map(([base]) => base)]) {
        const address = parseAddress(text);
        if (address === null) continue;
        assert.equal(
          set.contains(address),
          ranges.some(range => isWithin(address, range)),
          text,
        );
      }
    }),
  );
});

/** Reorders events by up to a minute; a state that is two windows ahead has already dropped its entries. */
function nearlyInOrder<T extends { at: number }>(events: readonly T[]): T[] {
  const delay = (index: number) => ((index * 7919) % 60) * 1000;
  return events
    .map((event, index) => ({ event, arrives: event.at + delay(index) }))
    .sort((a, b) => a.arrives - b.arrives)
    .map(({ event }) => event);
}
