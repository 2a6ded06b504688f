import type { CrawlContext } from '../context.ts';
import type { DueSource } from '../schedule/claim.ts';

/** SRC-9: what is asked for, and nothing that tells who reads. SRC-5: an api source may need headers of its own. */
export function requestHeaders({ keys }: CrawlContext, source: DueSource): Record<string, string> {
  return { accept: ACCEPT[source.kind] ?? '*/*', ...openSecrets(keys, source.secrets) };
}

/** Sealed as JSON under the purpose `source-secrets`; what cannot be opened belongs to another installation. */
function openSecrets(keys: CrawlContext['keys'], sealed: Uint8Array | null): Record<string, string> {
  const opened = sealed && keys.open('source-secrets', sealed);
  return opened ? JSON.parse(opened.toString('utf8')) : {};
}

const ACCEPT: Readonly<Record<string, string>> = {
  feed: 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
  api: 'application/json, */*;q=0.5',
  scrape: 'text/html, application/xhtml+xml, */*;q=0.5',
};
