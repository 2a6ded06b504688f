import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeMarkup } from '../../sanitise/escaping.ts';
import { countControlBytes } from './controls.ts';
import { decodeReferences } from './entities.ts';
import { htmlToText, looksLikeHtml } from './html-text.ts';
import { resolveUrl } from './urls.ts';

test('PARSE-2: references are decoded, and other text stays unchanged', () => {
  const table: readonly [string, string][] = [
    ['a &amp; b', 'a & b'],
    ['AT&T', 'AT&T'],
    ['?a=1&copy=2', '?a=1&copy=2'],
    ['&eacute;&#233;&#xE9;&#XE9;', 'éééé'],
    ['&#146;', '’'],
    ['&nosuch;', '&nosuch;'],
    ['&#0;&#8;x', 'x'],
    ['&#55357;&#56832;', '😀'],
    ['&#;&;&#x;', '&#;&;&#x;'],
  ];
  for (const [text, expected] of table) assert.equal(decodeReferences(text), expected, text);
});

test('PARSE-2: titles lose tags and keep text that only looks like a tag', () => {
  const table: readonly [string, string][] = [
    ['<b>a</b> b', 'a b'],
    ['a<br>b', 'a b'],
    ['List<String>', 'List<String>'],
    ['a < b > c', 'a < b > c'],
    ['x<script>y</script>z', 'x z'],
    ['<!-- x -->a', 'a'],
    [' a \n b ', 'a b'],
  ];
  for (const [html, expected] of table) assert.equal(htmlToText(html), expected, html);
});

test('PARSE-2: plain text is distinguished from HTML and escaped', () => {
  assert.equal(looksLikeHtml('a < b & c'), false);
  assert.equal(looksLikeHtml('<p>a'), true);
  assert.equal(looksLikeHtml('a &amp; b'), true);
  assert.equal(escapeMarkup('a < b & c'), 'a &lt; b &amp; c');
});

test("PARSE-2: addresses that would run code on the reader's machine are refused", () => {
  for (const text of [
    'javascript:x',
    ' JAVASCRIPT:x',
    'java\nscript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///x',
  ]) {
    assert.equal(resolveUrl(text, 'https://a.example/'), null, text);
  }
  assert.equal(resolveUrl('feed://a.example/x', null), 'http://a.example/x');
  assert.equal(resolveUrl('x y', 'https://a.example/'), 'https://a.example/x%20y');
  assert.equal(resolveUrl('x', null), null);
});

test('PARSE-2: addresses on the fast path would be unchanged by the platform', () => {
  for (const url of [
    'https://a.example/b/c.html?d=e&f=g',
    'http://a.b.example/',
    'https://a.example/x/../y',
    'https://a.example/./',
  ]) {
    assert.equal(resolveUrl(url, null), new URL(url).href);
  }
});

test('PARSE-2: control bytes are found at every position', () => {
  for (let length = 1; length < 20; length++) {
    for (let at = 0; at < length; at++) {
      const bytes = new Uint8Array(32).fill(0x41).subarray(at % 5, (at % 5) + length);
      assert.equal(countControlBytes(bytes, 10), 0);
      bytes[at] = 0x0a;
      assert.equal(countControlBytes(bytes, 10), 0);
      for (const control of [0, 8, 0x1f, 0x7f]) {
        bytes[at] = control;
        assert.equal(countControlBytes(bytes, 10), 1, `${control} at ${at} of ${length}`);
      }
    }
  }
});
