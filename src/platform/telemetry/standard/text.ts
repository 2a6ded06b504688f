import { escapeUnprintable, isPrintable } from '../printable.ts';

/**
 * For people at a terminal:
 *
 *   12:34:56.789Z INFO  breaker.opened  name=search failures=5 traceId=4bf92f35...
 *   12:34:57.001Z ERROR "fetched x=1"  error={"name":"TypeError","message":"no\nway"}
 *       at fetchSource (src/ingest/fetch/fetch.ts:12:3)
 *
 * Only log lines begin at the left edge; stacks are indented below them. Values other than plain words are quoted as in
 * JSON, and so are messages that look like pairs, so that input cannot forge a line, a level or a pair.
 */
export function createTextFormat(colours: boolean): (json: string) => string {
  const paint = colours ? painted : plain;
  return json => {
    const { time, level, msg, traceId, ...fields }: TextLine = JSON.parse(json);
    const pairs = Object.entries(fields).map(([name, value]) => pair(name, withoutStack(value), paint));
    if (traceId !== undefined) pairs.push(pair('traceId', traceId, paint));
    const head = `${paint('dim', time.slice(11))} ${paint(level, level.toUpperCase().padEnd(5))} ${message(msg)}`;
    const stacks = Object.values(fields).map(value => stackLines(value, paint));
    return `${head}${pairs.length === 0 ? '' : `  ${pairs.join(' ')}`}\n${stacks.join('')}`;
  };
}

function message(text: string): string {
  return /[="\\]/.test(text) || !isPrintable(text) ? quoted(text) : text;
}

function pair(name: string, value: unknown, paint: Paint): string {
  return `${paint('dim', `${word(name)}=`)}${typeof value === 'string' ? word(value) : quoted(value)}`;
}

function word(text: string): string {
  return PLAIN_WORD.test(text) ? text : quoted(text);
}

function quoted(value: unknown): string {
  return escapeUnprintable(JSON.stringify(value));
}

const PLAIN_WORD = /^[\p{L}\p{N}_\-./:@+%#?&]+$/u;

function withoutStack(value: unknown): unknown {
  if (!hasStack(value)) return value;
  const { stack: _, ...rest } = value;
  return rest;
}

function stackLines(value: unknown, paint: Paint): string {
  if (!hasStack(value)) return '';
  const calls = value.stack.split('\n').filter(line => /^\s*at /.test(line));
  return calls.map(line => `    ${paint('dim', escapeUnprintable(line.trim()))}\n`).join('');
}

function hasStack(value: unknown): value is { stack: string } {
  return typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string';
}

function plain(_: string, text: string): string {
  return text;
}

function painted(colour: string, text: string): string {
  return `\u001b[${CODES[colour] ?? 0}m${text}\u001b[0m`;
}

const CODES: Readonly<Record<string, number>> = { dim: 2, debug: 2, info: 32, warn: 33, error: 31 };

type Paint = (colour: string, text: string) => string;

interface TextLine {
  readonly time: string;
  readonly level: string;
  readonly msg: string;
  readonly traceId?: string;
  readonly [field: string]: unknown;
}
