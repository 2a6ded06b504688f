import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../lib/clock.ts';
import { createProgress, shownBytes, shownCount } from './progress.ts';
import { memoryOutput } from './terminal.ts';

test('RUN-5: a terminal shows one rewritten line with share, rate and time left', async () => {
  const clock = new ManualClock();
  const output = memoryOutput({ interactive: true, columns: 80 });
  const progress = createProgress(output, clock, { label: 'Copying', unit: 'rows', total: 1_000 });
  progress.at('users');
  for (let step = 0; step < 5; step++) {
    await clock.advance(1_000);
    progress.advance(100);
  }
  const last = output.text().split('\r\x1b[2K').at(-1);
  assert.equal(last, 'Copying users   50 %  500 rows  100 rows/s  0:05 left');
  progress.finish('Copied');
  assert.ok(output.text().endsWith('\r\x1b[2KCopied (500 rows in 5.0 s)\n'));
});

test('RUN-5: other outputs get plain lines, at most one every ten seconds', async () => {
  const clock = new ManualClock();
  const output = memoryOutput();
  const progress = createProgress(output, clock, { label: 'Checking', unit: 'bytes', total: 4_194_304 });
  for (let step = 0; step < 25; step++) {
    await clock.advance(1_000);
    progress.advance(131_072);
  }
  progress.finish('Checked');
  assert.deepEqual(output.text().split('\n'), [
    'Checking   31 %  1.3 MiB  128 KiB/s  0:22 left',
    'Checking   62 %  2.5 MiB  128 KiB/s  0:12 left',
    'Checked (3.1 MiB in 25 s)',
    '',
  ]);
});

test('the rate covers the last seconds, so that a stall is visible', async () => {
  const clock = new ManualClock();
  const output = memoryOutput({ interactive: true });
  const progress = createProgress(output, clock, { label: 'Copying', unit: 'rows', total: 100_000 });
  for (let step = 0; step < 10; step++) {
    await clock.advance(1_000);
    progress.advance(1_000);
  }
  for (let step = 0; step < 20; step++) {
    await clock.advance(1_000);
    progress.advance(1);
  }
  assert.match(output.text().split('\r\x1b[2K').at(-1) ?? '', / 1 rows\/s /);
});

test('work of unknown size shows no share and no time left, and may exceed its estimate', async () => {
  const clock = new ManualClock();
  const output = memoryOutput({ interactive: true });
  const progress = createProgress(output, clock, { label: 'Copying', unit: 'rows' });
  await clock.advance(1_000);
  progress.advance(10);
  assert.doesNotMatch(output.text(), /%|left/);
  progress.expect(5);
  await clock.advance(1_000);
  progress.advance(10);
  assert.match(output.text(), /100 %/);
  assert.doesNotMatch(output.text(), /left/);
});

test('a line never exceeds the width of the terminal, and is cleared when abandoned', async () => {
  const clock = new ManualClock();
  const output = memoryOutput({ interactive: true, columns: 20 });
  const progress = createProgress(output, clock, { label: 'Copying a very long name', unit: 'rows' });
  await clock.advance(1_000);
  progress.advance(10);
  for (const line of output.text().split('\r\x1b[2K')) assert.ok(line.length < 20);
  progress.abandon();
  assert.ok(output.text().endsWith('\r\x1b[2K'));
});

test('amounts are formatted for people', () => {
  assert.deepEqual([0, 1, 1_023, 1_024, 1_536, 5_242_880, 250 * 2 ** 30].map(shownBytes), [
    '0 B',
    '1 B',
    '1023 B',
    '1.0 KiB',
    '1.5 KiB',
    '5.0 MiB',
    '250 GiB',
  ]);
  assert.equal(shownCount(1_234_567), '1,234,567');
});
