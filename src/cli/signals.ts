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
export function watchSignals(signals: Signals, clock: Clock, { onAsked, onInsisted }: Listeners): () => void {
  let askedAt: number | null = null;
  const heard = (name: SignalName) => () => {
    if (askedAt === null) {
      askedAt = clock.now();
      onAsked(name);
    } else if (clock.now() - askedAt >= SAME_WISH_MS) {
      onInsisted(name);
    }
  };
  const listeners = SIGNALS.map(name => ({ name, listener: heard(name) }));
  for (const { name, listener } of listeners) signals.on(name, listener);
  return () => {
    for (const { name, listener } of listeners) signals.off(name, listener);
  };
}

const SAME_WISH_MS = 400;

interface Listeners {
  onAsked: (name: SignalName) => void;
  onInsisted: (name: SignalName) => void;
}
