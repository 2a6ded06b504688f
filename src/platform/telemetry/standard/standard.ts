import { isatty } from 'node:tty';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Clock } from '../../../lib/clock.ts';
import type { Random } from '../../../lib/random.ts';
import { createLogger } from '../logger.ts';
import type { LogLevel, Telemetry } from '../port.ts';
import { assembleTelemetry } from '../telemetry.ts';
import { createLineWriter } from './lines.ts';
import { createOtlpRecorder, type OtlpRecorder } from './otlp.ts';
import { createFdDestination } from './stderr.ts';

/** Logs to stderr, metrics for Prometheus, spans to a collector when there is one. */
export async function createTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { level, clock, role } = options;
  const destination = options.destination ?? createFdDestination(STDERR, lines => onLost(lines));
  const colours = options.destination === undefined && terminalHasColours();
  const write = createLineWriter({ clock, destination, format: options.format, colours });
  // Telemetry's own log lines belong to no trace.
  const ownLog = createLogger({ level, traceId: () => undefined, write }, { role });
  const onLost = (lines: number) => ownLog.warn('log.lines_lost', { lines });
  const recorder = await createRecorder(options, ownLog);

  return assembleTelemetry({
    level,
    write,
    recorder,
    bound: { role },
    random: options.random,
    moreMetrics: watchNode(),
    async close() {
      await recorder?.close();
      await destination.close?.();
    },
  });
}

async function createRecorder(
  { tracesUrl, version, role, clock }: TelemetryOptions,
  log: Telemetry['log'],
): Promise<OtlpRecorder | undefined> {
  return tracesUrl === undefined
    ? undefined
    : createOtlpRecorder({ url: tracesUrl, version, role, clock, log });
}

const STDERR = 2;

/** Only for a terminal: accessing `process.stderr` changes how a pipe behaves. NO_COLOR is respected. */
function terminalHasColours(): boolean {
  return isatty(STDERR) && process.stderr.hasColors();
}

export interface TelemetryOptions {
  readonly level: LogLevel;
  readonly format: 'json' | 'text';
  /** Where spans are posted (OTLP over HTTP), path included; without it spans are ids for the logs. */
  readonly tracesUrl?: string | undefined;
  readonly role: string;
  readonly version: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Receives the lines instead of stderr. */
  readonly destination?: LogDestination;
}

export interface LogDestination {
  write(line: string): void;
  close?(): Promise<void>;
}

/**
 * Node's process metrics (event loop lag, heap, garbage collection, handles), by prom-client. Its observers cannot be
 * removed, so the process has one registry, however often this is called. None of the observers keeps the process
 * alive.
 */
function watchNode(): () => Promise<string> {
  registry ??= createRegistry();
  const watched = registry;
  return () => watched.metrics();
}

let registry: Registry | undefined;

function createRegistry(): Registry {
  const created = new Registry();
  // Sampled twenty times a second: the default of a hundred was half of the cost of an idle program.
  collectDefaultMetrics({ register: created, eventLoopMonitoringPrecision: 50 });
  return created;
}
