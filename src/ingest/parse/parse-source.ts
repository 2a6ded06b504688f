import type { SourceKind, SourceSettings } from '../../model/source.ts';
import type { ContentAddress } from '../../platform/archive/address.ts';
import { storableText } from '../../platform/database/storable.ts';
import type { IngestContext } from '../context.ts';
import type { DueSource } from '../schedule/claim.ts';
import type { ExtractedPage, FetchedDocument, FetchedPage, FetchedSource, ParsedSource } from '../steps.ts';
import { NotAFeed } from './feed/index.ts';
import type { ParsedDocument } from './feed-articles.ts';

/** Parses and sanitises the document of a source in a parser thread. A document that cannot be parsed is a failed fetch. */
export async function parseSource(
  context: IngestContext,
  { fetched, ...rest }: FetchedSource,
  archived: Promise<ContentAddress | null>,
): Promise<ParsedSource> {
  if (fetched.kind !== 'document') return { ...rest, result: fetched };
  const { meta, validators, isLogin } = fetched;
  try {
    const [archiveKey, feed] = await Promise.all([archived, parse(context, rest, fetched)]);
    return { ...rest, result: { ...meta, ...validators, kind: 'changed', archiveKey, feed } };
  } catch (error) {
    const problem = isLogin ? 'login' : error instanceof NotAFeed ? 'not-a-feed' : 'broken';
    const archiveKey = await archived;
    return { ...rest, result: { ...meta, kind: 'failed', error: messageOf(error), problem, archiveKey } };
  }
}

async function parse(
  { parserPool, clock, telemetry }: IngestContext,
  { source, fetchId }: { readonly source: DueSource; readonly fetchId: string },
  { url, bytes, contentType }: FetchedDocument,
): Promise<ParsedDocument> {
  const began = performance.now();
  const feed = await parserPool.parseDocument(bytes, {
    sourceId: source.id,
    fetchId,
    url,
    contentType,
    language: source.language,
    readsPages: source.readsPages,
    now: clock.now(),
    kind: source.kind as SourceKind,
    settings: source.settings as SourceSettings,
  });
  telemetry.metrics
    .histogram('article_parse_latency_seconds')
    .observe({ kind: source.kind }, (performance.now() - began) / 1_000);
  return feed;
}

/** Extracts the article from its page in a parser thread. Where that fails, the page is fetched again later. */
export async function extractPage(
  { parserPool, clock }: IngestContext,
  { document, ...fetched }: FetchedPage,
): Promise<ExtractedPage> {
  if (document === null) return { ...fetched, mayBeArchived: false };
  const { article, record } = fetched;
  const { bytes, url, contentType } = document;
  try {
    const page = await parserPool.parsePage(bytes, { article, url, contentType, now: clock.now() });
    return { ...fetched, ...page };
  } catch (error) {
    const failure = {
      status: null,
      wire_bytes: 0,
      body_bytes: 0,
      duration_ms: 0,
      outcome: 'failed',
    } as const;
    return {
      ...fetched,
      kind: 'later',
      waitMs: 0,
      record: { ...record, ...failure, error: storableText(messageOf(error), 500) },
      mayBeArchived: false,
    };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
