import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

/**
 * FETCH-3: one module opens every outgoing connection. This test reads all other source files and names code
 * that could open one. It matches text, so it guards against mistakes, not against malice.
 */
const SRC = join(import.meta.dirname, '../src');

/**
 * Other code that may connect, by which module, and why no user-supplied address reaches it. Paths begin
 * below `src/`.
 */
const EXCEPTIONS: readonly Exception[] = [
  { path: 'platform/outbound/', by: '*', because: 'this is that module' },
  {
    path: 'platform/outgoing/',
    by: '*',
    because: "connects only to addresses in the operator's settings",
  },
  { path: 'platform/database/', by: 'pg', because: "the operator's database" },
  {
    path: 'platform/database/half-open.ts',
    by: 'net',
    because: 'observes the sockets of that driver, opens none',
  },
  { path: 'platform/database/', by: 'pg-copy-streams', because: 'the same database' },
  {
    path: 'platform/telemetry/standard/otlp.ts',
    by: '@opentelemetry/exporter-trace-otlp-http',
    because: "the operator's collector",
  },
  { path: 'platform/mail/', by: 'nodemailer', because: "the operator's mail server" },
  { path: 'accounts/oidc/', by: 'openid-client', because: 'receives our fetch function' },
  {
    path: 'accounts/passkeys/',
    by: '@simplewebauthn/server',
    because: 'fetches revocation lists only for attestations, and we request none',
  },
  { path: 'lib/alive.ts', by: 'net', because: 'names the open sockets of the process, opens none' },
  { path: 'client/', by: 'fetch', because: 'runs in other programs' },
];

/** What servers and address parsers need of modules that can also connect. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  http: ['createServer', 'Server', 'STATUS_CODES', 'METHODS', 'validateHeaderName', 'validateHeaderValue'],
  https: ['createServer', 'Server'],
  http2: ['createServer', 'createSecureServer', 'constants'],
  net: ['createServer', 'Server', 'isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress'],
  tls: ['createServer', 'Server'],
  dgram: [],
  dns: [],
  'dns/promises': [],
};

/** Packages that connect by themselves: those in use, and likely additions. */
const CONNECTING = new Set([
  ...EXCEPTIONS.map(({ by }) => by),
  ...[
    'undici',
    'axios',
    'got',
    'ky',
    'node-fetch',
    'superagent',
    'ws',
    'postgres',
    'redis',
    'ioredis',
    'nodemailer',
  ],
]);

test('FETCH-3: one module opens every outgoing connection', async () => {
  const { found, used } = await connectionsInTree();
  assert.deepEqual(found, [], 'these connect without src/platform/outbound');
  const unused = EXCEPTIONS.filter(exception => !used.has(exception) && exception.by !== '*');
  assert.deepEqual(unused, [], 'remove unused exceptions');
});

test('the check detects the usual ways to open a connection', () => {
  const cases: Record<string, string> = {
    [`await fetch('http://x')`]: 'fetch',
    [`urls.map(({ fetch }) => fetch(url))`]: 'fetch',
    [`const get = globalThis.fetch;`]: 'fetch',
    [`pages.map(fetch)`]: 'fetch',
    [`const { fetch } = globalThis;`]: 'fetch',
    [`import { request } from 'node:http';`]: 'http',
    [`import {\n  createServer,\n  get as take,\n} from 'https';`]: 'https',
    [`import http from 'node:http';`]: 'http',
    [`import * as net from 'node:net';`]: 'net',
    [`import { Socket } from 'node:net';`]: 'net',
    [`import { connect } from 'node:http2';`]: 'http2',
    [`import { lookup } from 'node:dns/promises';`]: 'dns/promises',
    [`const { request } = await import('node:http');`]: 'http',
    [`const tls = require('node:tls');`]: 'tls',
    [`process.getBuiltinModule('node:net')`]: 'net',
    [`export { request } from 'node:https';`]: 'https',
    [`import 'undici';`]: 'undici',
    [`import { request } from 'undici';`]: 'undici',
    [`import pg from 'pg';`]: 'pg',
    [`import { x } from 'pg/lib/x.js';`]: 'pg',
    [`new WebSocket('ws://x')`]: 'WebSocket',
    [`new EventSource('http://x')`]: 'EventSource',
  };
  for (const [source, way] of Object.entries(cases)) assert.deepEqual(connectionsIn(source), [way], source);
});

