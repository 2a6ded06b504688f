import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { neighbourhoodOf, networkOf } from './networks.ts';

test('AUTH-5: only the network of an address is stored', () => {
  const cases: [address: string, network: string | null][] = [
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['::FFFF:cb00:714d', '203.0.113.0/24'],
    ['2001:db8:1234:5678:9abc:def0:1234:5678', '2001:db8:1234::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['::1', '::/48'],
    ['64:ff9b::203.0.113.77', '64:ff9b::/48'],
    ['not an address', null],
    ['', null],
  ];
  for (const [address, network] of cases) assert.equal(networkOf(address), network, address);
});

test('attempts count together per IPv4 address and per IPv6 /64', () => {
  assert.equal(neighbourhoodOf('203.0.113.77'), '203.0.113.77');
  assert.equal(neighbourhoodOf('::ffff:203.0.113.77'), '203.0.113.77');
  assert.equal(neighbourhoodOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(neighbourhoodOf('unix socket'), 'unix socket');
});

test('every spelling of an IPv6 address has the same network', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), groups => {
      const long = groups.map(group => group.toString(16).padStart(4, '0')).join(':');
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
      assert.equal(networkOf(long), networkOf(short));
      assert.equal(neighbourhoodOf(long), neighbourhoodOf(short));
    }),
  );
});
