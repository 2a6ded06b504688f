import type { Article } from '../types.ts';
import type { FeedContent } from './feeds.ts';
import { imageTypeOf, LABEL, escapeXml as x } from './labels.ts';

export function writeRss2({ publisher, articles, home, feedUrl, updatedAt }: FeedContent): string {
  const items = articles.map(article => rss2Item(article, home, publisher.fullText)).join('');
  return `<?xml version="1.0" encoding="${publisher.encoding}"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${x(publisher.name)}</title>
<link>${home}/</link>
<description>${x(`${publisher.name} (${publisher.domain}). ${LABEL}.`)}</description>
<language>${publisher.language}</language>
<lastBuildDate>${rfc822(updatedAt)}</lastBuildDate>
<ttl>${publisher.style === 'wire' ? 5 : 10}</ttl>
<atom:link href="${feedUrl}" rel="self" type="application/rss+xml"/>
${items}</channel>
</rss>
`;
}

function rss2Item(article: Article, home: string, fullText: boolean): string {
  const body = fullText ? `<content:encoded><![CDATA[${bodyHtml(article, home)}]]></content:encoded>\n` : '';
  const image = article.image
    ? `<media:content url="${home}${article.image}" type="${imageTypeOf(article.image)}" medium="image" width="640" height="360"/>\n`
    : '';
  return `<item>
<title>${x(article.headline)}</title>
<link>${home}${article.path}</link>
<guid isPermaLink="false">${x(article.guid)}</guid>
<pubDate>${rfc822(article.publishedAt)}</pubDate>
<dc:creator>${x(article.byline)}</dc:creator>
<category>${x(article.section)}</category>
<description>${x(article.summary)}</description>
${body}${image}</item>
`;
}

export function writeRss1({ publisher, articles, home, feedUrl, updatedAt }: FeedContent): string {
  const resources = articles.map(({ path }) => `<rdf:li rdf:resource="${home}${path}"/>`).join('');
  const items = articles.map(article => rss1Item(article, home)).join('');
  return `<?xml version="1.0" encoding="${publisher.encoding}"?>
<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
<channel rdf:about="${feedUrl}">
<title>${x(publisher.name)}</title>
<link>${home}/</link>
<description>${x(`${publisher.name} (${publisher.domain}). ${LABEL}.`)}</description>
<dc:language>${publisher.language}</dc:language>
<dc:date>${new Date(updatedAt).toISOString()}</dc:date>
<sy:updatePeriod>hourly</sy:updatePeriod>
<sy:updateFrequency>6</sy:updateFrequency>
<items><rdf:Seq>${resources}</rdf:Seq></items>
</channel>
${items}</rdf:RDF>
`;
}

function rss1Item(article: Article, home: string): string {
  return `<item rdf:about="${home}${article.path}">
<title>${x(article.headline)}</title>
<link>${home}${article.path}</link>
<description>${x(article.summary)}</description>
<dc:date>${new Date(article.publishedAt).toISOString()}</dc:date>
<dc:creator>${x(article.byline)}</dc:creator>
<dc:subject>${x(article.section)}</dc:subject>
</item>
`;
}

/** The text in the form for feeds, without the page. */
export function bodyHtml(article: Article, home: string): string {
  const image = article.image
    ? `<p><img src="${home}${article.image}" width="640" height="360" alt=""></p>`
    : '';
  return image + article.paragraphs.map(paragraph => `<p>${x(paragraph)}</p>`).join('');
}

function rfc822(time: number): string {
  return new Date(time).toUTCString();
}
