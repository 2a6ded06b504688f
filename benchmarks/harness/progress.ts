import type { RoundDone } from './measure.ts';
import { formatNumber } from './table.ts';

/** RUN-5: on a terminal, one updated line with rate and time left; elsewhere one line per measurement. */
export interface Progress {
  plan(measurements: number): void;
  begin(label: string, peers: number, rounds: number): void;
  round(done: RoundDone): void;
  /** Ends the current measurement. */
  end(summary: string): void;
  say(text: string): void;
  close(): void;
}

export function createProgress(
  name: string,
  out: Output,
  now: () => number = () => performance.now(),
): Progress {
  const start = now();
  let planned = 1;
  let finished = 0;
  let current = { label: '', steps: 1, done: 0 };

  const left = () => timeLeft(now() - start, (finished + current.done / current.steps) / planned);
  const rewrite = (text: string) => {
    if (out.isTTY) out.write(`\r\u001b[2K${text.slice(0, (out.columns ?? 80) - 1)}`);
  };
  const line = (text: string) => {
    rewrite('');
    out.write(`${text}\n`);
  };

  return {
    plan: measurements => {
      planned = Math.max(planned, measurements);
    },
    begin: (label, peers, rounds) => {
      current = { label, steps: peers * rounds, done: 0 };
      rewrite(`${name}: ${label}`);
    },
    round: ({ peer, round, rounds, rate }) => {
      current.done++;
      rewrite(
        `${name}: ${current.label}, round ${round}/${rounds}, ${peer} ${formatNumber(rate)}/s, ${left()}`,
      );
    },
    end: summary => {
      finished++;
      planned = Math.max(planned, finished);
      current = { label: '', steps: 1, done: 0 };
      line(`${name}: ${summary}, ${left()}`);
    },
    say: text => line(`${name}: ${text}`),
    close: () => rewrite(''),
  };
}

/** Estimates the time left from the time of the finished share. */
export function timeLeft(elapsedMs: number, share: number): string {
  if (share <= 0) return 'time left unknown';
  const seconds = Math.max(0, Math.round((elapsedMs / share - elapsedMs) / 1_000));
  return seconds < 120 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`;
}

/** The part of `process.stderr` in use. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}
