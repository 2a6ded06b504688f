import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHostCheck } from './host-check.ts';

const LOCAL = 'http://localhost:8080';

function check(options: { origin?: string; host?: string; allowedHosts?: string[]; local?: string }) {
  const { origin = LOCAL, host = '0.0.0.0', allowedHosts = [], local = '127.0.0.1' } = options;
  const isForUs = createHostCheck({ origin, config: { host, allowedHosts } });
  return (authority: string) =>
    isForUs({ url: '/', rawHeaders: ['Host', authority], socket: { localAddress: local } });
}

test('the host of the public address is allowed, with its port and without', () => {
  const verdict = check({ origin: 'https://news.example:8443' });
  for (const host of ['news.example', 'news.example:8443', 'NEWS.Example.', 'news.example:'])
    assert.equal(verdict(host), null, host);
  for (const host of ['example', 'www.news.example', 'news.example.evil.example', 'newsXexample'])
    assert.equal(verdict(host), 'misdirected-request', host);
  assert.equal(check({ origin: 'http://[2001:DB8:0::1]:80' })('[2001:db8::1]'), null);
});

test('an address is allowed when the connection arrived on it', () => {
  const cases: [local: string, host: string, isAllowed: boolean][] = [
    ['192.0.2.7', '192.0.2.7:8080', true],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['2001:db8::7', '[2001:DB8:0:0::7]:80', true],
    ['fe80::7%eth0', '[fe80::7]', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['2001:db8::7', '[2001:db8::8]', false],
    ['192.0.2.7', '0.0.0.0', false],
  ];
  for (const [local, host, isAllowed] of cases)
    assert.equal(check({ local })(host), isAllowed ? null : 'misdirected-request', `${host} on ${local}`);
});

test('localhost and loopback are always allowed', () => {
  const verdict = check({ origin: 'https://news.example', local: '192.0.2.7' });
  for (const host of ['localhost', 'LOCALHOST:1', 'a.localhost', '127.0.0.1', '127.8.8.8:80', '[::1]:8080'])
    assert.equal(verdict(host), null, host);
  for (const host of [
    'localhost.evil.example',
    'evillocalhost',
    '127.0.0.1.evil.example',
    '127.1',
    '2130706433',
  ])
    assert.equal(verdict(host), 'misdirected-request', host);
});

test('allowed-hosts takes names, everything below a name, addresses and networks', () => {
  const verdict = check({
    allowedHosts: ['Web.internal', '*.lan.example', '198.51.100.0/24', '2001:db8::/32'],
  });
  for (const host of ['web.internal:80', 'a.b.lan.example', '198.51.100.200', '[2001:db8:ffff::1]'])
    assert.equal(verdict(host), null, host);
  for (const host of ['internal', 'lan.example', 'evil-lan.example', '198.51.101.1', '[2001:db9::1]'])
    assert.equal(verdict(host), 'misdirected-request', host);
});

test('the name to listen on is allowed', () => {
  assert.equal(check({ host: 'news-box' })('news-box:8080'), null);
  assert.equal(check({})('news-box:8080'), 'misdirected-request');
});

test('anything that is not a host is malformed', () => {
  const verdict = check({});
  for (const host of [
    '',
    ' ',
    ':80',
    'a b',
    'user@localhost',
    'localhost:x',
    'localhost:123456',
    'localhost/',
    '::1',
  ])
    assert.equal(verdict(host), 'malformed-request', host);
  for (const host of [
    '[::1',
    '[]',
    '[localhost]',
    '[127.0.0.1]',
    '[fe80::1%25eth0]',
    'localhost, localhost',
    'ü',
  ])
    assert.equal(verdict(host), 'malformed-request', host);
});

test('of an absolute target and Host, both must be allowed', () => {
  const isForUs = createHostCheck({ origin: LOCAL, config: { host: '127.0.0.1', allowedHosts: [] } });
  const verdict = (url: string, host: string) => isForUs({ url, rawHeaders: ['host', host], socket: {} });
  assert.equal(verdict('http://localhost/', 'localhost'), null);
  assert.equal(verdict('*', 'localhost'), null);
  assert.equal(verdict('http://evil.example/', 'localhost'), 'misdirected-request');
  assert.equal(verdict('HTTP://localhost@evil.example', 'localhost'), 'malformed-request');
  assert.equal(verdict('http://localhost/', 'evil.example'), 'misdirected-request');
});

test('a thousand foreign hosts later, the right one is still allowed', () => {
  const verdict = check({});
  for (let n = 0; n < 1_500; n++) assert.equal(verdict(`h${n}.example`), 'misdirected-request');
  assert.equal(verdict('localhost'), null);
});
