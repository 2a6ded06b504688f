import type { DocumentItem, FeedDocument } from '../../src/model/feed-document.ts';
import { shownText, shownUrls } from './feed-corpus.ts';

/** A feed in the words of the corpus: dates as text, HTML as what it shows, lists as their names. */
export function viewOf(feed: FeedDocument): unknown {
  return {
    ...feed,
    description: shownText(feed.description),
    published: isoDate(feed.published),
    updated: isoDate(feed.updated),
    authors: feed.authors.map(({ name }) => name),
    categories: feed.categories.map(({ name }) => name),
    items: feed.items.map(viewOfItem),
  };
}

function viewOfItem(item: DocumentItem): unknown {
  return {
    ...item,
    published: isoDate(item.published),
    updated: isoDate(item.updated),
    author: item.authors[0]?.name ?? null,
    authors: item.authors.map(({ name }) => name),
    categories: item.categories.map(({ name }) => name),
    enclosures: item.enclosures.map(({ url }) => url),
    media: item.media.map(({ url }) => url),
    summary: shownText(item.summary),
    content: shownText(item.content),
    body: shownText(item.content ?? item.summary),
    summaryUrls: shownUrls(item.summary),
    contentUrls: shownUrls(item.content),
  };
}

function isoDate(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}
