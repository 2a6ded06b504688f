import { styleText } from 'node:util';

/** Where a command speaks: results to `out`, everything about getting there (progress, logs, errors) to `err`. */
export interface Terminal {
  readonly out: Output;
  readonly err: Output;
}

export interface Output {
  write(text: string): void;
  /** A person watches: lines may be rewritten. Otherwise each line is final. */
  readonly interactive: boolean;
  /** Without end where nobody watches: programs read lines as they are. */
  readonly columns: number;
  readonly paint: Paint;
}

/** Colour where it helps and plain text where it would be noise. */
export type Paint = (style: Style, text: string) => string;
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'underline';

export function processTerminal(process: ProcessStreams): Terminal {
  const out = outputOn(process.stdout, process.env);
  const err = outputOn(process.stderr, process.env);
  return { out, err };
}

/** An output that keeps what was written, for tests and for text that is put together before it is shown. */
export function memoryOutput(options: Partial<Omit<Output, 'write'>> = {}): Output & { text(): string } {
  const parts: string[] = [];
  return {
    write: text => {
      parts.push(text);
    },
    text: () => parts.join(''),
    interactive: options.interactive ?? false,
    columns: options.columns ?? Number.POSITIVE_INFINITY,
    paint: options.paint ?? plain,
  };
}

export const plain: Paint = (_style, text) => text;
export const coloured: Paint = (style, text) => styleText(style, text, { validateStream: false });

/**
 * Text that somebody else chose, safe to show on a terminal: control characters could move the cursor, and
 * direction marks could make a line read as something else.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, unsafe => {
    const code = unsafe.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

function outputOn(stream: TextStream, environment: Environment): Output {
  // `broadsheet config | head` closes the pipe early, which is no failure of ours.
  stream.on('error', () => undefined);
  const interactive = stream.isTTY === true && environment['TERM'] !== 'dumb';
  const colours = interactive && !environment['NO_COLOR'];
  return {
    write: text => {
      stream.write(text);
    },
    interactive,
    get columns() {
      return interactive ? stream.columns || 80 : Number.POSITIVE_INFINITY;
    },
    paint: colours ? coloured : plain,
  };
}

export type Environment = Readonly<Record<string, string | undefined>>;

interface ProcessStreams {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly env: Environment;
}

interface TextStream {
  write(text: string): unknown;
  on(event: 'error', listener: () => void): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}
