import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { coreTimes, describeMachine, machineText, packageVersions, stolenShare } from './machine.ts';

const root = path.join(import.meta.dirname, '..', '..');

test('the version of a peer comes from its package, and a missing package is reported', async () => {
  const versions = await packageVersions(root, ['pg', 'no-such-package']);
  assert.match(versions['pg'] ?? '', /^\d+\.\d+\.\d+/);
  assert.equal(versions['no-such-package'], 'not installed');
});

test('the report mentions other load on the machine', () => {
  const machine = { ...describeMachine(0), cores: 4 };
  assert.match(
    machineText({ ...machine, loadBefore: 2.5 }),
    /4 cores.+load 2\.50 before \(others were at work\)/,
  );
  assert.doesNotMatch(machineText({ ...machine, loadBefore: 0.5 }), /others/);
});

test('stolen time is a share of core time', async () => {
  assert.equal(stolenShare({ all: 100, stolen: 5 }, { all: 300, stolen: 25 }), 0.1);
  const now = await coreTimes();
  const share = stolenShare(now, await coreTimes());
  assert.ok(share >= 0 && share <= 1, String(share));
});
