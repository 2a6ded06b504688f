import { pino } from 'pino';
import type { Clock } from '../../../lib/clock.ts';
import type { WriteLine } from '../logger.ts';
import { escapeUnprintable } from './printable.ts';
import { createTextFormat } from './text.ts';

/** Clean fields to lines: JSON by pino, or text made from it. A line is one write and ends with `\n`. */
export function createLineWriter(options: LineWriterOptions): WriteLine {
  const { clock, destination } = options;
  const toText = options.format === 'text' ? createTextFormat(options.colours) : undefined;

  const write = (line: string) => {
    const json = escapeUnprintable(line.slice(0, -1));
    destination.write(toText === undefined ? `${json}\n` : toText(json));
  };

  const logger = pino(
    {
      // What is not to be written was dropped before it got here.
      level: 'debug',
      base: null,
      timestamp: createTimestamp(clock),
      formatters: { level: level => ({ level }) },
      // Errors come as plain values already; the serialiser that is built in would take them apart again.
      serializers: { err: (value: unknown) => value },
    },
    { write },
  );
  return (level, message, fields) => logger[level](fields, message);
}

/** Writing a date out costs as much as the rest of the line, and many lines share their millisecond. */
function createTimestamp(clock: Clock): () => string {
  let last = Number.NaN;
  let text = '';
  return () => {
    const now = clock.now();
    if (now !== last) {
      last = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

export interface LineWriterOptions {
  readonly clock: Clock;
  readonly destination: { write(line: string): void };
  readonly format: 'json' | 'text';
  readonly colours: boolean;
}
