import { type Clock, ManualClock } from '../../../lib/clock.ts';
import { type Random, seededRandom } from '../../../lib/random.ts';
import type { CleanError } from '../clean.ts';
import { decodeFields } from '../encoded.ts';
import type { ReadableMetrics } from '../metrics/metrics.ts';
import type { Fields, LogLevel, Telemetry } from '../port.ts';
import { assembleTelemetry } from '../telemetry.ts';
import type { SpanRecorder, StartedSpan } from '../trace.ts';

/** Keeps everything for tests to inspect: `lines`, `spans`, and `metrics.value(...)`. */
export function createMemoryTelemetry(options: MemoryOptions = {}): MemoryTelemetry {
  const clock = options.clock ?? new ManualClock();
  const lines: RecordedLine[] = [];
  const spans: RecordedSpan[] = [];
  const telemetry = assembleTelemetry({
    level: options.level ?? 'debug',
    random: options.random ?? seededRandom(1),
    write: (level, message, fields) => {
      lines.push({ ...decodeFields(fields), time: new Date(clock.now()).toISOString(), level, msg: message });
    },
    recorder: recordInto(spans, clock),
    close: async () => undefined,
  });
  return { ...telemetry, lines, spans };
}

/** Spans are recorded at their start, so that one that never ended is visible. */
function recordInto(spans: RecordedSpan[], clock: Clock): SpanRecorder {
  return {
    start(started) {
      const recorded: Mutable<RecordedSpan> = {
        ...started,
        startedAt: clock.now(),
        endedAt: undefined,
        failure: undefined,
      };
      spans.push(recorded);
      return {
        set: attributes => {
          recorded.attributes = { ...recorded.attributes, ...attributes };
        },
        fail: error => {
          recorded.failure = error;
        },
        end: () => {
          recorded.endedAt ??= clock.now();
        },
      };
    },
  };
}

export interface MemoryTelemetry extends Telemetry {
  readonly metrics: ReadableMetrics;
  readonly lines: readonly RecordedLine[];
  readonly spans: readonly RecordedSpan[];
}

export interface RecordedLine extends Fields {
  readonly time: string;
  readonly level: LogLevel;
  readonly msg: string;
}

export interface RecordedSpan extends StartedSpan {
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly failure: CleanError | undefined;
}

export interface MemoryOptions {
  readonly level?: LogLevel;
  readonly clock?: Clock;
  readonly random?: Random;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
