import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normaliseEmail } from './email.ts';

test('every spelling of an address is normalised to the same form', () => {
  const cases: [given: string, stored: string][] = [
    ['  Ada@News.Example ', 'Ada@news.example'],
    ['ada@MÜNCHEN.example', 'ada@münchen.example'],
    ['ada@xn--mnchen-3ya.example', 'ada@münchen.example'],
    ['e\u0301mile@news.example', 'émile@news.example'],
    ["o'neil+news@mail.news.example", "o'neil+news@mail.news.example"],
    ['ada@localhost', 'ada@localhost'],
    ['用户@例子.广告', '用户@例子.广告'],
  ];
  for (const [given, stored] of cases) assert.equal(normaliseEmail(given), stored);
});

test('invalid and dangerous addresses are refused', () => {
  const refused = [
    '',
    '@',
    'ada',
    'ada@',
    '@news.example',
    'ada@@news.example',
    'a da@news.example',
    'ada@news example',
    'ada\n@news.example',
    'ada\u0000@news.example',
    'ada@news.example\r\nBcc: all@news.example',
    '"ada"@news.example',
    'ada@[127.0.0.1]',
    'ada@127.0.0.1',
    'ada@2130706433',
    'ada@news.example:25',
    'ada@news.example/path',
    'ada@-news.example',
    'ada@news..example',
    'ada@news%2eexample',
    '.ada@news.example',
    'a..da@news.example',
    'ada\u202e@news.example',
    `${'a'.repeat(65)}@news.example`,
    `ada@${'a'.repeat(64)}.example`,
    `ada@${'abcdefg.'.repeat(40)}example`,
    'a'.repeat(100_000),
  ];
  for (const given of refused) assert.equal(normaliseEmail(given), null, JSON.stringify(given.slice(0, 60)));
});

test('normalising a stored address does not change it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string(), fc.string({ unit: 'grapheme' })), given => {
      const stored = normaliseEmail(given);
      if (stored === null) return;
      assert.equal(normaliseEmail(stored), stored);
      assert.doesNotMatch(stored, /[\p{Cc}\s]/u);
      assert.ok(stored.length >= 3 && [...stored].length <= 254);
    }),
  );
});
