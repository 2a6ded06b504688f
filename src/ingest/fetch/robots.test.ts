import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { crawlDelayOf, isAllowed, parseRobots, sitemapsOf } from './robots.ts';
import { matchLength } from './robots-pattern.ts';

const allowed = (lines: readonly string[], path: string, agent = 'ExampleBot') =>
  isAllowed(parseRobots(lines.join('\n')), agent, `https://example.com${path}`);

test('FETCH-2: an agent obeys all of its groups, and the group `*` only when it has none', () => {
  const lines = [
    'user-agent: *',
    'disallow: /',
    'user-agent: examplebot',
    'disallow: /a',
    'user-agent: other',
    'disallow: /b',
    'User-Agent: ExampleBot/2.0',
    'disallow: /c',
  ];
  const paths = ['/', '/a', '/b', '/c'];
  assert.deepEqual(
    paths.map(path => allowed(lines, path)),
    [true, false, true, false],
  );
  assert.deepEqual(
    paths.map(path => allowed(lines, path, 'ExampleBot/3.1 (+https://example.com)')),
    [true, false, true, false],
  );
  assert.deepEqual(
    paths.map(path => allowed(lines, path, 'Third')),
    [false, false, false, false],
  );
});

test('FETCH-2: consecutive agents share the following rules, also across other directives', () => {
  const lines = [
    'user-agent: one',
    'sitemap: /s.xml',
    'unknown: x',
    'crawl-delay: 3',
    'user-agent: two',
    'disallow: /a',
  ];
  assert.deepEqual(
    ['one', 'two', 'three'].map(agent => allowed(lines, '/a', agent)),
    [false, false, true],
  );
  const rules = parseRobots(lines.join('\n'));
  assert.deepEqual(
    ['one', 'two'].map(agent => crawlDelayOf(rules, agent)),
    [3, null],
  );
});

test('FETCH-2: the longest match decides, and `allow` wins a tie', () => {
  assert.equal(allowed(['user-agent: *', 'disallow: /a', 'allow: /a/b'], '/a/b/c'), true);
  assert.equal(allowed(['user-agent: *', 'disallow: /a/b', 'allow: /a'], '/a/b/c'), false);
  assert.equal(allowed(['user-agent: *', 'disallow: /a', 'allow: /a'], '/a'), true);
  assert.equal(allowed(['user-agent: *', 'disallow: /', 'allow: /index.html'], '/'), true);
  assert.equal(allowed(['user-agent: *', 'disallow:'], '/'), true);
});

test('FETCH-2: an agent matches by its whole product token', () => {
  const lines = ['user-agent: *', 'disallow: /', 'user-agent: Foo Bar', 'allow: /'];
  assert.deepEqual(
    ['Foo', 'foo/2.0', 'Foo Bar', 'Foobar'].map(agent => allowed(lines, '/', agent)),
    [true, true, false, false],
  );
});

test('FETCH-2: `*` matches any characters, `$` the end of the path', () => {
  const matches = (pattern: string, path: string) => matchLength(path, pattern) > 0;
  assert.ok(matches('/*.php', '/a/b.php?x'));
  assert.ok(!matches('/*.php$', '/a/b.php?x'));
  assert.ok(matches('/*.php$', '/a/b.php'));
  assert.ok(matches('/a*b*c$', '/abcbc'));
  assert.ok(!matches('/a*b*c$', '/acb'));
  assert.ok(matches('/a$b', '/a$b'));
  assert.ok(!matches('a', '/a'));
});

test('FETCH-2: percent-encoding is normalised', () => {
  assert.equal(allowed(['user-agent: *', 'disallow: /ツ'], '/%e3%83%84'), false);
  assert.equal(allowed(['user-agent: *', 'disallow: /%e3%83%84'], '/ツ'), false);
  assert.equal(allowed(['user-agent: *', 'disallow: /a%2fb'], '/a/b'), true);
});

test('FETCH-2: broken files are read as intended', () => {
  assert.equal(allowed(['\ufeffUser Agent: *', 'Disalow: /a # why'], '/a'), false);
  assert.equal(allowed(['useragent *', 'disallow /a'], '/a'), false);
  assert.equal(allowed(['disallow: /', 'user-agent: other'], '/a'), true);
  assert.equal(
    isAllowed(parseRobots('user-agent: *\rdisallow: /a\r'), 'x', 'https://example.com/a#b'),
    false,
  );
  assert.equal(isAllowed(parseRobots('user-agent: *\ndisallow: /?x'), 'x', 'https://example.com?x=1'), false);
});

test('FETCH-2: delays and sitemaps are parsed', () => {
  const rules = parseRobots(
    'Sitemap: https://example.com/a.xml\nuser-agent: *\ncrawl-delay: 1.5\nuser-agent: b\ncrawl-delay: soon\nsite-map: /b.xml',
  );
  assert.deepEqual([crawlDelayOf(rules, 'a'), crawlDelayOf(rules, 'b')], [1.5, null]);
  assert.deepEqual(sitemapsOf(rules), ['https://example.com/a.xml', '/b.xml']);
});

test('FETCH-2: content beyond 500 KiB is ignored, and no rule is cut in half', () => {
  const filler = `${'#'.repeat(63)}\n`.repeat(8_000);
  assert.equal(allowed([`user-agent: *\n${filler}disallow: /a`], '/a'), true);
  const edge = `user-agent: *\n${'#'.repeat(500 * 1024 - 30)}\ndisallow: /abcdefghij`;
  assert.equal(allowed([edge], '/abc'), true);
});

test('FETCH-2: a pattern matches like the equivalent regular expression', () => {
  const pattern = fc.stringMatching(/^\/[ab*]{0,8}\$?$/);
  const path = fc.stringMatching(/^\/[ab]{0,10}$/);
  fc.assert(
    fc.property(pattern, path, (wanted, given) => {
      const anchored = wanted.endsWith('$');
      const source = (anchored ? wanted.slice(0, -1) : wanted).replaceAll('*', '.*');
      const expected = new RegExp(`^${source}${anchored ? '$' : ''}`).test(given);
      assert.equal(matchLength(given, wanted) > 0, expected);
    }),
    { numRuns: 2_000 },
  );
});

test('FETCH-2: hostile files and patterns take time in proportion to their size', () => {
  const manyAgents = Array.from(
    { length: 15_000 },
    (_, index) => `user-agent: ${'abcdefghij'[index % 10]}${'x'.repeat(index % 7)}`,
  );
  const cases: readonly (readonly [string, string])[] = [
    [`user-agent: *\ndisallow: /${'*a'.repeat(8_000)}b`, `/${'a'.repeat(100_000)}`],
    [`user-agent: *\ndisallow: /${'*a'.repeat(4_000)}$`, `/${'a'.repeat(100_000)}b`],
    [`user-agent: *\n${'disallow: /*a*b*c*d$\n'.repeat(1_000)}`, `/${'abcd'.repeat(500)}e`],
    [`${manyAgents.join('\n')}\n${'allow:/\ncrawl-delay:1\n'.repeat(10_000)}`, '/a'],
    ['user-agent:a\n'.repeat(40_000), '/a'],
    [`user-agent:a\n${':'.repeat(500_000)}`, '/a'],
  ];
  for (const [text, path] of cases) {
    const times = Array.from({ length: 3 }, () => {
      const from = process.cpuUsage();
      isAllowed(parseRobots(text), 'a', `https://example.com${path}`);
      return process.cpuUsage(from).user / 1_000;
    });
    assert.ok(Math.min(...times) < 200, `${text.slice(0, 40)} took ${Math.min(...times)} ms of CPU`);
  }
});
