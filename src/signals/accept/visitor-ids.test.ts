import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeys } from '../../lib/keys.ts';
import { seededRandom } from '../../lib/random.ts';
import { createVisitorIds } from './visitor-ids.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const ADA = { address: '192.0.2.7', userAgent: 'Mozilla/5.0' };

test('EVT-2: a visitor is the same all day, another tomorrow, and says nothing of address and browser', () => {
  const visitorOf = createVisitorIds(createKeys('a secret of this installation', seededRandom(1)));
  const today = visitorOf(ADA, NOON);
  assert.equal(visitorOf(ADA, Date.parse('2026-03-10T23:59:59.999Z')), today);
  const tomorrow = visitorOf(ADA, Date.parse('2026-03-11T00:00:00Z'));
  assert.notEqual(tomorrow, today);
  assert.equal(visitorOf(ADA, NOON), today, 'a clock that goes back');
  assert.ok(!today.includes('192.0.2.7') && !today.includes('Mozilla'));
});

test('EVT-2: another address, browser or installation is another visitor; processes of one agree', () => {
  const keys = (secret: string) => createKeys(secret, seededRandom(1));
  const [here, beside, elsewhere] = ['one', 'one', 'two'].map(secret =>
    createVisitorIds(keys(`${secret} secret`)),
  );
  const ids = [
    here?.(ADA, NOON),
    here?.({ ...ADA, address: '192.0.2.8' }, NOON),
    here?.({ ...ADA, userAgent: 'Mozilla/6.0' }, NOON),
    elsewhere?.(ADA, NOON),
  ];
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(beside?.(ADA, NOON), ids[0]);
});
