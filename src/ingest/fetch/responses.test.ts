import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseHeaders } from '../../platform/outbound/headers.ts';
import {
  backoffMs,
  isHostFailure,
  isRateLimited,
  looksLikeLogin,
  maxAgeSeconds,
  retryAfterSeconds,
} from './responses.ts';

const NOW = Date.UTC(2026, 2, 4, 10);

test('FETCH-2: Retry-After is read as seconds or as a date', () => {
  const cases: readonly [string, number | null][] = [
    ['120', 120],
    [' 0 ', 0],
    ['Wed, 04 Mar 2026 10:02:00 GMT', 120],
    ['Wed, 04 Mar 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['-5x', null],
    ['9'.repeat(40), null],
  ];
  for (const [value, expected] of cases)
    assert.equal(retryAfterSeconds(headers({ 'retry-after': value }), NOW), expected, value);
  assert.equal(retryAfterSeconds(headers({}), NOW), null);
});

test('SCHED-3: max-age takes precedence over Expires, which is relative to the server’s date', () => {
  const cases: readonly [Record<string, string>, number | null][] = [
    [{}, null],
    [{ 'cache-control': 'max-age=600' }, 600],
    [{ 'cache-control': 'public, Max-Age="600"' }, 600],
    [{ 'cache-control': 'public,max-age = 600, must-revalidate' }, 600],
    [{ 'cache-control': 's-maxage=600' }, null],
    [{ 'cache-control': 'no-cache', expires: 'Wed, 04 Mar 2026 10:05:00 GMT' }, 300],
    [{ expires: 'Wed, 04 Mar 2026 12:05:00 GMT', date: 'Wed, 04 Mar 2026 12:00:00 GMT' }, 300],
    [{ expires: 'Wed, 04 Mar 2026 09:00:00 GMT' }, 0],
    [{ expires: 'never' }, null],
    [{ 'cache-control': 'max-age=60', expires: 'Wed, 04 Mar 2026 12:00:00 GMT' }, 60],
  ];
  for (const [given, expected] of cases)
    assert.equal(maxAgeSeconds(headers(given), NOW), expected, JSON.stringify(given));
});

test('SRC-8: addresses of login pages are recognised', () => {
  for (const path of [
    '/login',
    '/log-in',
    '/signin?next=/feed',
    '/sso/start',
    '/account/login.aspx',
    '/oauth2/authorize',
  ])
    assert.ok(looksLikeLogin(`https://a.example${path}`), path);
  for (const path of [
    '/feed',
    '/news/login-failures-rise',
    '/authors',
    '/blog/signing-in-the-rain',
    '/?login',
  ])
    assert.ok(!looksLikeLogin(`https://a.example${path}`), path);
});

test('FETCH-2, FETCH-4: some responses apply to the whole host, and pause it', () => {
  const cases: readonly [number | null, number | null, number, boolean][] = [
    [429, null, 60_000, false],
    [429, 5, 5_000, false],
    [429, 0, 1_000, false],
    [503, 10_000_000, 86_400_000, true],
    [500, 120, 0, true],
    [404, 120, 0, false],
    [200, null, 0, false],
    [null, null, 0, true],
  ];
  for (const [status, retryAfter, ms, isOfTheHost] of cases) {
    assert.equal(backoffMs(status, retryAfter), ms, `${status}`);
    assert.equal(isRateLimited(status), ms > 0, `${status}`);
    assert.equal(isHostFailure(status), isOfTheHost, `${status}`);
  }
});

function headers(given: Readonly<Record<string, string>>): ResponseHeaders {
  return new ResponseHeaders(Object.entries(given));
}
