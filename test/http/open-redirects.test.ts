import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OIDC_CALLBACK_PATH } from '../../src/accounts/oidc/index.ts';
import {
  Browser,
  CLIENT_ID,
  CLIENT_SECRET,
  startProvider,
} from '../../src/accounts/oidc/provider.testing.ts';
import { sameOrigin, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { fullProgram } from '../harness/shared-programs.ts';
import { nameOf, PAGES } from './support/routes.ts';
import { sendForm, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** AUTH-1: `returnTo` never leads to another site. */
const ORIGIN = 'https://news.example';
const people = new Map([['ada', { email: 'ada@people.example', email_verified: true, name: 'Ada' }]]);
const provider = await startProvider(people, `${ORIGIN}${OIDC_CALLBACK_PATH}`);
const site = await fullProgram();

const ELSEWHERE = [
  'https://evil.example',
  'http:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '\x00//evil.example',
  '/%09/evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '//evil.example@news.example',
  'https://news.example@evil.example',
  'https://news.example.evil.example',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'evil.example',
  '@evil.example',
  '.evil.example',
  '/\r\nset-cookie: session=evil',
  '/ok\r\nlocation: https://evil.example',
  '/\u2028/evil.example',
  '/／evil.example',
  '//[::1]',
  `/${'a'.repeat(5_000)}`,
];
const HERE = ['/', '/account', '/account?done=name', '/a/b?c=%2F%2Fd#e'];

test('GET /sign-in sends a signed-in user to one of our own pages', async () => {
  const { headers } = await createTestPeople(site).person();
  for (const wanted of [...ELSEWHERE, ...HERE]) {
    const path = `/sign-in?returnTo=${encodeURIComponent(wanted.toWellFormed())}`;
    const response = await sendRequest(site, { path, headers });
    assert.equal(response.status, 303);
    assert.equal(response.headers.location, HERE.includes(wanted) ? wanted : '/', wanted);
  }
  const twice = '/sign-in?returnTo=/account&returnTo=//evil.example';
  assert.equal((await sendRequest(site, { path: twice, headers })).headers.location, '/account');
});

test('forms carry only our own paths from page to page', async () => {
  for (const page of ['/sign-in', '/sign-up']) {
    for (const wanted of ELSEWHERE) {
      const { text } = await sendRequest(site, { path: `${page}?returnTo=${encodeURIComponent(wanted)}` });
      assert.match(text, /name="returnTo" value="\/"/, wanted);
      assert.doesNotMatch(text, /evil|javascript:|data:text/, wanted);
    }
    for (const wanted of HERE) {
      const { text } = await sendRequest(site, { path: `${page}?returnTo=${encodeURIComponent(wanted)}` });
      assert.ok(text.includes(`name="returnTo" value="${wanted}"`), wanted);
    }
  }
});

test('POST /sign-in and POST /sign-up lead to one of our own pages', async () => {
  const { email, password } = await signUpReader(site, 'anna');
  for (const returnTo of [...ELSEWHERE.slice(0, 6), '/account']) {
    const fields = { email, password, returnTo };
    const response = await sendForm(site, { path: '/sign-in', headers: sameOrigin(site.url), fields });
    assert.equal(response.status, 303);
    assert.equal(response.headers.location, HERE.includes(returnTo) ? returnTo : '/', returnTo);
    assert.equal(response.cookies.length, 2);
  }
  const returnTo = '//evil.example';
  const fields = {
    email: 'bert@example.org',
    password: 'a slow boat on the canal',
    displayName: 'B',
    returnTo,
  };
  const response = await sendForm(site, { path: '/sign-up', headers: sameOrigin(site.url), fields });
  assert.equal(response.headers.location, '/sign-in?new=1&returnTo=%2F');
});

test('pages that require sign-in pass only their own path', async () => {
  for (const page of PAGES.filter(({ method, path }) => method === 'GET' && path.startsWith('/account'))) {
    for (const target of [page.path, `${page.path}?x=//evil.example`]) {
      const { status, headers } = await sendRequest(site, { path: target });
      assert.equal(status, 303, nameOf(page));
      const back = new URL(String(headers.location), site.url);
      assert.equal(back.origin, site.url);
      assert.equal(back.pathname, '/sign-in');
      const shown = await sendRequest(site, { path: `${back.pathname}${back.search}` });
      assert.doesNotMatch(shown.text, /value="(?:https?:|\/\/)/);
    }
  }
});

test('AUTH-1: sign-in through the identity provider ends on one of our own pages', async () => {
  const secure = await testProgram({
    settings: {
      'public-url': ORIGIN,
      'oidc-issuer': provider.origin,
      'oidc-client-id': CLIENT_ID,
      'oidc-client-secret': CLIENT_SECRET,
    },
  });
  const there = { url: String(secure.telemetry.lines.find(({ msg }) => msg === 'http.listening')?.['url']) };
  for (const returnTo of [...ELSEWHERE.slice(2, 6), '/account?done=name']) {
    const start = await sendRequest(there, {
      path: `/auth/oidc/start?returnTo=${encodeURIComponent(returnTo)}`,
    });
    assert.equal(start.status, 303, start.text);
    assert.equal(new URL(String(start.headers.location)).origin, provider.origin);
    assert.match(
      String(start.cookies),
      /^__Host-oidc-attempt=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/,
    );
    const parameters = await new Browser('ada').signIn(String(start.headers.location));
    const callback = `${OIDC_CALLBACK_PATH}?${parameters}`;
    const stranger = await sendRequest(there, { path: callback });
    assert.equal(stranger.status, 401, 'another browser used the callback');
    assert.deepEqual(stranger.cookies, []);
    const cookie = String(start.cookies).split(';', 1)[0] ?? '';
    const back = await sendRequest(there, { path: callback, headers: { cookie } });
    assert.equal(back.status, 303, back.text);
    assert.equal(back.headers.location, returnTo.startsWith('/account') ? returnTo : '/');
    assert.match(String(back.cookies), /__Host-session=[\w-]{36}\.[\w-]{43}/);
  }
});
