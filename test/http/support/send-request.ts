import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { PROBLEMS, type ProblemCode } from '../../../src/errors.ts';
import { atEnd } from '../../harness/cleanup.ts';

/** Sends one request unchanged: adds only Host and Content-Length, and does not normalise the path. */
export function sendRequest(site: { url: string }, options: TestRequest): Promise<TestResponse> {
  const { method = 'GET', path, body } = options;
  const { port, host } = new URL(site.url);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { host, ...length, ...options.headers };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent: sharedAgent(), host: '127.0.0.1', port, method, path, headers },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve(toTestResponse(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Sends JSON to the API. */
export function sendJson(site: { url: string }, options: Omit<TestRequest, 'body'> & { json: unknown }) {
  return sendRequest(site, {
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
    body: JSON.stringify(options.json),
  });
}

/** Sends a form as our pages do. */
export function sendForm(
  site: { url: string },
  options: Omit<TestRequest, 'body' | 'method'> & { fields: Readonly<Record<string, string>> },
) {
  return sendRequest(site, {
    ...options,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...options.headers },
    body: new URLSearchParams(options.fields).toString(),
  });
}

/**
 * ALL-1 for any response: no internal error; every error is a problem with a known code and its status, or a
 * page, and reveals no internals.
 */
export function assertSane(answer: TestResponse, what: string): void {
  const shown = `${what} -> ${answer.status} ${answer.text.slice(0, 300)}`;
  assert.notEqual(answer.status, 500, shown);
  assert.equal(answer.headers['x-content-type-options'], 'nosniff', shown);
  assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/, shown);
  assert.doesNotMatch(answer.text, /node_modules|\.ts:\d+|\n\s+at /, shown);
  if (answer.status < 400 || answer.text === '') return;
  if (String(answer.headers['content-type']).startsWith('text/html')) return;
  assert.equal(answer.headers['content-type'], 'application/problem+json', shown);
  assert.equal(PROBLEMS[codeOf(answer)].status, answer.status, shown);
  assert.equal(answer.headers['cache-control'], 'no-store', shown);
}

/** The code of a problem; fails when the response is not a problem. */
export function codeOf(answer: TestResponse): ProblemCode {
  const { code } = answer.json();
  const known = Object.keys(PROBLEMS).find((name): name is ProblemCode => name === code);
  assert.ok(known, `${answer.status} with an unknown code: ${answer.text.slice(0, 300)}`);
  return known;
}

export function assertProblem(answer: TestResponse, code: ProblemCode, what = ''): void {
  assert.equal(answer.status, PROBLEMS[code].status, `${what} ${answer.text.slice(0, 300)}`);
  assert.equal(codeOf(answer), code, what);
}

function toTestResponse(status: number, headers: IncomingHttpHeaders, bytes: Buffer): TestResponse {
  const text = bytes.toString();
  return {
    status,
    headers,
    bytes,
    text,
    json: () => asRecord(JSON.parse(text)),
    cookies: headers['set-cookie'] ?? [],
  };
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function sharedAgent(): Agent {
  if (!agent) {
    agent = new Agent({ keepAlive: true });
    atEnd(() => agent?.destroy());
  }
  return agent;
}

let agent: Agent | undefined;

export interface TestRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  readonly cookies: readonly string[];
  json(): Record<string, unknown>;
}
