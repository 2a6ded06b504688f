import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../errors.ts';
import { explain } from './explain.ts';
import { resolveSettings } from './settings/resolve.ts';

function systemError(code: string, more: object): Error {
  return Object.assign(new Error(`${code}: something of the system`), { code, ...more });
}

for (const [error, message] of [
  [
    systemError('EADDRINUSE', { syscall: 'listen', address: '::1', port: 80 }),
    'port 80 on ::1 is in use by another program',
  ],
  [
    systemError('EACCES', { syscall: 'listen', address: '::1', port: 80 }),
    'this user cannot listen on port 80',
  ],
  [systemError('EACCES', { syscall: 'open', path: '/root/x' }), '/root/x: permission denied'],
  [systemError('ENOSPC', { syscall: 'write' }), 'the disk is full'],
  [systemError('ENOENT', { syscall: 'open', path: '/x' }), '/x: it does not exist'],
  [
    systemError('28P01', {}),
    'the database rejected the password (the embedded database): 28P01: something of the system',
  ],
  [new Problem('conflict', 'This is the last operator.'), 'This is the last operator.'],
  [
    new Problem('validation-failed', undefined, {
      faults: [{ in: 'body', at: '/email', message: 'must be an address' }],
    }),
    'email must be an address',
  ],
  [new AggregateError([new Error('a'), new Error('b'), new Error('a')], ''), 'a; b'],
  [new Error('cannot reach postgres://ada:hunter2@db/x'), 'cannot reach postgres://ada:********@db/x'],
  [new Error('an \u001b[31mescape'), 'an \\u{1b}[31mescape'],
  ['thrown text', 'thrown text'],
] as const)
  test(`the explanation of a failure is: ${message}`, () => {
    assert.equal(explain(error).message, message);
  });

test('a refused password names the file or the setting to check', () => {
  const refused = systemError('28P01', {});
  assert.match(explain(refused).remedy ?? '', /postgres-password .*damaged.*remove the file and start again/);
  const { config } = resolveSettings({
    flags: new Map([
      ['database-url', 'postgres://x@db/y'],
      ['secret', 'x'.repeat(32)],
    ]),
    configFlag: undefined,
    environment: {},
    workingDirectory: '/',
  });
  assert.match(explain(refused, config).remedy ?? '', /the password in database-url/);
});

test('a full disk of the database is explained with its remedy', () => {
  const { message, remedy } = explain(
    new Problem('database-not-writable', undefined, { cause: systemError('53100', {}) }),
  );
  assert.equal(message, "the database's disk is full (the embedded database)");
  assert.match(remedy ?? '', /^Free some space/);
});
