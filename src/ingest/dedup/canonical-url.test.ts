import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { canonicalUrl, trustedCanonical } from './canonical-url.ts';

/** The key, then the addresses that normalise to it. */
const SAME: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  'scheme, host and port': [
    [
      'https://example.com/a',
      [
        'http://example.com/a',
        'HTTPS://WWW.Example.COM:443/a',
        'http://example.com:80/a',
        'https://example.com./a',
      ],
    ],
    [
      'https://example.com/a',
      ['https://user:pass@example.com/a', ' https://example.com/a\n', 'http://www.example.com:443/a'],
    ],
    ['https://xn--mnchen-3ya.example/a', ['https://München.example/a', 'https://xn--mnchen-3ya.example/a']],
    ['https://www.gov.uk/a', ['https://www.gov.uk/a']],
    ['https://amp.dev/about', ['https://amp.dev/about/']],
    ['https://example.com:8080/a', ['http://example.com:8080/a']],
  ],
  'the path': [
    [
      'https://example.com/',
      ['https://example.com', 'https://example.com/index.html', 'https://example.com/a/..'],
    ],
    [
      'https://example.com/a',
      ['https://example.com/a/', 'https://example.com//a', 'https://example.com/./b/../a'],
    ],
    [
      'https://example.com/~user/caf%C3%A9',
      ['https://example.com/%7euser/caf%c3%a9', 'https://example.com/~user/café'],
    ],
    [
      'https://example.com/a',
      ['https://example.com/a;jsessionid=AB12', 'https://example.com/(S(abcdefghij1234567890))/a'],
    ],
    [
      'https://example.com/a',
      ['https://example.com/a%3Futm_source=rss', 'https://example.com/a&utm_source=rss'],
    ],
  ],
  'the query': [
    ['https://example.com/a?a=1&b=2', ['https://example.com/a?b=2&a=1', 'https://example.com/a?&b=2&&a=1&']],
    [
      'https://example.com/a?id=7',
      ['https://example.com/a?id=7&utm_source=x&fbclid=y', 'https://example.com/a?UTM_Source=x&id=7'],
    ],
    [
      'https://example.com/a?id=7',
      ['https://example.com/a?id=7&amp;utm_source=x', 'https://example.com/a?id=7?utm_source=x'],
    ],
    ['https://example.com/a?q=a%20b', ['https://example.com/a?q=a+b', 'https://example.com/a?q=a%20b']],
    [
      'https://example.com/a',
      [
        'https://example.com/a?PHPSESSID=abc',
        'https://example.com/a?from=rss',
        'https://example.com/a?ref=rss_home',
      ],
    ],
    [
      'https://example.com/a',
      ['https://example.com/a?sid=0123456789abcdef0123456789abcdef', 'https://example.com/a?'],
    ],
  ],
  'parameters of single sites': [
    ['https://nytimes.com/a.html', ['https://www.nytimes.com/a.html?smid=tw&partner=rss&emc=rss']],
    [
      'https://spiegel.de/a.html',
      ['https://www.spiegel.de/a.html#ref=rss', 'https://www.spiegel.de/a.html?b=1'],
    ],
    [
      'https://amazon.co.uk/dp/B012345678',
      ['https://www.amazon.co.uk/Some-Book/dp/B012345678/ref=sr_1_1?qid=1&keywords=x'],
    ],
    [
      'https://x.com/a/status/1',
      ['https://twitter.com/a/status/1?s=20&t=abc', 'https://mobile.twitter.com/a/status/1'],
    ],
    [
      'https://youtube.com/watch?v=abcdefghijk',
      [
        'https://youtu.be/abcdefghijk?si=x',
        'https://m.youtube.com/watch?v=abcdefghijk&t=10s',
        'https://www.youtube.com/shorts/abcdefghijk',
      ],
    ],
    [
      'https://reddit.com/r/news/comments/abc/x',
      ['https://old.reddit.com/r/news/comments/abc/x/?share_id=1'],
    ],
  ],
  'AMP and phones': [
    [
      'https://example.com/2024/story',
      [
        'https://www.example.com/2024/story/amp/',
        'https://amp.example.com/2024/story',
        'https://www.example.com/amp/2024/story',
        'https://example.com/2024/story?amp',
        'https://example.com/2024/story?outputType=amp',
        'https://m.example.com/2024/story',
        'https://mobile.example.com/2024/story?m=1',
      ],
    ],
    [
      'https://example.com/story.html',
      ['https://example.com/story.amp.html', 'https://example.com/story.html?amp=1'],
    ],
    [
      'https://example.com/story',
      [
        'https://www-example-com.cdn.ampproject.org/c/s/www.example.com/story/amp',
        'https://www.google.com/amp/s/www.example.com/story',
      ],
    ],
    ['https://en.wikipedia.org/wiki/News', ['https://en.m.wikipedia.org/wiki/News']],
    [
      'https://bbc.com/news/uk-123456',
      ['https://www.bbc.co.uk/news/amp/uk-123456?at_medium=RSS&at_campaign=KARANGA'],
    ],
  ],
  'nested addresses': [
    [
      'https://example.com/a?id=1',
      [
        'https://www.google.com/url?q=https%3A%2F%2Fexample.com%2Fa%3Fid%3D1&sa=D',
        'https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2Fa%3Fid%3D1%26fbclid%3Dx&h=AT0',
        'https://out.reddit.com/t3_x?url=https%3A%2F%2Fexample.com%2Fa%3Fid%3D1&token=x',
        'https://href.li/?https://example.com/a?id=1',
      ],
    ],
    [
      'https://example.com/a',
      [
        'https://www.bing.com/ck/a?!&u=a1aHR0cHM6Ly9leGFtcGxlLmNvbS9h&ntb=1',
        'https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fexample.com%252Fa',
      ],
    ],
  ],
};

const DIFFERENT: readonly (readonly [string, string])[] = [
  ['https://example.com/a?id=1', 'https://example.com/a?id=2'],
  ['https://example.com/a?ref=1001', 'https://example.com/a?ref=1002'],
  ['https://example.com/a?source=1001', 'https://example.com/a?source=1002'],
  ['https://example.com/a%2Fb', 'https://example.com/a/b'],
  ['https://example.com/A', 'https://example.com/a'],
  ['https://example.com/#/story/1', 'https://example.com/#/story/2'],
  ['https://example.com/#!story/1', 'https://example.com/#!story/2'],
  ['https://a.example.com/x', 'https://b.example.com/x'],
  ['https://example.com/amplifier', 'https://example.com/lifier'],
  ['https://example.com/guitars/amp/best', 'https://example.com/guitars/best'],
  ['https://example.com/?s=utm_source', 'https://example.com/'],
  ['https://example.com/?feed=rss2', 'https://example.com/'],
  ['https://www.youtube.com/playlist?list=PL1', 'https://www.youtube.com/playlist?list=PL2'],
  ['https://github.com/a/b/blob/x.md?ref=v1', 'https://github.com/a/b/blob/x.md?ref=v2'],
];

describe('DEDUP-1: addresses of one article have one key', () => {
  for (const [fact, cases] of Object.entries(SAME)) {
    test(fact, () => {
      for (const [key, urls] of cases)
        assert.deepEqual(
          urls.map(url => canonicalUrl(url)),
          urls.map(() => key),
        );
    });
  }
});

test('DEDUP-1: addresses of different articles have different keys', () => {
  for (const [one, other] of DIFFERENT)
    assert.notEqual(canonicalUrl(one), canonicalUrl(other), `${one} ${other}`);
});

test('DEDUP-1: text that is not a web address has no key', () => {
  const none = [
    '',
    'not a url',
    'mailto:a@example.com',
    'ftp://example.com/a',
    'javascript:alert(1)',
    'http://',
    '/a',
    'http://a.xn--pokxncvks/',
    'http://[::1',
    `https://example.com/${'a'.repeat(9_000)}`,
  ];
  assert.deepEqual(
    none.map(url => canonicalUrl(url)),
    none.map(() => null),
  );
});

test('DEDUP-1: a relative address is resolved against its base', () => {
  assert.equal(canonicalUrl('../b?utm_source=x', 'https://www.example.com/a/c'), 'https://example.com/b');
  assert.equal(canonicalUrl('//example.org/b', 'https://www.example.com/a/c'), 'https://example.org/b');
});

test('DEDUP-1: rel=canonical is trusted only within its site', () => {
  assert.equal(
    trustedCanonical('https://m.example.co.uk/a?x=1', 'https://www.example.co.uk/a'),
    'https://example.co.uk/a',
  );
  assert.equal(trustedCanonical('https://example.com/a?x=1', '/a'), 'https://example.com/a');
  assert.equal(trustedCanonical('https://example.com/a', 'https://example.org/a'), null);
  assert.equal(trustedCanonical('https://ann.blogspot.com/a', 'https://bob.blogspot.com/a'), null);
  assert.equal(trustedCanonical('https://example.com/a', 'https://example.com/'), null);
  assert.equal(trustedCanonical('https://example.com/a', 'javascript:alert(1)'), null);
});

const piece = fc.constantFrom(
  ...[
    'a',
    'amp',
    'index.html',
    '..',
    '.',
    '/',
    '//',
    ';sid=x',
    '%2e',
    '%2F',
    '%3F',
    '?',
    '&',
    '=',
    'utm_source=x',
    'amp;',
    'url=',
    'q=',
    'u=',
    '+',
  ],
  ...[
    'https://',
    'www.',
    'm.',
    'amp.',
    'example.com',
    'google.com/url?',
    'l.facebook.com/l.php?',
    'youtu.be/',
    'embed/abcdef',
    'news',
    '#!',
    '#/',
    's/',
  ],
  ...[
    'bbc.co.uk/',
    'en.m.wikipedia.org',
    'cdn.ampproject.org/c/',
    '%',
    '%41',
    'é',
    ':80',
    ':443',
    '@',
    'ref=',
    'rss',
    '(S(abcdefghij))',
    'anonym.to/?',
  ],
);
const address = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.array(piece, { maxLength: 14 }).map(pieces => `https://${pieces.join('')}`),
  fc.string({ unit: 'binary' }).map(text => `https://example.com/${text}`),
);

test('DEDUP-1: the key of a key is the key, and its length is limited', () => {
  fc.assert(
    fc.property(address, url => {
      const key = canonicalUrl(url);
      if (key === null) return;
      assert.ok(key.length <= 4_096);
      assert.equal(canonicalUrl(key), key);
    }),
    { numRuns: 5_000 },
  );
});

test('DEDUP-1: the order of parameters does not matter', () => {
  const parameter = fc.stringMatching(/^[a-z_]{1,8}=[a-z0-9%+]{0,6}$/);
  const pair = fc
    .array(parameter, { maxLength: 8 })
    .chain(all => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  fc.assert(
    fc.property(pair, ([one, other]) => {
      assert.equal(
        canonicalUrl(`https://example.com/a?${one.join('&')}`),
        canonicalUrl(`https://example.com/a?${other.join('&')}`),
      );
    }),
    { numRuns: 1_000 },
  );
});

test('DEDUP-1: no text throws', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), address);
  fc.assert(
    fc.property(text, text, (url, base) => void [canonicalUrl(url, base), trustedCanonical(base, url)]),
  );
});

test('DEDUP-1: hostile addresses cost less than 50 ms', () => {
  for (const unit of [
    '/amp',
    ';sid=1',
    '//',
    '/..',
    '%2e',
    '&amp;',
    '?utm_source=',
    '(S(abcdefghij',
    '/index.html',
    'https://google.com/url?q=',
  ]) {
    const url = `https://example.com/${unit.repeat(8_000 / unit.length)}`;
    // The best of five, to exclude other load on the machine.
    const times = Array.from({ length: 5 }, () => cpuMs(() => canonicalUrl(url)));
    assert.ok(Math.min(...times) < 100, `${unit} took ${Math.min(...times)} ms`);
  }
});
