import { type FeedContext, parseFeedDocument } from '../../../src/ingest/parse/feed/index.ts';
import type { FeedDocument } from '../../../src/model/feed-document.ts';

/** The parser in the shape that the runner of the conformance suite expects. */
export function parseFeed(
  bytes: Uint8Array,
  context: FeedContext,
): FeedDocument & { entries: FeedDocument['items'] } {
  const feed = parseFeedDocument(bytes, context);
  return { ...feed, entries: feed.items };
}
