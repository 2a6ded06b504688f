import type { Installation } from '../context.ts';

/** Starts a role on an installation. It undoes what it has opened when it fails. */
export type StartRole = (installation: Installation) => Promise<RunningRole>;

export interface RunningRole {
  /** Where it can be reached, when it listens. */
  readonly url?: string;
  /** Resolves when all pending work is done. For tests. */
  drain(): Promise<void>;
  /** Accepts no new work, finishes what it has, and ends. */
  stop(): Promise<void>;
}
