import type { SourceKind, SourceSettings } from '../../model/source.ts';
import { parseApiArticles } from './api-articles.ts';
import { NotAFeed } from './feed/index.ts';
import { type ParsedDocument, type ParseParams, parseFeedArticles } from './feed-articles.ts';
import { parseListArticles } from './list-articles.ts';

/** Parses a document by the kind of its source; all kinds have the same result. */
export function parseDocument(
  bytes: Uint8Array,
  { kind, settings, ...context }: DocumentParams,
): ParsedDocument {
  switch (kind) {
    case 'scrape':
      return parseListArticles(bytes, { ...context, linkSelector: settings.scrape?.linkSelector ?? null });
    case 'api':
      if (!settings.api) throw new NotAFeed('unknown-json', 'The source has no mapping');
      return parseApiArticles(bytes, { ...context, mapping: settings.api });
    default:
      return parseFeedArticles(bytes, context);
  }
}

export interface DocumentParams extends ParseParams {
  readonly kind: SourceKind;
  readonly settings: SourceSettings;
}
