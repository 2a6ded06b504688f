import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Addresses } from './addresses.ts';
import { ALLOWED, VOID } from './elements.ts';
import { hostileHtml } from './hostile-html.testing.ts';
import { excerptOf, plainTextOf, sanitiseHtml, titleText } from './index.ts';

const options = { baseUrl: 'https://news.example.com/a/b' };

test('PARSE-5: sanitising is idempotent', () => {
  fc.assert(
    fc.property(hostileHtml(), html => {
      const once = sanitiseHtml(html, options);
      assert.equal(sanitiseHtml(once, options), once);
    }),
    { numRuns: 3_000 },
  );
});

test('PARSE-5: every tag of the output is allowed, complete, and closed in order', () => {
  fc.assert(
    fc.property(hostileHtml(), html => {
      const open: string[] = [];
      const output = sanitiseHtml(html, options);
      for (const [tag, end, name = '', attributes = ''] of output.matchAll(/<(\/?)([^\s>]*)([^>]*)>/g)) {
        assert.ok(ALLOWED.has(name), tag);
        assert.match(attributes, /^(?: [a-z]+="[^"<>]*")*$/, tag);
        for (const [, key = '', value = ''] of attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
          assert.ok(KEYS.has(key), tag);
          if (ADDRESSES.has(key)) assert.match(value, /^(?:https?:\/\/|mailto:|tel:|#in-text-)/, tag);
        }
        if (end !== '') assert.equal(open.pop(), name, output);
        else if (!VOID.has(name)) open.push(name);
      }
      assert.deepEqual(open, []);
      assert.doesNotMatch(output.replaceAll(/<[^>]*>/g, ''), /[<>]|&(?!amp;|lt;|gt;|nbsp;)/);
    }),
    { numRuns: 3_000 },
  );
});

test('PARSE-5: text without markup is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      const words = (some: string) => some.split(/\s+/).filter(word => word !== '');
      const visible = text.replaceAll(/[\0-\x08\x0e-\x1f\x7f-\x9f]/g, '');
      assert.deepEqual(words(plainTextOf(sanitiseHtml(`<p>${escaped}</p>`))), words(visible));
    }),
  );
});

test('PARSE-5: titles contain no control characters and no direction overrides', () => {
  fc.assert(
    fc.property(hostileHtml(), html => {
      assert.doesNotMatch(titleText(html), /[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|^ | $| {2}/);
      assert.ok(titleText(html).isWellFormed());
    }),
  );
});

test('PARSE-5: an excerpt never exceeds its limit and never splits a character', () => {
  const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 60 }), (text, length) => {
      const excerpt = excerptOf(text, length);
      assert.ok(excerpt.length <= length);
      const line = text.replace(/\s+/g, ' ').trim();
      if (!excerpt.endsWith('…')) return;
      const kept = excerpt.slice(0, -1);
      const boundaries = new Set([...characters.segment(line)].map(({ index }) => index).concat(line.length));
      assert.ok(line.startsWith(kept) && boundaries.has(kept.length), JSON.stringify([line, excerpt]));
    }),
  );
});

test('addresses on the fast path would be unchanged by parsing', () => {
  const part = fc.string({ unit: fc.constantFrom(...'az09-._~,:=&+%/?#@!xn'), maxLength: 12 });
  fc.assert(
    fc.property(part, part, part, (host, path, query) => {
      for (const address of [
        `https://${host}.example.com/${path}?${query}`,
        `http://${host}/${path}`,
        `/${path}?${query}`,
        path,
      ]) {
        const url = address === '' ? null : URL.parse(address, options.baseUrl);
        if (url) url.username = url.password = '';
        const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
        assert.equal(new Addresses(options.baseUrl).resource(address), isWeb ? url.href : null);
      }
    }),
    { numRuns: 3_000 },
  );
});

const ADDRESSES = new Set(['cite', 'href', 'poster', 'src', 'srcset']);
const KEYS = new Set(
  'abbr alt cite colspan controls datetime dir height href id lang loading media open poster preload referrerpolicy rel reversed rowspan scope sizes span src srcset start title type value width'.split(
    ' ',
  ),
);
