import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstImage, resolveHtmlUrls } from './html-urls.ts';

const BASE = 'https://site.example/dir/page';

test('PARSE-2: relative addresses in HTML become absolute, and everything else is unchanged', () => {
  const table: readonly [string, string][] = [
    ['<a href="x">', '<a href="https://site.example/dir/x">'],
    ['<a href=x>', '<a href="https://site.example/dir/x">'],
    ["<a href='/x'>", '<a href="https://site.example/x">'],
    ['<a HREF="../x">', '<a HREF="https://site.example/x">'],
    ['<img src="//cdn.example/i.png">', '<img src="https://cdn.example/i.png">'],
    ['<a href="?a=1&amp;b=2">', '<a href="https://site.example/dir/page?a=1&amp;b=2">'],
    [
      '<img srcset="a.png 1x, b.png 2x">',
      '<img srcset="https://site.example/dir/a.png 1x, https://site.example/dir/b.png 2x">',
    ],
    ['<video poster="p.jpg">', '<video poster="https://site.example/dir/p.jpg">'],
    ['<q cite="c">', '<q cite="https://site.example/dir/c">'],
    ['<form action="f">', '<form action="https://site.example/dir/f">'],
    ['<a href="#note">', '<a href="#note">'],
    ['<a href="mailto:a@b.example">', '<a href="mailto:a@b.example">'],
    ['<a href="https://other.example/x">', '<a href="https://other.example/x">'],
    ['<code>&lt;a href="x"&gt;</code>', '<code>&lt;a href="x"&gt;</code>'],
    ['<!-- <a href="x"> -->', '<!-- <a href="x"> -->'],
    ['<p title="href=x">', '<p title="href=x">'],
    ['<a href="x"', '<a href="x"'],
    ['text with href="x" in it', 'text with href="x" in it'],
  ];
  for (const [html, expected] of table) assert.equal(resolveHtmlUrls(html, BASE), expected);
});

test('PARSE-2: xml:base in a text applies inside its element', () => {
  const html =
    '<div xml:base="/a/"><i href="1"></i><div xml:base="b/"><i href="2"></i></div><i href="3"></i></div><i href="4"></i>';
  assert.deepEqual(
    [...resolveHtmlUrls(html, BASE).matchAll(/<i href="([^"]*)"/g)].map(match => match[1]),
    [
      'https://site.example/a/1',
      'https://site.example/a/b/2',
      'https://site.example/a/3',
      'https://site.example/dir/4',
    ],
  );
});

test('PARSE-2: without a base, nothing changes', () => {
  assert.equal(resolveHtmlUrls('<a href="x">', null), '<a href="x">');
});

test('PARSE-2: counters are not pictures', () => {
  assert.equal(firstImage('<img src="c.gif" width=1><p><IMG alt="" src="p.jpg">'), 'p.jpg');
  assert.equal(firstImage('<p>none</p>'), null);
});
