import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLocalPath, localPath } from './local-path.ts';

const ORIGIN = 'https://news.example';

test('paths of this site are returned unchanged', () => {
  for (const path of [
    '/',
    '/account',
    '/account?tab=passkeys',
    '/search?q=a%2Fb%20c&from=https%3A%2F%2Fother.example%2F',
    '/stories/0197-x#comments',
    '/@someone',
    '/a:b@c/d',
  ])
    assert.equal(localPath(path), path);
});

test('open redirects: any text that could leave this site becomes the fallback', () => {
  for (const text of [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/%2f%2fevil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%252fevil.example',
    '/%09/evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e/%2e%2e//evil.example',
    '@evil.example',
    '.evil.example',
    ':80@evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/a\r\nSet-Cookie: x=y',
    '/\u0000',
    '/\u2028evil',
    '/\uff0fevil.example',
    '/a\\..\\..\\evil',
    '',
    `/${'a'.repeat(2_000)}`,
  ])
    assert.equal(localPath(text, '/home'), '/home', JSON.stringify(text));
  for (const value of [undefined, null, 7, ['/account'], { toString: () => '/account' }])
    assert.equal(localPath(value), '/');
});

test('no accepted text leaves the site, however it is joined, resolved or decoded', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5C',
      '%2e',
      '%25',
      '%09',
      '%0a',
      '%00',
    ),
    fc.constantFrom(
      '\t',
      '\n',
      '\r',
      ' ',
      '\u0000',
      '\u00a0',
      'evil.example',
      'https:',
      'javascript:',
      'a',
      '//',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const hostile = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        hostile,
        hostile.map(text => `/${text}`),
        fc.webPath(),
      ),
      text => {
        if (!isLocalPath(text)) return;
        for (const form of [text, decodedPath(text), decodedPath(decodedPath(text))]) {
          assert.equal(new URL(form, `${ORIGIN}/sign-in`).origin, ORIGIN);
          assert.equal(new URL(ORIGIN + form).origin, ORIGIN);
          const { pathname, search } = new URL(form, ORIGIN);
          assert.equal(new URL(pathname + search, ORIGIN).origin, ORIGIN);
        }
      },
    ),
    { numRuns: 20_000 },
  );
});

/** The text as a proxy that decodes paths would pass it on; malformed escapes stay as they are. */
function decodedPath(text: string): string {
  const [path = ''] = text.split(/[?#]/, 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
