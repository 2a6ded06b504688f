import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, type ProblemCode } from '../../errors.ts';
import { headersForAll } from './headers.ts';
import { problemDocument } from './problem.ts';

/** Malformed HTTP never reaches a route: it gets a minimal response and the connection is closed. */
export function refuseClient(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const problem = new Problem(CODES[error.code ?? ''] ?? 'malformed-request');
  const body = JSON.stringify(problemDocument(problem, undefined));
  const headers = {
    ...headersForAll(false),
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Node's names of the errors. */
const CODES: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
};
