import { bodyHtml } from './feed-rss.ts';
import type { FeedContent } from './feeds.ts';
import { LABEL } from './labels.ts';

export function writeJsonFeed({ publisher, articles, home, feedUrl }: FeedContent): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: publisher.name,
    home_page_url: `${home}/`,
    feed_url: feedUrl,
    description: `${publisher.domain}. ${LABEL}.`,
    language: publisher.language,
    items: articles.map(article => ({
      id: article.guid,
      url: home + article.path,
      title: article.headline,
      summary: article.summary,
      ...(publisher.fullText ? { content_html: bodyHtml(article, home) } : { content_text: article.summary }),
      ...(article.image ? { image: home + article.image } : {}),
      date_published: new Date(article.publishedAt).toISOString(),
      date_modified: new Date(article.updatedAt).toISOString(),
      authors: [{ name: article.byline }],
      tags: [article.section],
      language: publisher.language,
    })),
  });
}
