import { styleText } from 'node:util';

/** The outputs of a command: results go to `out`; progress, logs and errors to `err`. */
export interface Terminal {
  readonly out: Output;
  readonly err: Output;
}

export interface Output {
  write(text: string): void;
  /** An interactive terminal, whose lines may be rewritten. Otherwise each line is final. */
  readonly interactive: boolean;
  /** Infinite when not interactive: programs read whole lines. */
  readonly columns: number;
  readonly paint: Colorize;
}

/** Colours on terminals, plain text elsewhere. */
export type Colorize = (style: Style, text: string) => string;
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'underline';

export function processTerminal(process: ProcessStreams): Terminal {
  const out = outputOn(process.stdout, process.env);
  const err = outputOn(process.stderr, process.env);
  return { out, err };
}

/** An output that buffers, for tests and for text that is composed before it is shown. */
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

const plain: Colorize = (_style, text) => text;
export const coloured: Colorize = (style, text) => styleText(style, text, { validateStream: false });

/**
 * Makes foreign text safe for a terminal: control characters could move the cursor, and bidirectional marks could change
 * how a line reads.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, unsafe => {
    const code = unsafe.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

function outputOn(stream: TextStream, environment: Environment): Output {
  // `broadsheet config | head` closes the pipe early, which is not a failure.
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
