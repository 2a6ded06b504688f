import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { int4, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { compileRules } from '../rules/compile-rules.ts';
import { eventAt } from '../rules/events.testing.ts';
import type { RuleRow } from '../rules/rule.ts';
import { RulesState } from '../rules/state.ts';
import { SharedCounts } from './shared-counts.ts';

const NOW = TEST_EPOCH.getTime();
const RATE: RuleRow = {
  id: 'by address',
  kind: 'address-rate',
  settings: { most: 10, seconds: 60 },
  isActive: true,
};

test('RULE-2: partitions of one process with different visitors count an address together', () => {
  const judge = compileRules([RATE]);
  const sharedCounts = new SharedCounts('this', () => []);
  const states = [new RulesState(), new RulesState(), new RulesState()];
  for (const [partition, state] of states.entries()) sharedCounts.register(partition, state);
  let valid = 0;
  for (let n = 0; n < 60; n++) {
    const state = states[n % 3];
    if (state && 'valid' in judge(eventAt(1, { kind: 'share', visitorId: `visitor ${n}` }), state)) valid++;
  }
  assert.equal(valid, 10);
});

test('RULE-2: counts of other processes apply a second later, and no longer when all partitions are validated here', async () => {
  const { database } = await testDatabase({ maxConnections: 2 });
  const judge = compileRules([RATE]);
  const all = Array.from({ length: 16 }, (_, partition) => partition);
  let held = [0];
  const [here, there] = [new SharedCounts('here', () => held), new SharedCounts('there', () => [1])];
  const [ours, theirs] = [new RulesState(), new RulesState()];
  here.register(0, ours);
  there.register(1, theirs);
  const share = (state: RulesState, n: number) =>
    'valid' in judge(eventAt(1, { kind: 'share', visitorId: `visitor ${n}` }), state);
  for (let n = 0; n < 9; n++) assert.ok(share(theirs, n));
  const publish = (now: number) =>
    database.transaction(tx => there.publish(tx, 1, { ruleIds: [RATE.id], now }));
  await publish(NOW);
  await here.receive(database, NOW);
  assert.ok(share(ours, 100));
  assert.ok(!share(ours, 101), 'nine there and one here are ten');

  // Counts are received once a second.
  await here.receive(database, NOW + 500);
  held = all;
  await here.receive(database, NOW + 1_500);
  assert.ok(share(ours, 102), 'a process with all partitions ignores remote counts');
});

test('AUTH-4: published counts of addresses are deleted after twenty minutes, or when no process needs them', async () => {
  const { database } = await testDatabase({ maxConnections: 2 });
  const all = Array.from({ length: 16 }, (_, partition) => partition);
  let held = [0];
  const [here, there] = [new SharedCounts('here', () => held), new SharedCounts('there', () => [1])];
  there.register(1, new RulesState());
  const publish = (now: number) =>
    database.transaction(tx => there.publish(tx, 1, { ruleIds: [RATE.id], now }));
  const rows = async () =>
    (await database.many(row({ partition: int4 }), sql`select partition from signal_tallies`)).length;
  await publish(NOW);
  await here.receive(database, NOW + 19 * MINUTE);
  assert.equal(await rows(), 1);
  await here.receive(database, NOW + 20 * MINUTE);
  assert.equal(await rows(), 0);
  await publish(NOW + 20 * MINUTE);
  held = all;
  await here.receive(database, NOW + 21 * MINUTE);
  assert.equal(await rows(), 0, 'all partitions are validated here');
});

test('RULE-2: the counts of a partition do not depend on those of others', () => {
  const events = Array.from({ length: 40 }, (_, n) =>
    eventAt(n, { kind: n % 4 === 0 ? 'view' : 'share', visitorId: `visitor ${n % 7}`, visitId: `${n}` }),
  );
  const rules = [RATE, { id: 'farms', kind: 'shares-without-views', isActive: true, settings: VELOCITY }];
  const [alone, beside, other] = [new RulesState(), new RulesState(), new RulesState()];
  const sharedCounts = new SharedCounts('this', () => []);
  sharedCounts.register(0, beside);
  sharedCounts.register(1, other);
  const [judge, again] = [compileRules(rules), compileRules(rules)];
  let differ = 0;
  for (const event of events) {
    again(event, other);
    const [verdict, besideVerdict] = [judge(event, alone), again(event, beside)];
    if ('droppedBy' in besideVerdict && !('droppedBy' in verdict)) differ++;
  }
  assert.ok(differ > 0, 'remote counts were used');
  assert.deepEqual(beside.toBytes([RATE.id]), alone.toBytes([RATE.id]));
});

const MINUTE = 60_000;
const VELOCITY = { minutes: 10, freeShares: 2, sharesPerView: 1 };
