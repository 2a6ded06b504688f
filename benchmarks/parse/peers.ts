import { Buffer } from 'node:buffer';
import { parseFeed as parseWithRowanmanning } from '@rowanmanning/feed-parser';
import FeedParser from 'feedparser';
import { parseFeed as parseWithFeedsmith } from 'feedsmith';
import RssParser from 'rss-parser';
import { parseFeedDocument } from '../../src/ingest/parse/feed/index.ts';

/**
 * Each parser from the bytes of a body to its result. The others take text, so decoding UTF-8 is part of their work as
 * it is of ours. One of them is lazy, so the benchmark reads its whole result.
 */
export const PEERS: Readonly<Record<PeerName, ParsePeer>> = {
  ours: (bytes, url) => parseFeedDocument(bytes, { url }),
  feedsmith: bytes => {
    const { feed } = parseWithFeedsmith(decode(bytes));
    return { items: 'items' in feed ? (feed.items ?? []) : 'entries' in feed ? (feed.entries ?? []) : [] };
  },
  'rss-parser': async bytes => ({ items: (await rssParser.parseString(decode(bytes))).items }),
  feedparser: bytes => parseWithFeedparser(bytes),
  '@rowanmanning/feed-parser': bytes => parseWithRowanmanning(decode(bytes)).toJSON(),
};

export type PeerName = 'ours' | 'feedsmith' | 'rss-parser' | 'feedparser' | '@rowanmanning/feed-parser';
export type ParsePeer = (bytes: Uint8Array, url: string) => Parsed | Promise<Parsed>;

export interface Parsed {
  readonly items: readonly unknown[];
}

const rssParser = new RssParser();

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function parseWithFeedparser(bytes: Uint8Array): Promise<Parsed> {
  const { promise, resolve, reject } = Promise.withResolvers<Parsed>();
  const parser = new FeedParser({});
  const items: unknown[] = [];
  parser.on('data', item => items.push(item));
  parser.on('error', reject);
  parser.on('end', () => resolve({ items }));
  parser.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  return promise;
}