test('the check allows servers, types, text and other things named fetch', () => {
  for (const source of [
    `import { createServer, type IncomingMessage } from 'node:http';`,
    `import type { Socket } from 'node:net';`,
    `import { isIP, BlockList } from 'node:net';`,
    `// we fetch(url) here\n/* fetch(url) and 'it is */`,
    `const text = 'please fetch(url) it';`,
    `source.fetch(url); prefetch(url); fetchSource(url); outbound.fetchFor('x');`,
    `records.map(({ fetch }) => fetch)`,
    `interface Crawler { fetch: (url: string) => void; readonly fetch?: string }`,
    `import { fetchDocument } from '../ingest/fetch/flow.ts';`,
  ])
    assert.deepEqual(connectionsIn(source), [], source);
});

async function connectionsInTree(): Promise<{ found: string[]; used: Set<Exception> }> {
  const found: string[] = [];
  const used = new Set<Exception>();
  for await (const file of glob('**/*.{ts,js,mjs}', { cwd: SRC })) {
    if (/\.(test|testing)\.ts$|(^|\/)contract/.test(file)) continue;
    for (const way of connectionsIn(await readFile(join(SRC, file), 'utf8'))) {
      const exception = EXCEPTIONS.find(
        ({ path, by }) => file.startsWith(path) && (by === '*' || by === way),
      );
      if (exception === undefined) found.push(`${file} by ${way}`);
      else used.add(exception);
    }
  }
  return { found, used };
}

function connectionsIn(source: string): string[] {
  const code = withoutComments(source);
  return [...new Set([...importedConnections(code), ...globalConnections(withoutStrings(code))])];
}

function importedConnections(code: string): string[] {
  const ways: string[] = [];
  const statements = /\b(?:import|export)\s+(?:([^'"`;()]*?)\s*from\s*)?['"]([^'"]+)['"]/g;
  const calls = /\b(?:import|require|getBuiltinModule)\s*\(\s*['"`]([^'"`]+)['"`]/g;
  for (const [, clause = '', name = ''] of code.matchAll(statements))
    if (!/^type\b/.test(clause) && !isHarmless(clause, name)) ways.push(moduleNameOf(name));
  for (const [, name = ''] of code.matchAll(calls)) if (!isHarmless('*', name)) ways.push(moduleNameOf(name));
  return ways;
}

function isHarmless(clause: string, specifier: string): boolean {
  const names = HARMLESS[moduleNameOf(specifier)];
  if (names === undefined) return !CONNECTING.has(moduleNameOf(specifier));
  const taken = /^\{([^}]*)\}$/
    .exec(clause)?.[1]
    ?.split(',')
    .map(name => name.trim());
  return (
    taken?.every(
      name => name === '' || name.startsWith('type ') || names.includes(name.split(/\s+as\s+/)[0] ?? ''),
    ) ?? false
  );
}

/** The name of the Node module, or of the package that the path belongs to. */
function moduleNameOf(specifier: string): string {
  const plain = specifier.replace(/^node:/, '');
  if (Object.hasOwn(HARMLESS, plain)) return plain;
  return plain
    .split('/')
    .slice(0, plain.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Used as a value: neither a property of another object nor the name of one. */
function globalConnections(code: string): string[] {
  const ways: string[] = [];
  // `({ fetch }) => fetch` reads only a property of that name.
  const rest = code.replace(/\(\{\s*fetch\s*\}\)\s*=>\s*fetch\b(?!\s*\()/g, '');
  if (/(?<![.\w$])fetch(?!\w|\s*[?]?:)|\bglobalThis\s*\.\s*fetch\b/.test(rest)) ways.push('fetch');
  for (const name of ['WebSocket', 'EventSource', 'XMLHttpRequest'])
    if (new RegExp(`\\bnew\\s+${name}\\b`).test(code)) ways.push(name);
  return ways;
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1');
}

/** Code between `${` and `}` in a template stays. */
function withoutStrings(code: string): string {
  return code
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`(?:[^`\\]|\\[\s\S])*`/g, template => (template.match(/\$\{[^}]*\}/g) ?? []).join(' '));
}

interface Exception {
  readonly path: string;
  readonly by: string;
  readonly because: string;
}
