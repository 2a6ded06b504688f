import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf, plainTextOf, titleText } from './index.ts';

const TEXTS: Readonly<Record<string, readonly [string, string]>> = {
  'an empty line separates paragraphs': ['<h1>A</h1><p>b</p>\n<p>c', 'A\n\nb\n\nc'],
  'other blocks are lines': ['<div>a</div><div>b</div>c<br>d<ul><li>e<li>f</ul>', 'a\nb\nc\nd\n\ne\nf'],
  'tags inside a line do not split words': ['He<b>ll</b>o <i>wor</i>ld', 'Hello world'],
  'a blank separates cells': ['<table><tr><td>1<td>2<tr><td>3</table>', '1 2\n3'],
  'blanks collapse': [' a \n\t b&nbsp; c ', 'a b c'],
  'preformatted text keeps its lines': ['<p>x</p><pre>a\n  b\n</pre>y', 'x\n\na\n  b\n\ny'],
  'references are decoded once': ['&amp;lt; &lt;b&gt; &eacute; &#8217; &#x1F600;', '&lt; <b> é ’ 😀'],
  'hidden content is dropped': [
    'a<script>b</script><style>c</style><svg><text>d</text></svg><!-- e -->f',
    'af',
  ],
  'plain text is unchanged': ['1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
  'control characters are removed': ['a\u0000b\u0007c\ud800', 'abc\ufffd'],
};

for (const [name, [html, expected]] of Object.entries(TEXTS))
  test(`PARSE-5: plain text: ${name}`, () => assert.equal(plainTextOf(html), expected));

const TITLES: Readonly<Record<string, readonly [string, string]>> = {
  'text is unchanged': ['Council delays vote', 'Council delays vote'],
  'tags are removed': ['<b>Big</b> news<br/>today <a href="x">now</a>', 'Big news today now'],
  'letters in angle brackets stay': [
    'The <T> in generics, and 1 < 2 > 0',
    'The <T> in generics, and 1 < 2 > 0',
  ],
  'a heart stays': ['I <3 news', 'I <3 news'],
  'scripts are removed with their content': ['a<script>alert(1)</script>b', 'a b'],
  'references are decoded': ['Q&amp;A: it&#8217;s &quot;on&quot;', 'Q&A: it’s "on"'],
  'an ampersand alone stays': ['AT&T and R&D', 'AT&T and R&D'],
  'escaped once too often': ['Tom &amp;amp; Jerry&amp;#8217;s', 'Tom & Jerry’s'],
  'escaped tags stay': ['How to use the &lt;b&gt; tag', 'How to use the <b> tag'],
  'tags that are escaped twice stay': ['The &amp;lt;b&amp;gt; tag', 'The &lt;b&gt; tag'],
  'lines are joined': [' a\r\n\tb\u00a0\u2028c ', 'a b c'],
  'control characters are removed': ['a\u0000b\u009fc\u00ad\ufeffd', 'abcd'],
  'direction overrides are removed': ['\u202eabc\u2066d', 'abcd'],
  'joiners stay': ['👩‍👩‍👧 می‌خواهم', '👩‍👩‍👧 می‌خواهم'],
  'unpaired surrogates become U+FFFD': ['a\ud83d', 'a\ufffd'],
};

for (const [name, [text, expected]] of Object.entries(TITLES))
  test(`PARSE-5: titles: ${name}`, () => assert.equal(titleText(text), expected));

const EXCERPTS: readonly (readonly [string, number, string])[] = [
  ['short', 10, 'short'],
  ['The quick brown fox', 19, 'The quick brown fox'],
  ['The quick brown fox', 18, 'The quick brown…'],
  ['The quick, brown fox', 12, 'The quick…'],
  ['  spaces \n\n and lines  ', 40, 'spaces and lines'],
  ['Donaudampfschifffahrtsgesellschaft', 12, 'Donaudampfs…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 13, '👩‍👩‍👧‍👦…'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 8, ''],
  ['他们对饮酒的态度不同', 6, '他们对饮酒…'],
  ['anything', 0, ''],
];

for (const [text, length, expected] of EXCERPTS)
  test(`PARSE-5: an excerpt of ${length} from "${text}"`, () =>
    assert.equal(excerptOf(text, length), expected));
