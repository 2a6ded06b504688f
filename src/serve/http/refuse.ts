import { type RequestListener, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, type ProblemCode } from '../../errors.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { headersForAll } from './headers.ts';
import type { HostCheck } from './host-check.ts';
import { networkField } from './observe.ts';
import { problemDocument } from './problem.ts';

/** Malformed HTTP never reaches a route: it gets a minimal response and the connection is closed. */
export function refuseClient(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body } = refusal(CODES[error.code ?? ''] ?? 'malformed-request', false);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Passes on only requests for this installation. The others reach no route, no limit and no credential. */
export function refuseForeignHosts(handle: RequestListener, options: HostRefusal): RequestListener {
  const { check, secure, log } = options;
  return (request, response) => {
    const code = check(request);
    if (code === null) return handle(request, response);
    const { status, headers, body } = refusal(code, secure);
    const { method, socket } = request;
    log.info('http.request', { method, route: 'unknown', status, ...networkField(socket.remoteAddress) });
    return response.writeHead(status, headers).end(body);
  };
}

function refusal(code: ProblemCode, secure: boolean) {
  const problem = new Problem(code, DETAILS[code]);
  const body = JSON.stringify(problemDocument(problem, undefined));
  const headers = {
    ...headersForAll(secure),
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { status: problem.status, headers, body };
}

const DETAILS: Partial<Record<ProblemCode, string>> = {
  'misdirected-request':
    'Use the address of this installation, or add the host to its setting allowed-hosts.',
};

/** Node's names of the errors. */
const CODES: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
};

interface HostRefusal {
  readonly check: HostCheck;
  readonly secure: boolean;
  readonly log: Logger;
}
