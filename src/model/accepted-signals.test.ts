import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SIGNALS_ACCEPTED } from '../streams.ts';
import { type Sender, SIGNAL_KINDS, type Signal } from './signal.ts';

const PLAIN = { noNullPrototype: true } as const;
const sender: fc.Arbitrary<Sender> = fc.record(
  { address: fc.ipV4(), userAgent: fc.string(), country: fc.constantFrom('', 'de', 'br') },
  PLAIN,
);

test('EVT-3: signals survive the round trip through the log, whatever values they share', () => {
  const signals = fc.array(sender, { minLength: 1, maxLength: 3 }).chain(senders =>
    fc.array(
      fc.record(
        {
          id: fc.string({ maxLength: 3 }),
          kind: fc.constantFrom(...SIGNAL_KINDS),
          detail: fc.constantFrom('', 'link', 'like'),
          articleId: fc.constantFrom('article a', 'article b', 'article c'),
          visitor: fc.constantFrom('visitor a', 'visitor b'),
          userId: fc.constant(null),
          visit: fc.constantFrom('', 'visit'),
          seconds: fc.constantFrom(0, 12.5),
          isOwn: fc.boolean(),
          from: fc.constantFrom(...senders),
        },
        PLAIN,
      ),
      { maxLength: 12 },
    ),
  );
  fc.assert(
    fc.property(signals, given => {
      const event = { key: '3', at: 7, signals: given };
      const stored = JSON.parse(JSON.stringify(SIGNALS_ACCEPTED.encode(event)));
      assert.deepEqual(SIGNALS_ACCEPTED.decode(stored, '3'), event);
    }),
  );
});

test('EVT-3: a thousand shares take some twenty bytes each in the log', () => {
  const from = { address: '192.0.2.1', userAgent: 'Mozilla/5.0', country: '' };
  const shares = Array.from({ length: 1_000 }, (_, n): Signal => {
    const articleId = `0190e1a2-0000-7000-8000-0000000000${10 + (n % 40)}`;
    const common = {
      kind: 'share',
      detail: 'link',
      userId: null,
      visit: '',
      seconds: 0,
      isOwn: false,
    } as const;
    return { ...common, id: `share-${n}`, articleId, visitor: 'q'.repeat(43), from };
  });
  assert.ok(JSON.stringify(SIGNALS_ACCEPTED.encode({ key: '3', at: 0, signals: shares })).length < 22_000);
});
