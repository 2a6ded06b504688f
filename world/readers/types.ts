import type { SignalEvent } from '../../src/signals/rules/event.ts';

/** An event as the server receives it (`at` is the arrival time), with its ground truth. */
export interface ReaderEvent {
  readonly event: SignalEvent;
  readonly truth: ReaderTruth;
}

export interface ReaderTruth {
  /** The visit, read or share of the event. At most one of its events counts. */
  readonly thing: string;
  /** Null when it must count; otherwise the reason why not. */
  readonly not: NotCounted | null;
  /** The reader's index; null for machines. */
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
