import type { Clock } from '../../../lib/clock.ts';
import type { WriteLine } from '../logger.ts';
import { escapeUnprintable } from './printable.ts';
import { createTextFormat } from './text.ts';

/**
 * Clean fields to lines: JSON, or text made from it. A line is one write and ends with `\n`. The fields are
 * JSON values already and none of them is called like a member of the line, so JSON.stringify is all it takes:
 * a logging library on top of it took three times as long.
 */
export function createLineWriter(options: LineWriterOptions): WriteLine {
  const { clock, destination } = options;
  const toText = options.format === 'text' ? createTextFormat(options.colours) : undefined;
  const timestamp = createTimestamp(clock);

  return (level, message, fields) => {
    const members = JSON.stringify(fields).slice(1, -1);
    const head = `{"level":"${level}","time":"${timestamp()}",`;
    const json = escapeUnprintable(
      `${head}${members}${members === '' ? '' : ','}"msg":${JSON.stringify(message)}}`,
    );
    destination.write(toText === undefined ? `${json}\n` : toText(json));
  };
}

/** Writing a date out costs as much as the rest of the line, and many lines share their millisecond. */
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
