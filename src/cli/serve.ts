import { flushCompileCache } from 'node:module';
import type { Config } from '../config.ts';
import { isTransient } from '../errors.ts';
import { reportAlive } from '../lib/alive.ts';
import { type Clock, pause } from '../lib/clock.ts';
import { type Program, type ProgramOptions, startProgram } from '../program.ts';
import type { Invocation } from './command.ts';
import { explain } from './explain.ts';
import { type SignalName, watchSignals } from './signals.ts';

/**
 * Runs the program until a signal stops it (RUN-3):
 *
 *   starting -> running -> stopping -> stopped                      exit code 0
 *                          stopping -> second signal, or deadline   exit code 1, immediately
 *
 * Either way the process ends: what a stop has left running is reported (end-process.ts).
 * A signal during the start stops it as soon as possible. An immediate exit leaves no PostgreSQL behind: its supervisor
 * process notices and stops it.
 */
export async function serve(
  invocation: Invocation,
  config: Config,
  options: ProgramOptions,
  onUp: (program: Program) => void,
): Promise<number> {
  const { clock, signals, terminal } = invocation;
  const say = (text: string) => terminal.err.write(`${text}\n`);
  const over = new AbortController();
  const stopping = new AbortController();
  const stopRequested = new Promise<SignalName>(resolve => {
    const unwatch = watchSignals(signals, clock, {
      onStop: resolve,
      onForce: () => {
        say('Stopped immediately.');
        signals.exit(1);
      },
    });
    over.signal.addEventListener('abort', unwatch);
  });
  const deadline = stopRequested.then(async () => {
    stopping.abort();
    say('Stopping; a second signal stops it immediately.');
    await clock.sleep(config.drainTimeout + BEYOND_DRAIN_MS, over.signal);
    say(`It did not stop in time and was terminated. Still alive:\n${await reportAlive()}`);
    signals.exit(1);
  });
  // Rejects when it is cancelled, as intended.
  deadline.catch(() => undefined);
  try {
    const program = await startWithRetry(() => startProgram(config, options), {
      clock,
      config,
      say: text => say(`broadsheet: ${text}`),
      stop: stopping.signal,
    });
    if (!program) {
      say('Stopped.');
      return 0;
    }
    onUp(program);
    // A process does this at exit, but a killed one does not. On the first run it takes a second, so it waits until the
    // first articles have arrived; on later runs it costs nothing.
    clock.sleep(CALM_AFTER_MS, over.signal).then(flushCompileCache, () => undefined);
    await stopRequested;
    await program.stop();
    say('Stopped.');
    return 0;
  } finally {
    over.abort();
  }
}

/** With the drain's 8 s, a stop takes at most 10 s. */
const BEYOND_DRAIN_MS = 1_800;
const CALM_AFTER_MS = 120_000;

/**
 * Retries a start that needs the database for up to `database-wait`: the database may be recovering from a crash, or may
 * have been started at the same time. Null when `stop` fires meanwhile.
 */
async function startWithRetry<T>(start: () => Promise<T>, deps: StartRetryDeps): Promise<T | null> {
  const { clock, config, say, stop } = deps;
  const giveUpAt = clock.now() + config.databaseWait;
  let hasReported = false;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (stop.aborted) return null;
      if (!isTransient(error) || clock.now() + PAUSE_MS >= giveUpAt) throw error;
      if (!hasReported) say(`${explain(error, config).message}; waiting for it.`);
      hasReported = true;
    }
    await pause(clock, PAUSE_MS, stop);
    if (stop.aborted) return null;
  }
}

/** Each attempt has waited for a connection already. */
const PAUSE_MS = 250;

interface StartRetryDeps {
  readonly clock: Clock;
  readonly config: Config;
  readonly say: (text: string) => void;
  readonly stop: AbortSignal;
}
