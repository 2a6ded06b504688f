import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeFolder, NotOpml, parseOpml } from './read.ts';
import { splitFolder, writeOpml } from './write.ts';

const HEAD = { title: 'Sources', at: new Date(0) };

test('SRC-3: an OPML list is read with its folders, names and lines', () => {
  const { entries, isTruncated } = read(`<?xml version="1.0"?>
<opml version="2.0"><head><title>Mine</title></head><body>
<outline text="World">
  <outline text="Asia/Pacific" title="Asia/Pacific">
    <outline type="rss" text="One &amp; only" xmlUrl="https://one.example/feed?a=1&amp;b=2" htmlUrl="https://one.example/"/>
  </outline>
  <outline type="rss" text="Two" title="Second" xmlUrl='https://two.example/rss'></outline>
</outline>
<outline text="Three" xmlUrl="https://three.example/"/>
</body></opml>`);
  assert.equal(isTruncated, false);
  assert.deepEqual(
    entries.map(({ line, url, name, folder }) => [line, url, name, folder]),
    [
      [5, 'https://one.example/feed?a=1&b=2', 'One & only', 'World/Asia\\/Pacific'],
      [7, 'https://two.example/rss', 'Second', 'World'],
      [9, 'https://three.example/', 'Three', null],
    ],
  );
  assert.deepEqual(splitFolder('World/Asia\\/Pacific'), ['World', 'Asia/Pacific']);
});

test('SRC-3: lists that other programs broke are read as far as possible', () => {
  const cases: Record<string, readonly [markup: string, expected: readonly (string | null)[]]> = {
    'names of attributes in any case': [
      '<OPML><Outline XMLURL="https://a.example/" TEXT="A"/>',
      ['https://a.example/', 'A', null],
    ],
    'bare ampersands': [
      '<opml><outline xmlUrl="https://a.example/?x=1&y=2" text="A & B"/>',
      ['https://a.example/?x=1&y=2', 'A & B', null],
    ],
    'no quotes': [
      '<opml><outline xmlUrl=https://a.example/feed text=A />',
      ['https://a.example/feed', 'A', null],
    ],
    'cut off': [
      '<opml><outline text="F"><outline text="A" xmlUrl="https://a.example/"',
      ['https://a.example/', 'A', 'F'],
    ],
    'other names for the address': [
      '<opml><outline type="rss" url="https://a.example/" text="A"/>',
      ['https://a.example/', 'A', null],
    ],
    'a category for a folder': [
      '<opml><outline xmlUrl="https://a.example/" text="A" category="/News/World,/X"/>',
      ['https://a.example/', 'A', 'News/World'],
    ],
    'nested comments': [
      '<opml><!-- <outline xmlUrl="https://old.example/"/> --><outline xmlUrl="https://a.example/" text="A"/>',
      ['https://a.example/', 'A', null],
    ],
    'quotes within a description': [
      `<opml><outline text="A" description="${'he said "so" and '.repeat(40)}" xmlUrl="https://a.example/?a=1&amp;b" type="rss"/>`,
      ['https://a.example/?a=1&b', 'A', null],
    ],
    'markup within a description': [
      '<opml><outline text="F"><outline text="A" description="by <a href="https://x.example/">X</a>." xmlUrl="https://a.example/" type="rss"/></outline>',
      ['https://a.example/', 'A', 'F'],
    ],
    'without a root': ['<outline xmlUrl="https://a.example/" text="A"/>', ['https://a.example/', 'A', null]],
  };
  for (const [what, [markup, expected]] of Object.entries(cases)) {
    const { entries } = read(markup);
    assert.deepEqual(
      entries.map(({ url, name, folder }) => [url, name, folder]),
      [expected],
      what,
    );
  }
});

test('SRC-3: a document that is not a list is refused as such', () => {
  for (const text of ['', 'hello', '<rss version="2.0"></rss>', '{"a": 1}', '<html><p>outline</p></html>'])
    assert.throws(() => read(text), NotOpml, text);
});

test('SRC-3: an endless list is truncated and reports it', () => {
  const deep = read(`<opml>${'<outline text="x">'.repeat(100)}<outline xmlUrl="https://a.example/"/>`);
  assert.deepEqual(deep, { entries: [], isTruncated: true });
  // Hostile: a million broken-looking tags must not each be scanned to the end.
  assert.deepEqual(read(`<opml>${'<OUTLINE/>'.repeat(1_000_000)}`).entries, []);
  const long = read(`<opml>${'<outline text="x" xmlUrl="https://a.example/"/>'.repeat(50_001)}`);
  assert.deepEqual([long.entries.length, long.isTruncated], [50_000, true]);
});

test('SRC-3: an exported list is imported unchanged', () => {
  // The reader trims and collapses blanks, so the names have none at their ends or in rows.
  const word = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map(tidy).filter(Boolean);
  const source = fc.record({
    name: word,
    url: fc.webUrl({ withQueryParameters: true }),
    homePage: fc.option(fc.webUrl()),
    language: fc.option(fc.constantFrom('en', 'de', 'pt-BR')),
    folder: fc.option(
      fc.array(word, { minLength: 1, maxLength: 3 }).map(names => names.map(escapeFolder).join('/')),
    ),
  });
  fc.assert(
    fc.property(fc.array(source, { maxLength: 30 }), sources => {
      const { entries } = read(writeOpml(sources, HEAD));
      assert.deepEqual(
        entries.map(({ line, ...entry }) => JSON.stringify(entry, KEYS)).sort(),
        sources.map(each => JSON.stringify(each, KEYS)).sort(),
      );
    }),
    { numRuns: 200 },
  );
});

test('SRC-3: any text is read or refused, without other errors', () => {
  const piece = fc.constantFrom(
    '<opml>',
    '<outline ',
    'xmlUrl="',
    '"',
    '>',
    '/>',
    '</outline>',
    '<!--',
    '-->',
    '&',
    '\0',
    'a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
      try {
        read(pieces.join(''));
      } catch (error) {
        assert.ok(error instanceof NotOpml);
      }
    }),
  );
});

const KEYS = ['name', 'url', 'homePage', 'language', 'folder'];

function read(text: string) {
  return parseOpml(Buffer.from(text));
}

function tidy(text: string): string {
  return text
    .replace(/[\u0000-\u001f\ufffe\uffff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
