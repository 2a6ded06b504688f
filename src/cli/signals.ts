import type { Clock } from '../lib/clock.ts';

/** Stop signals from outside, and the exit of last resort. */
export interface Signals {
  on(name: SignalName, listener: () => void): unknown;
  off(name: SignalName, listener: () => void): unknown;
  exit(code: number): void;
}

export type SignalName = (typeof SIGNALS)[number];
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first signal requests a stop, a second one forces it. Ctrl-C reaches every process of a terminal, and npm and our
 * launcher forward it as well, so one request may arrive several times within milliseconds: only a signal after a pause
 * counts as the second.
 */
export function watchSignals(signals: Signals, clock: Clock, { onStop, onForce }: Listeners): () => void {
  let requestedAt: number | null = null;
  const heard = (name: SignalName) => () => {
    if (requestedAt === null) {
      requestedAt = clock.now();
      onStop(name);
    } else if (clock.now() - requestedAt >= SAME_REQUEST_MS) {
      onForce(name);
    }
  };
  const listeners = SIGNALS.map(name => ({ name, listener: heard(name) }));
  for (const { name, listener } of listeners) signals.on(name, listener);
  return () => {
    for (const { name, listener } of listeners) signals.off(name, listener);
  };
}

const SAME_REQUEST_MS = 400;

interface Listeners {
  onStop: (name: SignalName) => void;
  onForce: (name: SignalName) => void;
}
