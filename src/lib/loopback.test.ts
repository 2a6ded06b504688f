import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLocalHost, isLoopback } from './loopback.ts';

test('loopback addresses are recognised in every family', () => {
  for (const address of ['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])
    assert.ok(isLoopback(address), address);
  for (const address of ['128.0.0.1', '0.0.0.0', '::', '::2', '::ffff:10.0.0.1', '127.1', 'localhost', ''])
    assert.ok(!isLoopback(address), address);
});

test('names of this machine are localhost and everything below it', () => {
  for (const host of ['localhost', 'LocalHost', 'localhost.', 'a.b.localhost', '127.0.0.1', '::1'])
    assert.ok(isLocalHost(host), host);
  for (const host of ['localhost.example', 'mylocalhost', '127.0.0.1.example', '10.0.0.1', ''])
    assert.ok(!isLocalHost(host), host);
});
