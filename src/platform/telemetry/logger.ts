import { cleanInto, cleanText } from './clean.ts';
import { type EncodedFields, encodeFields, joinFields } from './encoded.ts';
import type { Fields, Logger, LogLevel } from './port.ts';

/**
 * Receives log lines once they are clean: the fields are JSON values, and none is named like a member of the line.
 */
export type WriteLine = (level: LogLevel, message: string, fields: EncodedFields) => void;

export function createLogger(options: LoggerOptions, bound: Fields = {}): Logger {
  const minLevel = LEVELS[options.level];
  const boundOnce = encodeFields(bound);

  const write = (level: LogLevel, message: string, fields: Fields | undefined) => {
    if (LEVELS[level] < minLevel) return;
    const traceId = options.traceId();
    const line = traceId === undefined ? { ...bound } : { traceId, ...bound };
    options.write(
      level,
      cleanText(message),
      encodeFields(fields === undefined ? line : cleanInto(line, fields)),
    );
  };

  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    known: (message, fields, traceId = options.traceId()) => {
      if (LEVELS.info < minLevel) return;
      const rest = joinFields(boundOnce, fields);
      options.write('info', message, traceId === undefined ? rest : joinFields(traceField(traceId), rest));
    },
    child: fields => createLogger(options, cleanInto({ ...bound }, fields)),
  };
}

/** A trace id consists of hexadecimal digits, wherever it comes from. */
function traceField(traceId: string): EncodedFields {
  return `"traceId":"${traceId}"` as EncodedFields;
}

const LEVELS: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

export interface LoggerOptions {
  readonly level: LogLevel;
  readonly traceId: () => string | undefined;
  readonly write: WriteLine;
}
