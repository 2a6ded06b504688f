import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Breaker, BreakerOpen, type BreakerOptions, TimedOut } from './breaker.ts';
import { ManualClock } from './clock.ts';

const SETTINGS = { failures: 3, windowMs: 10_000, timeoutMs: 100, probeAfterMs: 5_000 };

describe('a breaker', () => {
  test('passes results and errors through while it is closed', async () => {
    const { breaker } = create();
    assert.equal(await breaker.run(async () => 7), 7);
    await assert.rejects(breaker.run(fails), /down/);
    assert.equal(breaker.state, 'closed');
  });

  test('opens at the configured number of failures within the window and then refuses at once', async () => {
    const { breaker, changes } = create();
    await failTimes(breaker, 3);
    assert.equal(breaker.state, 'open');
    let called = false;
    const refused = breaker.run(async () => {
      called = true;
    });
    await assert.rejects(refused, error => error instanceof BreakerOpen && error.retryAfterMs === 5_000);
    assert.equal(called, false);
    assert.deepEqual(changes, ['open']);
  });

  test('stays closed when the failures are further apart than the window', async () => {
    const { breaker, clock } = create();
    for (let n = 0; n < 20; n++) {
      await failTimes(breaker, 1);
      await clock.advance(5_000);
    }
    assert.equal(breaker.state, 'closed');
  });

  test('lets one probe through after the pause and closes when it succeeds', async () => {
    const { breaker, clock, changes } = create();
    await failTimes(breaker, 3);
    await clock.advance(5_000);
    const gate = Promise.withResolvers<string>();
    const probe = breaker.run(() => gate.promise);
    await assert.rejects(
      breaker.run(async () => 'second'),
      BreakerOpen,
    );
    gate.resolve('back');
    assert.equal(await probe, 'back');
    assert.equal(await breaker.run(async () => 'second'), 'second');
    assert.deepEqual(changes, ['open', 'probing', 'closed']);
  });

  test('opens again for a whole pause when the probe fails', async () => {
    const { breaker, clock } = create();
    await failTimes(breaker, 3);
    await clock.advance(5_000);
    await failTimes(breaker, 1);
    assert.equal(breaker.state, 'open');
    await clock.advance(4_999);
    await assert.rejects(breaker.run(fails), BreakerOpen);
    await clock.advance(1);
    assert.equal(await breaker.run(async () => 1), 1);
  });

  test('counts failures from zero after it has closed', async () => {
    const { breaker, clock } = create();
    await failTimes(breaker, 3);
    await clock.advance(5_000);
    await breaker.run(async () => 1);
    await failTimes(breaker, 2);
    assert.equal(breaker.state, 'closed');
  });

  test('ends a call that takes too long, aborts its work and counts it as a failure', async () => {
    const { breaker, clock } = create();
    const signals: AbortSignal[] = [];
    const calls = [1, 2, 3].map(() => breaker.run(signal => hang(signals, signal)));
    const ended = Promise.all(calls.map(call => assert.rejects(call, TimedOut)));
    await clock.advance(100);
    await ended;
    assert.deepEqual(
      signals.map(signal => signal.aborted),
      [true, true, true],
    );
    assert.equal(breaker.state, 'open');
  });

  test('ignores the outcome of calls that began before its state changed', async () => {
    const { breaker, clock, changes } = create();
    const late = Promise.withResolvers<never>();
    const lateCalls = [1, 2, 3, 4].map(() => breaker.run(() => late.promise).catch(() => 'failed'));
    const early = Promise.withResolvers<string>();
    const lateSuccess = breaker.run(() => early.promise);
    await failTimes(breaker, 3);
    early.resolve('fine');
    await lateSuccess;
    assert.equal(breaker.state, 'open', 'an old success does not close it');
    await clock.advance(50);
    late.reject(new Error('down'));
    await Promise.all(lateCalls);
    await clock.advance(4_950);
    assert.equal(await breaker.run(async () => 1), 1, 'old failures do not lengthen the pause');
    assert.deepEqual(changes, ['open', 'probing', 'closed']);
  });

  test('counts an error that is an answer as a success', async () => {
    const { breaker, clock } = create({ isFailure: error => !(error instanceof RangeError) });
    const responses = async () => {
      throw new RangeError('no such thing');
    };
    for (let n = 0; n < 10; n++) await assert.rejects(breaker.run(responses), RangeError);
    assert.equal(breaker.state, 'closed');
    await failTimes(breaker, 3);
    await clock.advance(5_000);
    await assert.rejects(breaker.run(responses), RangeError);
    assert.equal(breaker.state, 'closed', 'the probe was answered');
  });

  test('does not stay open when the clock is set back an hour', async () => {
    let step = 0;
    const manual = new ManualClock();
    const clock = { now: () => manual.now() - step, sleep: manual.sleep.bind(manual) };
    const breaker = new Breaker('thing', SETTINGS, clock);
    await failTimes(breaker, 3);
    step = 3_600_000;
    await assert.rejects(breaker.run(fails), BreakerOpen);
    await manual.advance(5_000);
    assert.equal(await breaker.run(async () => 'back'), 'back');
  });

  test('agrees with a plain model over any history of calls', async () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 6_000 }), ok: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const { breaker, clock } = create();
        const model = new Model();
        for (const { wait, ok } of steps) {
          await clock.advance(wait);
          const expected = model.call(clock.now(), ok);
          const got = await breaker.run(ok ? async () => 'ok' : fails).catch(nameOf);
          assert.equal(got, expected);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The rules of the breaker for calls that end at once, in their simplest form. */
class Model {
  #failures: number[] = [];
  #openedAt: number | null = null;

  call(now: number, ok: boolean): string {
    const open = this.#openedAt !== null;
    if (this.#openedAt !== null && now < this.#openedAt + SETTINGS.probeAfterMs) return 'BreakerOpen';
    this.#failures = ok || open ? (open ? [] : this.#failures) : [...this.#failures, now];
    const recent = this.#failures.filter(at => at > now - SETTINGS.windowMs);
    const opens = !ok && (open || recent.length >= SETTINGS.failures);
    this.#openedAt = opens ? now : null;
    if (opens) this.#failures = [];
    return ok ? 'ok' : 'Error';
  }
}

function create(options: Omit<BreakerOptions, 'onChange'> = {}) {
  const clock = new ManualClock();
  const changes: string[] = [];
  const breaker = new Breaker('thing', SETTINGS, clock, {
    ...options,
    onChange: state => changes.push(state),
  });
  return { breaker, clock, changes };
}

async function fails(): Promise<never> {
  throw new Error('down');
}

function hang(signals: AbortSignal[], signal: AbortSignal): Promise<never> {
  signals.push(signal);
  return new Promise(() => undefined);
}

async function failTimes(breaker: Breaker, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await assert.rejects(breaker.run(fails), /down/);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
