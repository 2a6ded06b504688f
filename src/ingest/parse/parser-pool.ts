import type { Clock } from '../../lib/clock.ts';
import { createThreadPool, type OnThreadCrash } from '../../platform/threads/pool.ts';
import type { DocumentParams } from './document.ts';
import { NotAFeed, type NotAFeedReason } from './feed/index.ts';
import type { ParsedDocument } from './feed-articles.ts';
import type { PageArticle, PageParams } from './page-article.ts';
import type { FeedPreview, PagePreview } from './preview.ts';

/** PARSE-6: documents are parsed in worker threads, so that a large one blocks neither requests nor leases. */
export function createParserPool({
  threads,
  clock,
  timeoutMs = 15_000,
  onCrash,
}: ParserPoolOptions): ParserPool {
  const pool = createThreadPool<ParseJob, ParseResult>({
    module: new URL('./parser-thread.ts', import.meta.url),
    threads,
    clock,
    timeoutMs,
    memoryMb: 256,
    onCrash,
  });
  const read = pool.run;
  return {
    parseDocument: async (bytes, context) => {
      const result = await read({ kind: 'feed', bytes, context });
      if (result.kind === 'feed') return result.feed;
      throw failureOf(result);
    },
    parsePage: async (bytes, context) => {
      const result = await read({ kind: 'page', bytes, context });
      if (result.kind === 'page') return result.page;
      throw failureOf(result);
    },
    previewFeed: async document => {
      const result = await read({ kind: 'feed-preview', document });
      if (result.kind === 'feed-preview') return result.preview;
      throw failureOf(result);
    },
    previewPage: async document => {
      const result = await read({ kind: 'page-preview', document });
      if (result.kind === 'page-preview') return result.preview;
      throw failureOf(result);
    },
    close: pool.close,
  };
}

function failureOf(result: ParseResult): Error {
  if (result.kind === 'not-a-feed') return new NotAFeed(result.reason, result.message);
  return new Error(
    result.kind === 'failed' ? result.message : 'the parser thread returned another kind of result',
  );
}

export interface ParserPool {
  /** Rejects with NotAFeed when the document does not match the kind of the source. */
  parseDocument(bytes: Uint8Array, context: DocumentParams): Promise<ParsedDocument>;
  parsePage(bytes: Uint8Array, context: PageParams): Promise<PageArticle>;
  /** Rejects with NotAFeed. */
  previewFeed(document: DocumentBytes): Promise<FeedPreview>;
  previewPage(document: DocumentBytes): Promise<PagePreview>;
  close(): Promise<void>;
}

export interface DocumentBytes {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly contentType: string | null;
}

export interface ParserPoolOptions {
  readonly threads: number;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  readonly onCrash?: OnThreadCrash;
}

export type ParseJob =
  | { readonly kind: 'feed'; readonly bytes: Uint8Array; readonly context: DocumentParams }
  | { readonly kind: 'page'; readonly bytes: Uint8Array; readonly context: PageParams }
  | { readonly kind: 'feed-preview' | 'page-preview'; readonly document: DocumentBytes };

export type ParseResult =
  | { readonly kind: 'feed'; readonly feed: ParsedDocument }
  | { readonly kind: 'page'; readonly page: PageArticle }
  | { readonly kind: 'feed-preview'; readonly preview: FeedPreview }
  | { readonly kind: 'page-preview'; readonly preview: PagePreview }
  | { readonly kind: 'not-a-feed'; readonly reason: NotAFeedReason; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };
