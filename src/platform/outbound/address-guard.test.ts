import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createAddressGuard } from './address-guard.ts';

const guard = createAddressGuard();

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.0.0.0', '127.255.255.255', '::1'],
  private: [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fc00::1',
    'fd00:ec2::254',
  ],
  'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  'this network': ['0.0.0.0', '0.1.2.3'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  reserved: ['240.0.0.1', '192.0.0.192', '254.1.1.1', '2001:2::1', '4000::1', '::1:0:0:0:0', '5f00::1'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.255', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255'],
  '6to4 relays': ['192.88.99.1'],
  'cloud metadata': ['168.63.129.16'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::FFFF:10.0.0.1'],
  'IPv4-compatible': ['::127.0.0.1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '64:ff9b:1::1'],
  'site-local': ['fec0::1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1'],
  Teredo: ['2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  unspecified: ['::'],
  discarded: ['100::1'],
  'not an IP address': [
    '',
    'localhost',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '127.0.0.256',
    'fe80::1%eth0',
    '1:2:3:4:5:6:7',
    '1::2::3',
    ':1',
    '::g',
    '1:2:3:4:5:6:7:8:9',
    '[::1]',
  ],
};

test('FETCH-3: addresses outside the public internet are refused, with the reason', () => {
  for (const [reason, addresses] of Object.entries(REFUSED))
    for (const address of addresses) assert.equal(guard.refusalOfAddress(address), reason, address);
  assert.equal(guard.refusalOfAddress('255.255.255.255'), 'broadcast');
});

test('FETCH-3: an address with the NAT64 prefix is judged by the embedded address', () => {
  assert.equal(guard.refusalOfAddress('64:ff9b::127.0.0.1'), 'loopback');
  assert.equal(guard.refusalOfAddress('64:ff9b::a00:1'), 'private');
  assert.equal(guard.refusalOfAddress('64:ff9b::808:808'), null);
});

test('FETCH-3: public addresses are allowed, up to the edges of the blocked ranges', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '168.63.129.17',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '2001:4860:4860::8888',
    '2001:200::1',
  ])
    assert.equal(guard.refusalOfAddress(address), null, address);
});

/** The guard sees a host as the URL parser normalised it. */
test('request forgery: no spelling of an internal host in a URL passes the guard', () => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '00000177.1',
    '127。0。0。1',
    '①②⑦.⓪.⓪.①',
    '%31%32%37.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[fd00::1]',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '[::ffff:a9fe:a9fe]',
    '[fe80::1]',
    '100.64.0.1',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'metadata.google.internal',
    'printer.local',
    'router.home.arpa',
  ]) {
    const { hostname } = new URL(`http://${host}/`);
    const plain = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    assert.notEqual(guard.refusalOfName(plain) ?? guard.refusalOfAddress(plain), null, host);
  }
  for (const host of ['[fe80::1%25eth0]', '256.0.0.1', '1.2.3.4.5', '[::1'])
    assert.equal(URL.canParse(`http://${host}/`), false, host);
});

test('FETCH-3: the allow-list opens exactly its ranges and names', () => {
  const intranet = createAddressGuard([
    '10.1.0.0/16',
    '127.0.0.1',
    '::1',
    'wiki.example',
    '*.corp.example',
    'localhost',
  ]);
  for (const address of ['10.1.0.0', '10.1.255.255', '127.0.0.1', '::1'])
    assert.equal(intranet.refusalOfAddress(address), null, address);
  for (const address of ['10.2.0.0', '10.0.255.255', '127.0.0.2', '::2', '::ffff:127.0.0.1'])
    assert.notEqual(intranet.refusalOfAddress(address), null, address);
  for (const host of ['wiki.example', 'WIKI.example.', 'a.corp.example', 'a.b.corp.example', 'localhost'])
    assert.equal(intranet.refusalOfAddress('192.168.3.4', host), null, host);
  for (const host of ['corp.example', 'evilcorp.example', 'wiki.example.org', 'xwiki.example'])
    assert.notEqual(intranet.refusalOfAddress('192.168.3.4', host), null, host);
  assert.equal(intranet.refusalOfName('localhost'), null);
  for (const invalid of ['10.0.0.0/33', 'http://x', '1.2.3.4/a', 'a b', '*', ''])
    assert.throws(() => createAddressGuard([invalid]), TypeError, invalid);
});

test('property: an IPv4 address gets the same verdict with the NAT64 prefix, and other IPv6 forms of it are refused', () => {
  fc.assert(
    fc.property(fc.ipV4(), address => {
      const verdict = guard.refusalOfAddress(address);
      assert.equal(guard.refusalOfAddress(`64:ff9b::${address}`), verdict);
      assert.notEqual(guard.refusalOfAddress(`::ffff:${address}`), null);
      assert.notEqual(guard.refusalOfAddress(`::${address}`), null);
    }),
  );
});

test('property: every IPv6 address outside 2000::/3 and the NAT64 prefix is refused', () => {
  fc.assert(
    fc.property(fc.ipV6(), address => {
      const first = Number.parseInt(address.split(':')[0] || '0', 16);
      const isGlobal = first >= 0x2000 && first <= 0x3fff;
      if (!isGlobal && first !== 0x64) assert.notEqual(guard.refusalOfAddress(address), null);
    }),
  );
});
