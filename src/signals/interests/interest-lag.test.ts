import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../lib/clock.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { testSignal, testSignals } from '../signals.testing.ts';
import { appendInterestCommand } from './append-command.ts';
import { exposeInterestLag } from './interest-lag.ts';

test('OBS-2: the lag is the age of the oldest signal or command that interests do not reflect yet', async () => {
  const { accept, newId, database, log, clock, pass } = await testSignals();
  const { metrics } = createMemoryTelemetry();
  const now = new ManualClock();
  exposeInterestLag({ clock: now, log, telemetry: { metrics } });
  const lag = async () => {
    await metrics.expose();
    return metrics.value('user_interest_update_lag_seconds', {});
  };
  const waits = {
    rules: () => accept([testSignal({ kind: 'share', articleId: newId() })]),
    interests: () =>
      database.transaction(async tx => {
        const command = { kind: 'pause' } as const;
        appendInterestCommand(tx, log, { userId: newId(), at: clock.now(), command });
      }),
  };
  await pass();
  for (const group of ['rules', 'interests'] as const) {
    assert.equal(await lag(), 0);
    await waits[group]();
    const behind = (await log.groups()).find(state => state.group === group && state.position < state.end);
    const since = behind && (await log.waitingSince(behind));
    assert.ok(since, group);
    await now.advance(since.getTime() + 90_000 - now.now());
    assert.equal(await lag(), 90, group);
    await pass();
  }
  assert.equal(await lag(), 0);
});

test('OBS-2: the signals flow reports the lag of interests', async () => {
  const { telemetry, pass } = await testSignals();
  await pass();
  await telemetry.metrics.expose();
  assert.equal(telemetry.metrics.value('user_interest_update_lag_seconds', {}), 0);
});
