import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Program } from '../program.ts';
import { VERSION } from '../version.ts';
import { banner } from './banner.ts';
import { resolveSettings } from './settings/resolve.ts';
import { coloured, memoryOutput } from './terminal.ts';

const program: Program = {
  url: 'http://localhost:8080',
  databaseDirectory: '/srv/news/postgres',
  databaseRunsAs: undefined,
  operatorLink: {
    url: 'http://localhost:8080/operator?code=x',
    expiresAt: new Date(Date.UTC(2026, 0, 16, 12, 5)),
  },
  drain: async () => undefined,
  stop: async () => undefined,
};

function config(flags: Record<string, string> = {}) {
  const given = new Map(Object.entries({ data: '/srv/news', ...flags }));
  return resolveSettings({
    flags: given,
    configFlag: undefined,
    environment: {},
    workingDirectory: '/nowhere',
  }).config;
}

test('the banner shows the address, the operator link and its expiry, the data directory and how to stop', () => {
  assert.equal(
    banner(config(), program, memoryOutput()),
    `
  Broadsheet  ${VERSION}

  Open        http://localhost:8080
  Operator    http://localhost:8080/operator?code=x
              Works once, until 2026-01-16 12:05 UTC, and makes its first user the operator. Keep it private.
  Data        /srv/news
  Roles       ${config().roles.join(', ')}
  Demo        on: made-up publishers until there are sources
  Stop        Ctrl-C

`,
  );
});

test('the banner names a database outside the data directory and its user, and hides the password of database-url', () => {
  const elsewhere = {
    ...program,
    databaseDirectory: '/var/lib/x',
    databaseRunsAs: 'postgres',
    operatorLink: null,
  };
  const text = banner(config({ name: 'The Corner' }), elsewhere, memoryOutput());
  assert.match(text, /^ {2}The Corner {2}Broadsheet \d/m);
  assert.match(text, /^ {2}Database {4}\/var\/lib\/x \(PostgreSQL, which runs as postgres\)$/m);
  assert.doesNotMatch(text, /Operator/);
  const flags = { 'database-url': 'postgres://ada:hunter2@db/news', secret: 'x'.repeat(32), demo: 'off' };
  const given = banner(config(flags), { ...program, databaseDirectory: undefined }, memoryOutput());
  assert.match(given, /^ {2}Database {4}postgres:\/\/ada:\*+@db\/news$/m);
  assert.match(given, /^ {2}Demo {8}off$/m);
});

test('colours do not change the text, and a narrow window does not break addresses', () => {
  const onTerminal = banner(
    config(),
    program,
    memoryOutput({ interactive: true, columns: 120, paint: coloured }),
  );
  assert.notEqual(onTerminal, stripVTControlCharacters(onTerminal));
  assert.equal(stripVTControlCharacters(onTerminal), banner(config(), program, memoryOutput()));
  const narrow = banner(config(), program, memoryOutput({ interactive: true, columns: 30 }));
  assert.ok(narrow.includes('http://localhost:8080/operator?code=x\n'));
});
