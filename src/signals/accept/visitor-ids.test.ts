import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeys } from '../../lib/keys.ts';
import { seededRandom } from '../../lib/random.ts';
import { createVisitorIds } from './visitor-ids.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const ADA = { address: '192.0.2.7', userAgent: 'Mozilla/5.0' };

test('EVT-2: a visitor id is stable for a day, changes the next day, and reveals neither address nor browser', () => {
  const visitorOf = createVisitorIds(createKeys('a secret of this installation', seededRandom(1)));
  const today = visitorOf(ADA, NOON);
  assert.equal(visitorOf(ADA, Date.parse('2026-03-10T23:59:59.999Z')), today);
  const tomorrow = visitorOf(ADA, Date.parse('2026-03-11T00:00:00Z'));
  assert.notEqual(tomorrow, today);
  assert.equal(visitorOf(ADA, NOON), today, 'after the clock went back');
  assert.ok(!today.includes('192.0.2.7') && !today.includes('Mozilla'));
});

test('EVT-2: another address, browser or installation gives another id; processes with one secret agree', () => {
  const keys = (secret: string) => createKeys(secret, seededRandom(1));
  const [here, sameSecret, otherSecret] = ['one', 'one', 'two'].map(secret =>
    createVisitorIds(keys(`${secret} secret`)),
  );
  const ids = [
    here?.(ADA, NOON),
    here?.({ ...ADA, address: '192.0.2.8' }, NOON),
    here?.({ ...ADA, userAgent: 'Mozilla/6.0' }, NOON),
    otherSecret?.(ADA, NOON),
  ];
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(sameSecret?.(ADA, NOON), ids[0]);
});
