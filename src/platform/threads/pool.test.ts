import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { ManualClock, systemClock } from '../../lib/clock.ts';
import type { TestJob, TestResult } from './jobs.testing.ts';
import { createThreadPool, ThreadEnded, type ThreadPool, type ThreadPoolOptions } from './pool.ts';

test('each job gets its answer, and all threads are used', async () => {
  const pool = testPool({ threads: 2 });
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, n) => pool.run({ does: 'answer', with: n })),
  );
  assert.deepEqual(
    answers.map(({ value }) => value),
    Array.from({ length: 500 }, (_, n) => n),
  );
  assert.equal(new Set(answers.map(({ threadId }) => threadId)).size, 2);
});

for (const does of ['throw', 'exit', 'exhaust'] as const)
  test(`PARSE-6: a job that makes its thread ${does} is rejected, and a new thread runs the others`, async () => {
    const pool = testPool({ threads: 1 });
    const before = await pool.run({ does: 'answer' });
    const ended = pool.run({ does });
    const behind = [1, 2, 3].map(n => pool.run({ does: 'answer', with: n }));
    await assert.rejects(ended, ThreadEnded);
    const answers = await Promise.all(behind);
    assert.deepEqual(
      answers.map(({ value }) => value),
      [1, 2, 3],
    );
    assert.ok(answers.every(({ threadId }) => threadId !== before.threadId));
  });

test('OBS-2: each crash and each timeout is reported once, closing is not', async () => {
  const clock = new ManualClock();
  const crashes: unknown[] = [];
  const pool = testPool({ clock, timeoutMs: 1_000, onCrash: reason => crashes.push(reason) });
  for (const does of ['throw', 'exit'] as const) await assert.rejects(pool.run({ does }), ThreadEnded);
  const looping = assert.rejects(pool.run({ does: 'loop' }), ThreadEnded);
  await clock.advance(1_100);
  await looping;
  await pool.run({ does: 'answer' });
  await pool.close();
  assert.equal(crashes.length, 3);
  assert.ok(crashes.every(reason => reason instanceof ThreadEnded));
});

test('the rejection has the thrown error as its cause', async () => {
  const pool = testPool();
  await assert.rejects(pool.run({ does: 'throw' }), ({ cause }: Error) => {
    assert.ok(cause instanceof TypeError);
    return cause.message === 'not this one';
  });
});

test('PARSE-6: a looping job is rejected after its timeout, not before; the next one has its full time', async () => {
  const clock = new ManualClock();
  const pool = testPool({ threads: 1, clock, timeoutMs: 5_000 });
  const rejections: unknown[] = [];
  const looping = pool.run({ does: 'loop' }).catch(error => rejections.push(error));
  const behind = pool.run({ does: 'answer', with: 'behind' });
  await clock.advance(5_000);
  assert.equal(rejections.length, 0, 'before the timeout');
  await clock.advance(500);
  await looping;
  const [rejection] = rejections;
  assert.ok(rejection instanceof ThreadEnded && /5000 ms/.test(rejection.message));
  assert.equal((await behind).value, 'behind');
});

test('a thread that is busy with many short jobs does not time out', async () => {
  const clock = new ManualClock();
  const pool = testPool({ threads: 1, clock, timeoutMs: 1_000 });
  const { threadId } = await pool.run({ does: 'answer' });
  for (let n = 0; n < 30; n++) {
    const answer = pool.run({ does: 'answer' });
    await clock.advance(100);
    assert.equal((await answer).threadId, threadId);
  }
});

test('a thread that ends while it is free is replaced for the next job', async () => {
  const pool = testPool({ threads: 1 });
  for (let n = 0; n < 3; n++) {
    const { threadId } = await pool.run({ does: 'answer and then exit' });
    // The next job may have gone to the thread that is about to end.
    await eventually(async () => {
      const answer = await pool.run({ does: 'answer' }).catch(() => null);
      assert.ok(answer !== null && answer.threadId !== threadId);
    });
  }
});

test('a thread without jobs ends, unreported, and the next job starts another one', async () => {
  const clock = new ManualClock();
  const crashes: unknown[] = [];
  const onCrash = (reason: unknown) => crashes.push(reason);
  const pool = testPool({ threads: 2, clock, timeoutMs: 10_000, idleMs: 5_000, onCrash });
  const [first, second] = await Promise.all([pool.run({ does: 'answer' }), pool.run({ does: 'answer' })]);
  await clock.advance(4_000);
  const { threadId } = await pool.run({ does: 'answer' });
  assert.ok([first?.threadId, second?.threadId].includes(threadId), 'a thread lives through a short pause');
  await clock.advance(3_000);
  assert.equal((await pool.run({ does: 'answer' })).threadId, threadId, 'the used one outlives the other');
  await clock.advance(7_000);
  const fresh = await pool.run({ does: 'answer' });
  assert.ok(![first?.threadId, second?.threadId].includes(fresh.threadId));
  assert.deepEqual(crashes, []);
});

test('a job that cannot be sent to a thread fails alone', async () => {
  const pool = testPool({ threads: 1 });
  const { threadId } = await pool.run({ does: 'answer' });
  await assert.rejects(pool.run({ does: 'answer', with: () => undefined }), { name: 'DataCloneError' });
  assert.equal((await pool.run({ does: 'answer' })).threadId, threadId);
});

test('closing rejects waiting and running jobs and leaves no timer', async () => {
  let timers = 0;
  const sleep = (ms: number, signal?: AbortSignal) => {
    timers++;
    return systemClock.sleep(ms, signal).finally(() => timers--);
  };
  const pool = testPool({ threads: 1, timeoutMs: 3_600_000, clock: { ...systemClock, sleep } });
  const running = assert.rejects(pool.run({ does: 'loop' }), ThreadEnded);
  const waiting = assert.rejects(pool.run({ does: 'answer' }), /closed/);
  assert.equal(timers, 1, 'one timer for all jobs');
  await pool.close();
  await Promise.all([running, waiting]);
  await assert.rejects(pool.run({ does: 'answer' }), /closed/);
  assert.equal(timers, 0);
});

function testPool(options: Partial<ThreadPoolOptions> = {}): ThreadPool<TestJob, TestResult> {
  const pool = createThreadPool<TestJob, TestResult>({
    module: new URL('./jobs.testing.ts', import.meta.url),
    threads: 1,
    clock: systemClock,
    timeoutMs: 30_000,
    memoryMb: 16,
    ...options,
  });
  atEnd(pool.close);
  return pool;
}
