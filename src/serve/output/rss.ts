import type { OutputFeed, OutputItem } from '../../app/output/document.ts';
import { type Xml, xml } from './xml.ts';

export function writeRss(feed: OutputFeed): string {
  const { title, description, page, self, first, previous, next, hub, language, updatedAt, items } = feed;
  return String(xml`<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/xsl" href="/feeds/style.xsl"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${title}</title>
<link>${page}</link>
<description>${description}</description>
${language !== null && xml`<language>${language}</language>\n`}<lastBuildDate>${updatedAt.toUTCString()}</lastBuildDate>
<atom:link rel="self" type="application/rss+xml" href="${self}"/>
<atom:link rel="first" href="${first}"/>
${previous !== null && xml`<atom:link rel="previous" href="${previous}"/>\n`}${next !== null && xml`<atom:link rel="next" href="${next}"/>\n`}${hub !== null && xml`<atom:link rel="hub" href="${hub}"/>\n`}${items.map(entry)}</channel>
</rss>
`);
}

function entry(item: OutputItem): Xml {
  return xml`<item>
<guid isPermaLink="false">${item.id}</guid>
<title>${item.title}</title>
<link>${item.url}</link>
<pubDate>${item.publishedAt.toUTCString()}</pubDate>
${item.author !== null && xml`<dc:creator>${item.author}</dc:creator>\n`}${item.tags.map(tag => xml`<category>${tag}</category>\n`)}${item.image !== null && xml`<media:content medium="image" url="${item.image}"/>\n`}<description>${item.summary}</description>
</item>
`;
}
