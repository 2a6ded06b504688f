import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FeedDocument } from '../../../model/feed-document.ts';
import { NotAFeed, parseFeedDocument } from './index.ts';

const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Gazette &amp; Post</title>
<link>https://gazette.example/</link><description><![CDATA[<p>News</p>]]></description>
<item><title>First</title><link>https://gazette.example/1</link><dc:creator>Ann</dc:creator>
<description>&lt;p&gt;Größe&lt;/p&gt;</description><pubDate>Tue, 05 Mar 2024 08:09:10 GMT</pubDate></item>
<item><title>Second</title><enclosure url="https://gazette.example/2.mp3" type="audio/mpeg" length="7"/></item>
</channel></rss>`;

const RDF = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://gazette.example/"><title>Gazette</title></channel>
<item rdf:about="https://gazette.example/1"><link>https://gazette.example/1</link><dc:date>2024-03-05T08:09:10Z</dc:date>
<title>First <b>of</b> all</title></item></rdf:RDF>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Gazette</title><!-- <item -->
<entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">First <b>of</b> all</div></title>
<link rel="alternate" href="https://gazette.example/1"/><id>tag:gazette.example,2024:1</id>
<published>2024-03-05T08:09:10Z</published><content type="html"><![CDATA[<p>Text</p>]]></content></entry>
<entry><id><![CDATA[tag:gazette.example,2024:2]]></id><link href="https://gazette.example/2" /><title>Second</title>
<published>2024-03-05</published></entry></feed>`;

test('PARSE-3: any bytes give a feed or NotAFeed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => void parseOrNull(bytes)),
    { numRuns: 500 },
  );
});

test('PARSE-3: any tag soup gives a feed or NotAFeed', () => {
  const piece = fc.constantFrom(
    ...[
      '<rss>',
      '<channel>',
      '<item>',
      '</item>',
      '<title>',
      '</title>',
      '<description>',
      '<![CDATA[',
      ']]>',
    ],
    ...[
      '<!--',
      '-->',
      '&',
      '&amp;',
      '&#0;',
      '<',
      '>',
      '"',
      "='",
      ' x="',
      '/>',
      '</',
      '<?xml',
      '?>',
      'text',
      '\0',
    ],
    ...[
      '<feed xmlns="http://www.w3.org/2005/Atom">',
      '<entry>',
      '<content type="xhtml">',
      '<a:b>',
      '{',
      '[',
      '}',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
      const feed = parseOrNull(encode(`<rss>${pieces.join('')}`));
      assert.doesNotMatch(JSON.stringify(feed), /\\u0000/);
    }),
    { numRuns: 1_000 },
  );
});

test('PARSE-2: a feed truncated anywhere keeps the items before the cut', () => {
  const bytes = encode(FEED);
  const whole = parseFeedDocument(bytes).items[0];
  const afterFirst = FEED.indexOf('<item><title>Second');
  for (let length = afterFirst + 2; length < bytes.length; length++) {
    const feed = parseFeedDocument(bytes.subarray(0, length));
    assert.deepEqual(feed.items[0], whole, `cut at ${length}`);
    assert.ok(feed.items.length <= 2);
  }
});

test('PARSE-2: a feed truncated anywhere has no part of an address, id or date', () => {
  for (const text of [FEED, RDF, ATOM]) {
    const whole = parseFeedDocument(encode(text)).items;
    for (let length = text.indexOf('<item') + 1; length < text.length; length++) {
      const cut = parseOrNull(encode(text.slice(0, length)))?.items ?? [];
      for (const [index, item] of cut.entries()) {
        for (const name of ['id', 'link', 'published', 'enclosures'] as const) {
          const value = item[name];
          const isMissing = value === null || (Array.isArray(value) && value.length === 0);
          if (!isMissing) assert.deepEqual(value, whole[index]?.[name], `${name}, cut at ${length}`);
        }
      }
    }
  }
});

test('PARSE-2: the output has no control characters and no unpaired surrogates', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), text => {
      const title = text.replaceAll(/[<&]/g, '');
      const feed = parseOrNull(encode(FEED.replace('First', () => title)));
      const shown = feed?.items[0]?.title ?? '';
      assert.doesNotMatch(shown, /[\x00-\x1f\x7f\ufffe\uffff]/);
      assert.ok(shown.isWellFormed());
    }),
  );
});

test('PARSE-1: a plain feed is parsed without recoveries', () => {
  const feed = parseFeedDocument(encode(FEED), { url: 'https://gazette.example/feed' });
  assert.deepEqual(feed.recovered, []);
  assert.equal(feed.format, 'rss-2.0');
  assert.equal(feed.encoding, 'utf-8');
  assert.equal(feed.title, 'Gazette & Post');
  assert.equal(feed.items[0]?.summary, '<p>Größe</p>');
  assert.deepEqual(feed.items[1]?.enclosures, [
    { url: 'https://gazette.example/2.mp3', type: 'audio/mpeg', length: 7 },
  ]);
});

test('PARSE-3: NotAFeed states what the document seems to be', () => {
  const reasonOf = (text: string) => {
    try {
      parseFeedDocument(encode(text));
    } catch (error) {
      if (error instanceof NotAFeed) return error.reason;
      throw error;
    }
    return null;
  };
  assert.equal(reasonOf('<!doctype html><html></html>'), 'html-page');
  assert.equal(reasonOf(''), 'empty');
  assert.equal(reasonOf('hello'), 'unknown-format');
  assert.equal(reasonOf('{"a":1}'), 'unknown-json');
  assert.equal(reasonOf('<svg/>'), 'unknown-xml');
});

function parseOrNull(bytes: Uint8Array): FeedDocument | null {
  try {
    return parseFeedDocument(bytes);
  } catch (error) {
    if (error instanceof NotAFeed) return null;
    throw error;
  }
}

function encode(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}
