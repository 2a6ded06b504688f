import type { SourceKind, SourceSettings } from '../../model/source.ts';
import type { OutboundResponse } from '../../platform/outbound/port.ts';
import type { CrawlContext } from '../context.ts';
import type { ReadFeed } from '../parse/feed-articles.ts';
import type { DueSource } from '../schedule/claim.ts';

/** Reads the document of a source by its kind; all of them come out as what a feed says. */
export async function readDocument(
  context: CrawlContext,
  source: DueSource,
  fetchId: string,
  answer: OutboundResponse,
): Promise<ReadFeed> {
  const { readers, clock, telemetry } = context;
  const began = performance.now();
  const reading = {
    sourceId: source.id,
    fetchId,
    url: answer.url,
    contentType: answer.headers.first('content-type'),
    language: source.language,
    readsPages: source.readsPages,
    now: clock.now(),
    kind: source.kind as SourceKind,
    settings: source.settings as SourceSettings,
  };
  const feed = await readers.readSource(answer.body, reading);
  telemetry.metrics
    .histogram('article_parse_latency_seconds')
    .observe({ kind: source.kind }, (performance.now() - began) / 1_000);
  return feed;
}
