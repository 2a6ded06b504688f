import { type Feed, keyOfFeed } from '../../feeds/pages/feed.ts';
import { placeFromRecord, placeToRecord, type ScrollPlace } from '../../feeds/pages/place.ts';
import type { AppContext } from '../context.ts';
import { makeCursor, readCursor } from '../cursor.ts';

/** FEED-5: how far somebody scrolled, as the cursor that the API and the pages hand out; null for the top. */
export function readScroll(
  { keys }: Pick<AppContext, 'keys'>,
  feed: Feed,
  userId: string | null,
  cursor: string | undefined,
): ScrollPlace | null {
  const record = readCursor(keys, listOf(feed), ownerOf(feed, userId), cursor);
  return record && placeFromRecord(record);
}

export function writeScroll(
  { keys }: Pick<AppContext, 'keys'>,
  feed: Feed,
  userId: string | null,
  place: ScrollPlace,
): string {
  return makeCursor(keys, listOf(feed), ownerOf(feed, userId), placeToRecord(place));
}

function listOf(feed: Feed): string {
  return `feed ${keyOfFeed(feed)}`;
}

/** A ranking that is the same for everybody has cursors that are good for everybody. */
function ownerOf({ name }: Feed, userId: string | null): string {
  return name === 'for-you' ? (userId ?? '') : 'everybody';
}
