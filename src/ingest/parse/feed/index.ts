import type { FeedDocument } from '../../../model/feed-document.ts';
import { hasControlBytes } from '../text/controls.ts';
import { decodeBytes } from '../text/encoding.ts';
import { withoutControls } from '../text/entities.ts';
import { readJsonFeed } from './json-feed.ts';
import { LIMITS } from './limits.ts';
import { NotAFeed } from './not-a-feed.ts';
import { Recoveries } from './recoveries.ts';
import { readXmlFeed } from './xml-feed.ts';

export { NotAFeed, type NotAFeedReason } from './not-a-feed.ts';

/**
 * PARSE-3: what a feed says, from the bytes as they came. It reads nothing else, expands nothing, and costs
 * a bounded amount of time and memory; a document that is no feed throws `NotAFeed`.
 */
export function parseFeedDocument(bytes: Uint8Array, context: FeedContext = {}): FeedDocument {
  if (bytes.length > LIMITS.bytes) throw new NotAFeed('too-large', `The document has ${bytes.length} bytes`);
  const recoveries = new Recoveries();
  const { text, encoding, guess } = decodeBytes(bytes, context.contentType ?? null);
  if (guess !== null) recoveries.add('encoding', guess);
  const isClean = encoding === 'utf-8' && !hasControlBytes(bytes);
  const source = isClean ? text : withoutControlsIn(text, recoveries);
  if (isEmpty(source)) throw new NotAFeed('empty', 'The document is empty');
  const url = context.url ?? null;
  const feed = isJson(source) ? readJsonFeed(source, url, recoveries) : readXmlFeed(source, url, recoveries);
  return { ...feed, encoding, recovered: recoveries.list() };
}

export interface FeedContext {
  /** The Content-Type header, for its charset. */
  readonly contentType?: string | null;
  /** Where the document was fetched from, for relative addresses. */
  readonly url?: string | null;
}

function withoutControlsIn(text: string, recoveries: Recoveries): string {
  const source = withoutControls(text);
  if (source === text) return text;
  recoveries.add('control-characters', `${text.length - source.length} were removed`);
  if (isMostlyBinary(text, source)) throw new NotAFeed('binary', 'The document is no text');
  return source;
}

function isEmpty(source: string): boolean {
  return /^\s*$/.test(source.slice(0, 1_024)) && source.trim() === '';
}

/** A picture, an archive or a compressed body has controls everywhere. */
function isMostlyBinary(text: string, source: string): boolean {
  return !source.includes('<') || text.length - source.length > text.length / 10;
}

function isJson(source: string): boolean {
  return /^[\s\ufeff]*[{[]/.test(source);
}
