import { decodeFields } from '../../telemetry/encoded.ts';
import type { Fields, Logger } from '../../telemetry/port.ts';

/** A log that is kept for the test to look at. */
export function recordingLog(
  lines: RecordedLine[] = [],
): Logger & { readonly lines: readonly RecordedLine[] } {
  const write =
    (level: string) =>
    (message: string, fields: Fields = {}) => {
      lines.push({ level, message, fields });
    };
  return {
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    known: (message, fields) => write('info')(message, decodeFields(fields)),
    child: () => recordingLog(lines),
  };
}

export interface RecordedLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Fields;
}
