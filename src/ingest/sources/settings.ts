import { invalidInput, Problem } from '../../errors.ts';
import type { SourceKind, SourceSettings } from '../../model/source.ts';
import { reason } from '../../reasons.ts';
import { selectArticleLinks } from '../extract/links.ts';
import { compileMapping } from '../parse/api-articles.ts';

/** SRC-5: what is set for a source that is no feed must be readable; otherwise it would fail at every visit. */
export function checkSettings(kind: SourceKind, settings: SourceSettings | undefined): void {
  if (kind === 'api' && settings?.api === undefined)
    throw wrong(
      '/settings/api',
      'an api source needs a mapping: where its items, their titles and addresses stand',
    );
  if (settings?.api !== undefined && kind !== 'api')
    throw wrong('/settings/api', `a ${kind} source has no mapping`);
  if (settings?.scrape !== undefined && kind !== 'scrape')
    throw wrong('/settings/scrape', `a ${kind} source has no selector`);
  if (settings?.api)
    attempt('/settings/api', () => compileMapping(settings.api ?? { items: '', title: '', url: '' }));
  const selector = settings?.scrape?.linkSelector;
  if (selector)
    attempt('/settings/scrape/linkSelector', () => selectArticleLinks('<p>', 'https://a.example/', selector));
}

/** SRC-5: request headers of a source. Names that HTTP itself or the crawler sets are not for the source to choose. */
export function checkHeaders(
  kind: SourceKind,
  headers: Readonly<Record<string, string>> | null | undefined,
): void {
  if (!headers) return;
  if (kind !== 'api') throw wrong('/headers', `a ${kind} source is asked without headers of its own`);
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^`|~\w-]{1,100}$/.test(name) || RESERVED.has(name.toLowerCase()))
      throw wrong('/headers', `${name.slice(0, 100)} cannot be set`);
    if (!/^[\x20-\x7e\x80-\xff]{1,4000}$/.test(value))
      throw wrong('/headers', `the value of ${name} is empty, too long, or holds what a header cannot`);
  }
}

/** People will click on it. */
export function checkHomePage(homePage: string | null | undefined): void {
  if (homePage && !/^https?:$/.test(URL.parse(homePage)?.protocol ?? ''))
    throw invalidInput('/homePage', reason('web-address-required'));
}

function attempt(at: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw wrong(at, error instanceof Error ? error.message : String(error));
  }
}

function wrong(at: string, message: string): Problem {
  return new Problem('validation-failed', message, { faults: [{ in: 'body', at, message }] });
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
