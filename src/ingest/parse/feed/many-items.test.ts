import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { parseFeedDocument } from './index.ts';
import { LIMITS } from './limits.ts';

/** PARSE-3: the limits apply to the cost of a document beyond its content. */
const SHAPES: Readonly<Record<string, (items: number, length: number) => string>> = {
  'RSS with sections': (items, length) =>
    rss(items, n => `<content:encoded><![CDATA[${html(n, length)}]]></content:encoded>`),
  'RSS with escaped markup': (items, length) =>
    rss(items, n => `<description>${escaped(html(n, length / 1.4))}</description>`),
  'RSS with unescaped markup': (items, length) =>
    rss(items, n => `<description>${html(n, length)}</description>`),
  'Atom with XHTML': (items, length) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>${repeat(
      items,
      n =>
        `<entry><title>Title ${n}</title><id>tag:e.example,2026:${n}</id><link href="https://e.example/${n}"/>` +
        `<updated>2026-01-15T09:30:00Z</updated><author><name>A. Writer</name></author><category term="local"/>` +
        `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${html(n, length)}</div></content></entry>`,
    )}</feed>`,
  RDF: (items, length) =>
    `<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel rdf:about="https://e.example/"><title>t</title><items><rdf:Seq>${repeat(
      items,
      n => `<rdf:li rdf:resource="https://e.example/${n}"/>`,
    )}</rdf:Seq></items></channel>${repeat(
      items,
      n =>
        `<item rdf:about="https://e.example/${n}"><title>Title ${n}</title><link>https://e.example/${n}</link>` +
        `<content:encoded><![CDATA[${html(n, length)}]]></content:encoded></item>`,
    )}</rdf:RDF>`,
  'JSON Feed': (items, length) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 't',
      items: Array.from({ length: items }, (_, n) => ({
        id: String(n),
        url: `https://e.example/${n}`,
        title: `Title ${n}`,
        date_published: '2026-01-15T09:30:00Z',
        tags: ['local', 'politics'],
        content_html: html(n, length),
      })),
    }),
};

for (const [name, make] of Object.entries(SHAPES)) {
  test(`PARSE-3: ${name}: ${LIMITS.items} items at the size limit are all parsed`, () => {
    readWhole(make(LIMITS.items, 900), LIMITS.items, 900);
  });
  test(`PARSE-3: ${name}: items of 4 kB up to the size limit are all parsed`, () => {
    readWhole(make(1_600, 4_000), 1_600, 4_000);
  });
}

test('PARSE-3: a fault in every item loses no items', () => {
  const feed = parse(rss(LIMITS.items, n => `<pubDate>the day after</pubDate><description>a & b ${n}`));
  assert.equal(feed.items.length, LIMITS.items);
  assert.equal(feed.items.at(-1)?.summary, `a &amp; b ${LIMITS.items - 1}`);
});

test('PARSE-3: of too many items, the first are kept, with a recovery', () => {
  for (const [name, make] of Object.entries(SHAPES)) {
    const feed = parse(make(LIMITS.items + 1, 100));
    assert.equal(feed.items.length, LIMITS.items, name);
    assert.deepEqual(
      feed.recovered.map(({ kind }) => kind).filter(kind => kind === 'too-many-items'),
      ['too-many-items'],
      name,
    );
  }
});

test('PARSE-3: repeated items get one refund', () => {
  const tags = '<a>'.repeat(400);
  const same = parse(
    rss(LIMITS.items, () => `<description>${tags}</description>`).replaceAll(
      /\d+<\/(guid|link|title)>/g,
      '1</$1>',
    ),
  );
  assert.ok(same.items.length < LIMITS.items / 2, `${same.items.length} items`);
});

function readWhole(document: string, items: number, length: number): void {
  const feed = parse(document);
  assert.deepEqual(feed.recovered, []);
  assert.equal(feed.items.length, items);
  for (const item of feed.items) {
    const text = item.content ?? item.summary ?? '';
    assert.ok(text.length > length / 2, `${item.title}: ${text.length} characters`);
    assert.match(text, /href="https:\/\/e\.example\/about\/\d+"/);
    assert.doesNotMatch(text, /href="\/|&lt;/);
  }
}

function parse(document: string) {
  const bytes = new Uint8Array(Buffer.from(document));
  assert.ok(bytes.length <= LIMITS.bytes, `${bytes.length} bytes`);
  return parseFeedDocument(bytes, { url: 'https://e.example/feed' });
}

function rss(items: number, inside: (n: number) => string): string {
  return `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>t</title>${repeat(
    items,
    n =>
      `<item><title>Title ${n}</title><link>https://e.example/${n}</link><guid>https://e.example/${n}</guid>` +
      `<author>a@e.example (A. Writer)</author><category>local</category><category>politics</category>` +
      `${inside(n)}</item>`,
  )}</channel></rss>`;
}

function html(n: number, length: number): string {
  const paragraph = `<p>The council moved its vote on the <a href="/about/${n}">harbour</a> to <em>May</em>, after a long debate about the cost of dredging &amp; who would pay for it in the end, which no one could say.</p>\n`;
  return paragraph.repeat(Math.max(1, Math.floor(length / paragraph.length)));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function repeat(count: number, make: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => make(n)).join('');
}
