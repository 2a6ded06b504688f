import type { WireRequest } from '../exchange.ts';
import { FailureReason } from '../failure.ts';

/** The request line and headers, encoded as latin1. */
export function writeHead(message: WireRequest): string {
  let text = `${message.method} ${message.path} HTTP/1.1\r\nhost: ${message.authority}\r\n`;
  for (const [name, value] of message.headers) text += `${name}: ${value}\r\n`;
  if (message.body !== null) text += `content-length: ${message.body.length}\r\n`;
  else if (message.method !== 'GET' && message.method !== 'HEAD') text += 'content-length: 0\r\n';
  return `${text}\r\n`;
}

/**
 * Parses the head of a response, given without its final empty line. Lenient where browsers are, because publishers
 * test with those: bare line feeds, folded lines, spaces around names, invalid lines. Strict where two parsers could
 * disagree about the end of the body; see `framing.ts`.
 */
export function readHead(text: string, maxLines: number): Head {
  const lines = text.split('\n');
  const match = STATUS_LINE.exec(lines[0] ?? '');
  if (match === null) throw new FailureReason('bad-response', 'sent a response that is not HTTP');
  if (lines.length - 1 > maxLines) throw new FailureReason('bad-response', 'sent too many headers');
  const headers: [string, string][] = [];
  for (let index = 1; index < lines.length; index++) addLine(headers, lines[index] ?? '');
  return { minor: match[1] === '0' ? 0 : 1, status: Number(match[2]), headers };
}

function addLine(headers: [string, string][], line: string): void {
  const last = headers.at(-1);
  if ((line.startsWith(' ') || line.startsWith('\t')) && last !== undefined) {
    last[1] = `${last[1]} ${trimmed(line)}`.trim();
    return;
  }
  const colon = line.indexOf(':');
  const name = colon > 0 ? line.slice(0, colon).trim() : '';
  if (TOKEN.test(name)) headers.push([name.toLowerCase(), trimmed(line.slice(colon + 1))]);
}

/**
 * Removes spaces, tabs and the carriage return; other bytes, such as the no-break space of latin1, belong to the
 * value.
 */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

const STATUS_LINE = /^HTTP\/1\.([01])[ \t]+([1-9]\d\d)(?:[ \t][^\n]*)?\r?$/i;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export interface Head {
  readonly minor: 0 | 1;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
}
