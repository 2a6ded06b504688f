import { Buffer } from 'node:buffer';

/** Well-formed feeds like those of news sites, the same in every run. */
export const CORPUS = { name: 'generated feeds', size: '6 documents, 9 KB to 1.7 MB, RSS, Atom and RDF' };

/** All documents of the corpus. */
export function createCorpus(): readonly CorpusDocument[] {
  return [
    { name: 'rss, 10 summaries', bytes: encode(rss(10, false)), items: 10 },
    { name: 'rss, 50 summaries', bytes: encode(rss(50, false)), items: 50 },
    { name: 'rss, 50 full texts', bytes: encode(rss(50, true)), items: 50 },
    { name: 'rss, 500 full texts', bytes: encode(rss(500, true)), items: 500 },
    { name: 'atom, 50 full texts', bytes: encode(atom(50)), items: 50 },
    { name: 'rdf, 50 summaries', bytes: encode(rdf(50)), items: 50 },
  ];
}

export interface CorpusDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly items: number;
}

export const FEED_URL = 'https://news.example.com/feed.xml';

function rss(count: number, full: boolean): string {
  const items = numbers(count).map(
    number => `
    <item>
      <title>${headline(number)}</title>
      <link>${address(number)}</link>
      <guid isPermaLink="false">${address(number)}#id</guid>
      <pubDate>${date(number).toUTCString()}</pubDate>
      <dc:creator><![CDATA[${author(number)}]]></dc:creator>
      <category><![CDATA[World]]></category>
      <category><![CDATA[${number % 2 ? 'Business' : 'Science'}]]></category>
      <description><![CDATA[<p>${sentence(number, 30)}</p>]]></description>${full ? encoded(number) : ''}
      <media:thumbnail url="https://img.example.com/${number}.jpg" width="300" height="200"/>
      <slash:comments>${number}</slash:comments>
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/">
  <channel>
    <title>The Daily Example</title>
    <atom:link href="${FEED_URL}" rel="self" type="application/rss+xml"/>
    <link>https://news.example.com/</link>
    <description>News &amp; views</description>
    <lastBuildDate>${date(0).toUTCString()}</lastBuildDate>
    <language>en-GB</language>${items.join('')}
  </channel>
</rss>`;
}

function atom(count: number): string {
  const entries = numbers(count).map(
    number => `
  <entry>
    <title type="html">${headline(number)}</title>
    <link rel="alternate" type="text/html" href="${address(number)}"/>
    <id>tag:news.example.com,2024:${number}</id>
    <published>${date(number).toISOString()}</published>
    <updated>${date(number).toISOString()}</updated>
    <author><name>${author(number)}</name></author>
    <category term="world" label="World"/>
    <summary type="html">&lt;p&gt;${sentence(number, 30)}&lt;/p&gt;</summary>
    <content type="html">${escaped(body(number))}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <title>The Daily Example</title>
  <link rel="self" href="${FEED_URL}"/>
  <link href="https://news.example.com/"/>
  <id>tag:news.example.com,2024:feed</id>
  <updated>${date(0).toISOString()}</updated>${entries.join('')}
</feed>`;
}

function rdf(count: number): string {
  const items = numbers(count).map(
    number => `
  <item rdf:about="${address(number)}">
    <title>${headline(number)}</title>
    <link>${address(number)}</link>
    <description>${sentence(number, 30)}</description>
    <dc:creator>${author(number)}</dc:creator>
    <dc:date>${date(number).toISOString()}</dc:date>
    <dc:subject>World</dc:subject>
  </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel rdf:about="https://news.example.com/">
    <title>The Daily Example</title>
    <link>https://news.example.com/</link>
    <description>News</description>
  </channel>${items.join('')}
</rdf:RDF>`;
}

function encoded(number: number): string {
  return `
      <content:encoded><![CDATA[${body(number)}]]></content:encoded>`;
}

function body(number: number): string {
  const paragraphs = numbers(8).map(
    part => `<p>${sentence(number + part, 45)} <a href="${address(number)}/${part}">more</a>.</p>\n`,
  );
  return `<figure><img src="https://img.example.com/${number}.jpg" alt="A picture"/></figure>\n${paragraphs.join('')}`;
}

function headline(number: number): string {
  return `Story ${number}: ${sentence(number, 7)} &amp; what it means`;
}

/** Words in an order that depends on the number. */
function sentence(number: number, length: number): string {
  return numbers(length)
    .map(index => WORDS[(number * 7 + index * (3 + (number % 5))) % WORDS.length])
    .join(' ');
}

function author(number: number): string {
  return ['Ann Lee', 'Bob Ray', 'Chloé Durand', 'Dmitri Ivanov'][number % 4] ?? '';
}

function address(number: number): string {
  return `https://news.example.com/2024/03/story-${number}`;
}

function date(number: number): Date {
  return new Date(Date.UTC(2024, 2, 5, 12) - number * 1_800_000);
}

function escaped(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function encode(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}

const WORDS =
  'the government said on Tuesday that a new law would change how city councils pay for roads schools and the care of older people while critics in parliament warned of higher taxes across every region'.split(
    ' ',
  );
