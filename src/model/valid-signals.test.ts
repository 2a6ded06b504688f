import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SIGNALS_VALID } from '../streams.ts';
import { SIGNAL_KINDS } from './signal.ts';
import type { ValidEvent, ValidSignal } from './valid-signals.ts';

const USER = '0190e1a2-0000-7000-8000-000000000001';
const SHARE: ValidSignal = {
  at: 5,
  kind: 'share',
  detail: 'link',
  articleId: 'a',
  userId: USER,
  seconds: 0,
  country: 'de',
  reach: 40,
};
const READ: ValidSignal = {
  at: 6,
  kind: 'read',
  detail: '',
  articleId: 'b',
  userId: null,
  seconds: 12.5,
  country: '',
  reach: 1,
};

function throughTheLog(event: ValidEvent): ValidEvent {
  return SIGNALS_VALID.decode(
    JSON.parse(JSON.stringify(SIGNALS_VALID.encode(event))),
    SIGNALS_VALID.key(event),
  );
}

test('EVT-3: valid signals survive the round trip through the log, whatever values they share', () => {
  const signal: fc.Arbitrary<ValidSignal> = fc.record(
    {
      at: fc.constantFrom(1_000, 1_002, 998),
      kind: fc.constantFrom(...SIGNAL_KINDS),
      detail: fc.constantFrom('', 'like'),
      articleId: fc.constantFrom('a', 'b', 'c'),
      userId: fc.constantFrom(null, USER),
      seconds: fc.constantFrom(0, 12.5),
      country: fc.constantFrom('', 'de'),
      reach: fc.constantFrom(0, 1, 40),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(signal, { maxLength: 12 }), signals => {
      const event: ValidEvent = { kind: 'signals', key: '7', signals };
      assert.deepEqual(throughTheLog(event), event);
    }),
  );
});

test("INT-3: a reader's command survives the round trip through the log, keyed like their signals", () => {
  const event: ValidEvent = {
    kind: 'interests',
    userId: USER,
    at: 3,
    command: { kind: 'set', subject: { on: 'topic', id: 4 }, level: -1 },
  };
  assert.deepEqual(throughTheLog(event), event);
});

test('TREND-4: a thousand shares take some eight bytes each in the log', () => {
  const signals = Array.from({ length: 1_000 }, (_, n) => ({
    ...SHARE,
    userId: null,
    articleId: `0190e1a2-0000-7000-8000-0000000000${10 + (n % 40)}`,
  }));
  const bytes = JSON.stringify(SIGNALS_VALID.encode({ kind: 'signals', key: '0', signals }));
  assert.ok(bytes.length < 8_000, `${bytes.length}`);
});

test('INT-2: events of earlier versions are decoded for as long as the log keeps them', () => {
  const rows = [
    [5, 'share', 'link', 'a', 'visitor', USER, 0, 'de', 40],
    [6, 'read', '', 'b', 'visitor', null, 12.5, ''],
  ];
  const signals: ValidEvent = { kind: 'signals', key: '2', signals: [SHARE, READ] };
  assert.deepEqual(SIGNALS_VALID.decode(rows, '2'), signals);

  const columns = {
    start: 5,
    after: [0, 1],
    articles: ['a', 'b'],
    about: [0, 1],
    kinds: ['share', 'read'],
    details: ['link', ''],
    userIds: [USER, null],
    seconds: [0, 12.5],
    countries: ['de', ''],
    reaches: [40, 1],
  };
  assert.deepEqual(SIGNALS_VALID.decode(columns, '2'), signals);

  const command = { userId: USER, at: 3, wish: { kind: 'pause' } };
  assert.deepEqual(SIGNALS_VALID.decode(command, '2'), {
    kind: 'interests',
    userId: USER,
    at: 3,
    command: { kind: 'pause' },
  });
});

test('an event without a known shape or version is refused', () => {
  for (const data of [null, 'x', {}, [[1, 'share']], { v: 3, start: 0 }, { v: 3, kind: 'signals', start: 0 }])
    assert.throws(() => SIGNALS_VALID.decode(data, '2'), /does not have the shape of version/);
  assert.throws(() => SIGNALS_VALID.decode({ v: 4 }, '2'), /version 4 of an event is unknown/);
});
