import type { Clock } from '../../../lib/clock.ts';
import type { WriteLine } from '../logger.ts';
import { escapeUnprintable } from '../printable.ts';
import { createTextFormat } from './text.ts';

/**
 * Turns clean fields into lines: JSON, or text made from it. A line is one write and ends with `\n`. The fields are
 * encoded JSON members already, and none is named like a member of the line, so joining them is enough: a logging
 * library took three times as long.
 */
export function createLineWriter(options: LineWriterOptions): WriteLine {
  const { clock, destination } = options;
  const toText = options.format === 'text' ? createTextFormat(options.colours) : undefined;
  const timestamp = createTimestamp(clock);
  const messages = createMessageMemory();

  return (level, message, fields) => {
    const msg = messages.encode(message);
    const json = `{"level":"${level}","time":"${timestamp()}",${fields}${fields === '' ? '' : ','}"msg":${msg}}`;
    destination.write(toText === undefined ? `${json}\n` : toText(json));
  };
}

/** Frequent lines often repeat the message of the line before them. */
function createMessageMemory() {
  let last = '';
  let encoded = '""';
  return {
    encode: (message: string): string => {
      if (message !== last) {
        last = message;
        encoded = escapeUnprintable(JSON.stringify(message));
      }
      return encoded;
    },
  };
}

/** Formatting a date costs as much as the rest of the line, and many lines share their millisecond. */
function createTimestamp(clock: Clock): () => string {
  let last = Number.NaN;
  let text = '';
  return () => {
    const now = clock.now();
    if (now !== last) {
      last = now;
      text = new Date(now).toISOString();
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
