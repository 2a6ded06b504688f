import type { Article } from '../types.ts';
import { bodyHtml } from './feed-rss.ts';
import type { FeedContent } from './feeds.ts';
import { imageTypeOf, LABEL, escapeXml as x } from './labels.ts';

export function writeAtom({ publisher, articles, home, feedUrl, updatedAt }: FeedContent): string {
  const entries = articles.map(article => entryOf(article, home, publisher.fullText)).join('');
  return `<?xml version="1.0" encoding="${publisher.encoding}"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${publisher.language}">
<id>tag:${publisher.domain},2026:feed</id>
<title>${x(publisher.name)}</title>
<subtitle>${x(`${publisher.domain}. ${LABEL}.`)}</subtitle>
<link href="${home}/" rel="alternate" type="text/html"/>
<link href="${feedUrl}" rel="self" type="application/atom+xml"/>
<updated>${new Date(updatedAt).toISOString()}</updated>
${entries}</feed>
`;
}

function entryOf(article: Article, home: string, fullText: boolean): string {
  const content = fullText ? `<content type="html">${x(bodyHtml(article, home))}</content>\n` : '';
  const image = article.image
    ? `<link href="${home}${article.image}" rel="enclosure" type="${imageTypeOf(article.image)}"/>\n`
    : '';
  const id = article.guid.startsWith('tag:')
    ? article.guid
    : `tag:${article.publisher.domain},2026:${article.guid}`;
  return `<entry>
<id>${x(id)}</id>
<title>${x(article.headline)}</title>
<link href="${home}${article.path}" rel="alternate" type="text/html"/>
<published>${new Date(article.publishedAt).toISOString()}</published>
<updated>${new Date(article.updatedAt).toISOString()}</updated>
<author><name>${x(article.byline)}</name></author>
<category term="${x(article.section)}"/>
<summary>${x(article.summary)}</summary>
${content}${image}</entry>
`;
}
