import { flushCompileCache } from 'node:module';
import type { Config } from '../config.ts';
import { type Program, type ProgramOptions, startProgram } from '../program.ts';
import type { Invocation } from './command.ts';
import { type SignalName, watchSignals } from './signals.ts';
import { startPatiently } from './start-patiently.ts';

/**
 * Runs the program until somebody asks it to stop (RUN-3):
 *
 *   starting -> running -> asked -> stopped                exit code 0
 *                          asked -> asked again, or late   exit code 1, at once
 *
 * Asked while it starts, it stops as soon as it can. A process that is ended at once leaves no PostgreSQL
 * behind: its keeper sees us gone and stops it.
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
  const asked = new Promise<SignalName>(resolve => {
    const unwatch = watchSignals(signals, clock, {
      onAsked: resolve,
      onInsisted: () => {
        say('Ended at once.');
        signals.exit(1);
      },
    });
    over.signal.addEventListener('abort', unwatch);
  });
  const deadline = asked.then(async () => {
    stopping.abort();
    say('Stopping; once more ends it at once.');
    await clock.sleep(config.drainTimeout + BEYOND_DRAIN_MS, over.signal);
    say('It did not stop in time and was ended.');
    signals.exit(1);
  });
  // Rejects when it is called off, which is how it should be.
  deadline.catch(() => undefined);
  try {
    const program = await startPatiently(() => startProgram(config, options), {
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
    // At its end a process does this by itself, but one that is killed has no end. After an installation it takes a second,
    // which nobody should have to wait for while the first articles come; later it takes nothing.
    clock.sleep(CALM_AFTER_MS, over.signal).then(flushCompileCache, () => undefined);
    await asked;
    await program.stop();
    say('Stopped.');
    return 0;
  } finally {
    over.abort();
  }
}

/** With the drain's 8 s this makes the 10 s that a stop may take. */
const BEYOND_DRAIN_MS = 1_800;
const CALM_AFTER_MS = 120_000;
