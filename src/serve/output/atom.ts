import type { OutputFeed, OutputItem } from '../../app/output/document.ts';
import { type Xml, xml } from './xml.ts';

export function writeAtom(feed: OutputFeed): string {
  const { title, description, page, self, first, previous, next, hub, language, updatedAt, items } = feed;
  return String(xml`<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/xsl" href="/feeds/style.xsl"?>
<feed xmlns="http://www.w3.org/2005/Atom"${language !== null && xml` xml:lang="${language}"`}>
<id>${first}</id>
<title>${title}</title>
<subtitle>${description}</subtitle>
<updated>${updatedAt.toISOString()}</updated>
<link rel="alternate" type="text/html" href="${page}"/>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="first" href="${first}"/>
${previous !== null && xml`<link rel="previous" href="${previous}"/>\n`}${next !== null && xml`<link rel="next" href="${next}"/>\n`}${hub !== null && xml`<link rel="hub" href="${hub}"/>\n`}${items.map(entry)}</feed>
`);
}

function entry(item: OutputItem): Xml {
  return xml`<entry${item.language !== null && xml` xml:lang="${item.language}"`}>
<id>${item.id}</id>
<title>${item.title}</title>
<link rel="alternate" type="text/html" href="${item.url}"/>
<published>${item.publishedAt.toISOString()}</published>
<updated>${item.updatedAt.toISOString()}</updated>
<author><name>${item.author ?? 'Unknown'}</name></author>
${item.tags.map(tag => xml`<category term="${tag}"/>\n`)}${item.image !== null && xml`<link rel="enclosure" type="image/*" href="${item.image}"/>\n`}<summary>${item.summary}</summary>
</entry>
`;
}
