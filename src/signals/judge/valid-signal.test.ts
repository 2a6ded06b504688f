import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SIGNAL_KINDS } from '../rules/index.ts';
import type { Judged } from './judge-batch.ts';
import { fromValidData, toValidData } from './valid-signal.ts';

const USER = '0190e1a2-0000-7000-8000-000000000001';

function judgedOne(
  of: Partial<Judged['signal']> & { readonly at: number; readonly country?: string },
): Judged {
  const { at, country = '', ...signal } = of;
  return {
    at,
    verdict: { valid: true },
    signal: {
      id: 'id',
      kind: 'read',
      detail: '',
      articleId: 'article',
      visitor: 'visitor',
      userId: null,
      visit: 'visit',
      seconds: 0,
      isOwn: false,
      ...signal,
      from: { address: '192.0.2.1', userAgent: 'Mozilla/5.0', country },
    },
  };
}

test('EVT-3: what counts comes back from the log as it was, however many share what', () => {
  const one = fc.record({
    at: fc.constantFrom(1_000, 1_002, 998),
    kind: fc.constantFrom(...SIGNAL_KINDS),
    detail: fc.constantFrom('', 'like'),
    articleId: fc.constantFrom('a', 'b', 'c'),
    userId: fc.constantFrom(null, USER),
    seconds: fc.constantFrom(0, 12.5),
    country: fc.constantFrom('', 'de'),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), fc.constantFrom(0, 1, 40), (given, reach) => {
      const reachOf = ({ signal }: Pick<Judged, 'signal'>) => (signal.kind === 'share' ? reach : 1);
      const data = toValidData(given.map(judgedOne), reachOf);
      const expected = given.map(each => ({ ...each, reach: each.kind === 'share' ? reach : 1 }));
      assert.deepEqual(
        fromValidData(JSON.parse(JSON.stringify(data))),
        expected.map(each => ({ ...each })),
      );
    }),
  );
});

test('TREND-4: of a thousand shares each takes some eight bytes of the log, and none says who it was', () => {
  const shares = Array.from({ length: 1_000 }, (_, n) =>
    judgedOne({ at: 5, kind: 'share', articleId: `0190e1a2-0000-7000-8000-0000000000${10 + (n % 40)}` }),
  );
  const bytes = JSON.stringify(toValidData(shares, () => 1));
  assert.ok(bytes.length < 8_000, `${bytes.length}`);
  assert.ok(!/visitor|192\.0\.2\.1|Mozilla/.test(bytes));
});

test('INT-2: what an earlier version wrote row by row is understood for as long as the log keeps it', () => {
  const rows = [
    [5, 'share', 'link', 'a', 'visitor', USER, 0, 'de', 40],
    [6, 'read', '', 'b', 'visitor', null, 12.5, ''],
  ];
  assert.deepEqual(fromValidData(rows), [
    {
      at: 5,
      kind: 'share',
      detail: 'link',
      articleId: 'a',
      userId: USER,
      seconds: 0,
      country: 'de',
      reach: 40,
    },
    { at: 6, kind: 'read', detail: '', articleId: 'b', userId: null, seconds: 12.5, country: '', reach: 1 },
  ]);
});
