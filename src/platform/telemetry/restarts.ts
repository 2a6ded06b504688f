import { defineEvent } from './events.ts';
import type { Telemetry } from './port.ts';

/** Returns what a pool or supervisor calls when a thread or child process of it died or hung, and is replaced. */
export function restartReporter(
  telemetry: Pick<Telemetry, 'event'>,
  role: WorkerRole,
): (reason?: unknown) => void {
  return reason => telemetry.event(workerRestarted, { role, ...(reason !== undefined && { error: reason }) });
}

const workerRestarted = defineEvent('worker_restarts_total', 'warn', 'worker.restarted');

type WorkerRole = 'postgres' | 'archive' | 'parser' | 'describer' | 'search';
