import type { SignalEvent } from '../../src/signals/rules/event.ts';

/** An event as the server gets it (`at` is when it arrives), with what is really behind it. */
export interface ReaderEvent {
  readonly event: SignalEvent;
  readonly truth: ReaderTruth;
}

export interface ReaderTruth {
  /** The visit, read or share that it belongs to. One event of it counts, or none. */
  readonly thing: string;
  /** Null when it must count, as what it is; otherwise why it must not. */
  readonly not: NotCounted | null;
  /** Which reader; null for machines. */
  readonly reader: number | null;
}

export type NotCounted = 'machine' | 'own' | 'retry' | 'too short' | 'heartbeat' | 'repeat' | 'double tap';

/** On its way to the server. */
export interface Sent {
  readonly event: SignalEvent;
  readonly thing: string;
  readonly reader: number | null;
  readonly isOwn: boolean;
}
