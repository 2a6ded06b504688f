import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseApiArticles } from './api-articles.ts';
import { parseListArticles } from './document.ts';
import { NotAFeed } from './feed/index.ts';
import { compileJsonPath } from './json-paths.ts';

const CONTEXT = {
  sourceId: '00000000-0000-7000-8000-000000000001',
  fetchId: '00000000-0000-7000-8000-000000000002',
  url: 'https://api.example/v1/news',
  contentType: 'application/json',
  language: 'en',
  readsPages: true,
  now: Date.UTC(2026, 5, 1),
};

test('SRC-5: JSON Pointers and JSONPath find the named values', () => {
  const document = { data: { items: [{ 'a/b': 1, 'm~n': 2, t: 'x' }, { t: 'y' }], odd: { "it's": 3 } } };
  const cases: Record<string, unknown[]> = {
    '': [document],
    '/data/items/1/t': ['y'],
    '/data/items/0/a~1b': [1],
    '/data/items/0/m~0n': [2],
    '/data/items/2': [],
    '/data/items/-1': [],
    $: [document],
    '$.data.items[*].t': ['x', 'y'],
    '@.data.items[-1].t': ['y'],
    "$['data']['odd']['it\\'s']": [3],
    '$.data.*': [document.data.items, document.data.odd],
    '$.data.items[5]': [],
    '$.constructor': [],
    '/__proto__': [],
  };
  for (const [path, found] of Object.entries(cases))
    assert.deepEqual(compileJsonPath(path)(document), found, path);
  for (const bad of ['data', '$..t', '$[?(@.a)]', '$.', '$.a[', "$['a", '/~2', '$a'])
    assert.throws(() => compileJsonPath(bad), RangeError, bad);
});

test('SRC-5: any text is a path or refused, and any path works on any document', () => {
  const piece = fc.constantFrom('$', '/', '.', '*', '[', ']', "'", '0', '-1', 'a', '~', '~0', '\\');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.jsonValue(), (pieces, document) => {
      try {
        compileJsonPath(pieces.join(''))(document);
      } catch (error) {
        assert.ok(error instanceof RangeError, String(error));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('SRC-5: an API response becomes articles like those of a feed', () => {
  const answer = {
    data: [
      {
        key: 7,
        headline: 'A <b>bridge</b>',
        link: '/articles/bridge',
        html: `<p onclick="x()">It is built.</p>${'<p>Long enough to be the whole text of it.</p>'.repeat(30)}<script>x</script>`,
        at: 1_767_225_600,
        by: [{ name: 'Ada' }, { name: 'Bea' }],
        tags: ['City', 'Traffic'],
        pic: { url: 'https://img.example/1.jpg' },
      },
      { headline: 'Second', link: 'https://news.example/2', at: '2026-01-02T03:04:05Z', by: 'Cleo' },
      { headline: 'Without an address' },
      { key: 9 },
    ],
  };
  const mapping = {
    items: '/data',
    title: '/headline',
    url: '/link',
    id: '/key',
    body: '/html',
    published: '/at',
    authors: '$.by[*]',
    categories: '/tags',
    image: '/pic',
  };
  const { items, skipped: leftOut } = parseApiArticles(Buffer.from(JSON.stringify(answer)), {
    ...CONTEXT,
    mapping,
  });
  assert.deepEqual([items.length, leftOut], [3, 1]);
  const [first, second, third] = items.map(({ article }) => article);
  assert.deepEqual(
    [
      first?.title,
      first?.url,
      first?.guid,
      first?.authors,
      first?.categories,
      first?.image?.url,
      first?.origin,
    ],
    [
      'A bridge',
      'https://api.example/articles/bridge',
      '7',
      ['Ada', 'Bea'],
      ['City', 'Traffic'],
      'https://img.example/1.jpg',
      'api',
    ],
  );
  assert.equal(first?.publishedAt.toISOString(), '2026-01-01T00:00:00.000Z');
  assert.doesNotMatch(first?.bodyHtml ?? '', /script|onclick/);
  assert.deepEqual([items[0]?.wantsPage, items[1]?.wantsPage], [false, true]);
  assert.equal(second?.publishedAt.toISOString(), '2026-01-02T03:04:05.000Z');
  assert.equal(third?.url.replace(/[0-9a-f]{16}$/, '…'), `${CONTEXT.url}#item-…`);
});

test('SRC-5: a document that is not JSON, or has no items, is NotAFeed', () => {
  const mapping = { items: '/data', title: '/t', url: '/u' };
  for (const [text, reason] of [
    ['<html>', 'malformed-json'],
    ['{"other": []}', 'unknown-json'],
    ['', 'malformed-json'],
  ])
    assert.throws(
      () => parseApiArticles(Buffer.from(text ?? ''), { ...CONTEXT, mapping }),
      error => error instanceof NotAFeed && error.reason === reason,
      text,
    );
  assert.deepEqual(parseApiArticles(Buffer.from('{"data": []}'), { ...CONTEXT, mapping }).items, []);
});

test('SRC-5: any API response gives articles or a reason', () => {
  const mapping = { items: '$[*]', title: '$.t', url: '$.u', published: '$.p', authors: '$.a', image: '$.i' };
  const value = fc.jsonValue({ maxDepth: 3 });
  const item = fc.record({ t: value, u: fc.oneof(fc.webUrl(), value), p: value, a: value, i: value });
  fc.assert(
    fc.property(fc.array(fc.oneof(item, value)), document => {
      try {
        parseApiArticles(Buffer.from(JSON.stringify(document)), { ...CONTEXT, mapping });
      } catch (error) {
        assert.ok(error instanceof NotAFeed, String(error));
      }
    }),
    { numRuns: 200 },
  );
});

test('SRC-5: the links of a list page become items whose pages are fetched', () => {
  const page = `<html><body><nav><a href="/about">About the whole of us here</a></nav><ul>
    ${['one', 'two', 'three'].map(n => `<li class="x"><a href="/2026/${n}-of-the-many-stories">Story number ${n} of the many</a></li>`).join('')}
  </ul></body></html>`;
  for (const linkSelector of [null, 'li.x > a', 'li']) {
    const { items } = parseListArticles(Buffer.from(page), {
      ...CONTEXT,
      contentType: 'text/html',
      linkSelector,
    });
    assert.deepEqual(
      items.map(({ article }) => [article.url, article.title]),
      ['one', 'two', 'three'].map(n => [
        `https://api.example/2026/${n}-of-the-many-stories`,
        `Story number ${n} of the many`,
      ]),
      String(linkSelector),
    );
    assert.ok(items.every(({ wantsPage, article }) => wantsPage && article.guid === article.url));
  }
  assert.throws(() => parseListArticles(Buffer.from(page), { ...CONTEXT, linkSelector: 'a[' }));
});
