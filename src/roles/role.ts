import type { Installation } from '../context.ts';

/** Starts a role on an installation. When it fails, it closes everything it has opened. */
export type StartRole = (installation: Installation) => Promise<RunningRole>;

export interface RunningRole {
  /** Its address, when it listens. */
  readonly url?: string;
  /** Resolves when all pending work is done. For tests. */
  drain(): Promise<void>;
  /** Accepts no new work, finishes running work, and ends. */
  stop(): Promise<void>;
}
