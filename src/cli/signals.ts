import type { Clock } from '../lib/clock.ts';

/** How a process is asked to stop from outside, and how it ends when there is no other way. */
export interface Signals {
  on(name: SignalName, listener: () => void): unknown;
  off(name: SignalName, listener: () => void): unknown;
  exit(code: number): void;
}

export type SignalName = (typeof SIGNALS)[number];
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first signal asks to stop, a later one insists. Ctrl-C reaches every process of a terminal at once and
 * npm and our own launcher pass it on as well, so the same wish may arrive two or three times within
 * milliseconds: only what comes after a pause is a second one.
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
