import type { OutputFeed, OutputItem } from '../../app/output/document.ts';

export function writeJsonFeed(feed: OutputFeed): string {
  const { title, description, page, self, next, hub, language, items } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: page,
    feed_url: self,
    ...(next === null ? {} : { next_url: next }),
    ...(language === null ? {} : { language }),
    ...(hub === null ? {} : { hubs: [{ type: 'WebSub', url: hub }] }),
    items: items.map(entry),
  });
}

function entry(item: OutputItem) {
  return {
    id: item.id,
    url: item.url,
    title: item.title,
    content_text: item.summary,
    date_published: item.publishedAt.toISOString(),
    date_modified: item.updatedAt.toISOString(),
    ...(item.image === null ? {} : { image: item.image }),
    ...(item.author === null ? {} : { authors: [{ name: item.author }] }),
    ...(item.tags.length === 0 ? {} : { tags: item.tags }),
    ...(item.language === null ? {} : { language: item.language }),
  };
}
