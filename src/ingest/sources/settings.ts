import { invalidInput, Problem } from '../../errors.ts';
import type { Keys } from '../../lib/keys.ts';
import type { SourceKind, SourceSettings } from '../../model/source.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';
import { selectArticleLinks } from '../extract/links.ts';
import { compileMapping } from '../parse/api-articles.ts';

/** SRC-5: the settings of a source that is not a feed must be valid; otherwise every fetch would fail. */
export function checkSettings(kind: SourceKind, settings: SourceSettings | undefined): void {
  if (kind === 'api' && settings?.api === undefined)
    throw invalidInput('/settings/api', reason('mapping-required'));
  if (settings?.api !== undefined && kind !== 'api')
    throw invalidInput('/settings/api', reason('mapping-not-allowed', { kind }));
  if (settings?.scrape !== undefined && kind !== 'scrape')
    throw invalidInput('/settings/scrape', reason('selector-not-allowed', { kind }));
  if (settings?.api)
    attempt('/settings/api', () => compileMapping(settings.api ?? { items: '', title: '', url: '' }));
  const selector = settings?.scrape?.linkSelector;
  if (selector)
    attempt('/settings/scrape/linkSelector', () => selectArticleLinks('<p>', 'https://a.example/', selector));
}

/** SRC-5: request headers of a source. A source cannot override the headers that HTTP or the crawler sets. */
export function checkHeaders(
  kind: SourceKind,
  headers: Readonly<Record<string, string>> | null | undefined,
): void {
  if (!headers) return;
  if (kind !== 'api') throw invalidInput('/headers', reason('headers-not-allowed', { kind }));
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^`|~\w-]{1,100}$/.test(name) || RESERVED.has(name.toLowerCase()))
      throw invalidInput('/headers', reason('header-name-not-allowed', { name: name.slice(0, 100) }));
    if (!/^[\x20-\x7e\x80-\xff]{1,4000}$/.test(value))
      throw invalidInput('/headers', reason('header-value-invalid', { name }));
  }
}

/** The home page is shown as a link. */
export function checkHomePage(homePage: string | null | undefined): void {
  if (homePage && !/^https?:$/.test(URL.parse(homePage)?.protocol ?? ''))
    throw invalidInput('/homePage', reason('web-address-required'));
}

function attempt(at: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw invalidInput(
      at,
      reason('source-path-invalid', { error: error instanceof Error ? error.message : String(error) }),
    );
  }
}

/** SRC-5: seals the request headers of a source; null removes them. They are never shown again. */
export async function setSecrets(
  tx: Transaction,
  keys: Keys,
  id: string,
  headers: Readonly<Record<string, string>> | null,
): Promise<void> {
  const sealed = headers && keys.seal('source-secrets', Buffer.from(JSON.stringify(headers)));
  const changed = await tx.execute(sql`
    update sources set secrets = ${sealed}, updated_at = now() where id = ${id}
  `);
  if (changed === 0) throw new Problem('source-not-found');
}

const RESERVED = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
  'expect',
  'proxy-connection',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'user-agent',
  'cookie',
]);
