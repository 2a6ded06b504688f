import type { SourceKind, SourceSettings } from '../../model/source.ts';
import { readApi } from './api-articles.ts';
import { NotAFeed } from './feed/index.ts';
import { type FeedReading, type ReadFeed, readFeed } from './feed-articles.ts';
import { readList } from './list-articles.ts';

/** The document of a source by its kind; whatever it is, it comes out as what a feed says. */
export function readSource(bytes: Uint8Array, { kind, settings, ...context }: SourceReading): ReadFeed {
  switch (kind) {
    case 'scrape':
      return readList(bytes, { ...context, linkSelector: settings.scrape?.linkSelector ?? null });
    case 'api':
      if (!settings.api) throw new NotAFeed('unknown-json', 'The source does not say where its items stand');
      return readApi(bytes, { ...context, mapping: settings.api });
    default:
      return readFeed(bytes, context);
  }
}

export interface SourceReading extends FeedReading {
  readonly kind: SourceKind;
  readonly settings: SourceSettings;
}
