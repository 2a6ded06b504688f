import { type Feed, keyOfFeed } from '../../feeds/pages/feed.ts';
import {
  positionFromRecord,
  positionToRecord,
  type ScrollPosition,
} from '../../feeds/pages/scroll-position.ts';
import type { AppContext } from '../context.ts';
import { makeCursor, readCursor } from '../cursor.ts';

/** FEED-5: the scroll position in the cursor of the API and the pages; null for the top. */
export function readFeedCursor(
  { keys }: Pick<AppContext, 'keys'>,
  feed: Feed,
  userId: string | null,
  cursor: string | undefined,
): ScrollPosition | null {
  const record = readCursor(keys, listOf(feed), ownerOf(feed, userId), cursor);
  return record && positionFromRecord(record);
}

export function writeFeedCursor(
  { keys }: Pick<AppContext, 'keys'>,
  feed: Feed,
  userId: string | null,
  position: ScrollPosition,
): string {
  return makeCursor(keys, listOf(feed), ownerOf(feed, userId), positionToRecord(position));
}

function listOf(feed: Feed): string {
  return `feed ${keyOfFeed(feed)}`;
}

/** A ranking shared by all readers has cursors that are valid for all of them. */
function ownerOf({ name }: Feed, userId: string | null): string {
  return name === 'for-you' ? (userId ?? '') : 'everybody';
}
