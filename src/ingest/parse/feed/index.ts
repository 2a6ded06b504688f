import { isUtf8 } from 'node:buffer';
import type { FeedDocument } from '../../../model/feed-document.ts';
import { countControlBytes, countControls } from '../text/controls.ts';
import { type DecodedText, decodeBytes } from '../text/encoding.ts';
import { withoutControls } from '../text/entities.ts';
import { readJsonFeed } from './json-feed.ts';
import { LIMITS } from './limits.ts';
import { NotAFeed } from './not-a-feed.ts';
import { Recoveries } from './recoveries.ts';
import { readXmlFeed } from './xml-feed.ts';

export { NotAFeed, type NotAFeedReason } from './not-a-feed.ts';

/**
 * PARSE-3: parses the bytes of a feed. It loads and expands nothing else, and takes bounded time and memory. Throws
 * `NotAFeed` for other documents.
 */
export function parseFeedDocument(bytes: Uint8Array, context: FeedContext = {}): FeedDocument {
  if (bytes.length > LIMITS.bytes) throw new NotAFeed('too-large', `The document has ${bytes.length} bytes`);
  const recoveries = new Recoveries();
  const { text, encoding } = decode(bytes, context.contentType ?? null, recoveries);
  const source = withoutControlsIn(text, encoding === 'utf-8' ? bytes : null, recoveries);
  if (isEmpty(source)) throw new NotAFeed('empty', 'The document is empty');
  const url = context.url ?? null;
  const feed = isJson(source) ? readJsonFeed(source, url, recoveries) : readXmlFeed(source, url, recoveries);
  return { ...feed, encoding, recovered: recoveries.list() };
}

export interface FeedContext {
  /** The Content-Type header, for its charset. */
  readonly contentType?: string | null;
  /** The address of the document, for relative addresses. */
  readonly url?: string | null;
}

function decode(bytes: Uint8Array, contentType: string | null, recoveries: Recoveries): DecodedText {
  const isLong = bytes.length > LIMITS.legacyBytes && !isUtf8(bytes);
  if (isLong) recoveries.add('truncated', `only ${LIMITS.legacyBytes} bytes were decoded`);
  const decoded = decodeBytes(isLong ? bytes.subarray(0, LIMITS.legacyBytes) : bytes, contentType);
  if (decoded.guess !== null) recoveries.add('encoding', decoded.guess);
  return decoded;
}

/** Pictures, archives and compressed bodies are full of control characters; a text has a few by accident. */
function withoutControlsIn(text: string, bytes: Uint8Array | null, recoveries: Recoveries): string {
  const most = LIMITS.controlCharacters;
  const count = bytes === null ? countControls(text, most) : countControlBytes(bytes, most);
  if (count === 0) return text;
  if (count >= most || !text.includes('<') || count > text.length / 10) {
    throw new NotAFeed('binary', 'The document is no text');
  }
  recoveries.add('control-characters', `${count} were removed`);
  return withoutControls(text);
}

function isEmpty(source: string): boolean {
  return /^\s*$/.test(source.slice(0, 1_024)) && source.trim() === '';
}

function isJson(source: string): boolean {
  return /^[\s\ufeff]*[{[]/.test(source);
}
