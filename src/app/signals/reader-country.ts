import type { Config } from '../../config.ts';
import { settingsOf } from '../../feeds/readers/preferences.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { type IpRange, parseRange } from '../../platform/outbound/address.ts';
import { memoizeRecent } from '../../signals/rules/memoize-recent.ts';
import { clientAddress, RangeSet } from '../../signals/rules/ranges.ts';

/**
 * TREND-1: the country in which a reader's signals count: what a trusted proxy says of the address, else the reader's
 * setting, else the region of the browser's language. Addresses are never looked up elsewhere. Two lower-case letters,
 * or empty when unknown; synchronous for nearly all requests.
 */
export function createReaderCountry({ config, database, clock }: CountryContext): ReaderCountry {
  const byProxy = createProxyCountry(config);
  const byLanguage = memoizeRecent(MAX_LANGUAGES, regionIn);
  const settings = new Map<string, { readonly until: number; readonly country: string }>();

  return (request, userId) => {
    const located = byProxy(request);
    if (located !== '') return located;
    const language = request.headers['accept-language'] ?? '';
    const byBrowser = language.length > MAX_LANGUAGE_LENGTH ? '' : byLanguage(language);
    if (userId === null) return byBrowser;
    const known = settings.get(userId);
    if (known && known.until > clock.now()) return known.country || byBrowser;
    return lookUp(userId).then(country => country || byBrowser);
  };

  async function lookUp(userId: string): Promise<string> {
    const { country } = await settingsOf(database, userId);
    if (settings.size >= MAX_CACHED) settings.clear();
    const found = (country ?? '').toLowerCase();
    settings.set(userId, { until: clock.now() + CACHE_TTL_MS, country: found });
    return found;
  }
}

/** The header is trusted only from proxies whose `X-Forwarded-For` is trusted too. */
function createProxyCountry({
  countryHeader,
  trustedProxies,
}: CountryConfig): (request: CountryRequest) => string {
  if (countryHeader === undefined) return () => '';
  const name = countryHeader.toLowerCase();
  const proxies = new RangeSet(
    trustedProxies.map(parseRange).filter((range): range is IpRange => range !== null),
  );
  const isTrusted = memoizeRecent(MAX_PROXIES, text => {
    const address = clientAddress(text);
    return address !== null && proxies.contains(address);
  });
  return ({ headers, raw }) => {
    const given = headers[name];
    if (typeof given !== 'string' || !COUNTRY.test(given)) return '';
    return isTrusted(raw.socket.remoteAddress ?? '') ? given.toLowerCase() : '';
  };
}

/**
 * The region of the preferred language in `Accept-Language`: `de-AT,de;q=0.8,en-US;q=0.5` is `at`. A preferred language
 * without a region may have one further on (`de,de-CH;q=0.9`); other languages say nothing about the location.
 */
export function regionIn(acceptLanguage: string): string {
  const languages = acceptLanguage
    .split(',')
    .map(readLanguage)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ tag }) => localeOf(tag) ?? []);
  const preferred = languages.filter(({ language }) => language === languages[0]?.language);
  return preferred.find(({ region = '' }) => REGION.test(region))?.region?.toLowerCase() ?? '';
}

function readLanguage(part: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = part.split(';').map(text => text.trim());
  const quality = parameters.find(parameter => parameter.startsWith('q='));
  return { tag, weight: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return tag === '' || tag === '*' ? null : new Intl.Locale(tag);
  } catch (error) {
    // Not a language tag.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Three digits are a part of the world (`es-419`), and no country. */
const REGION = /^[A-Z]{2}$/;
/** Two letters; such headers use `XX` and `ZZ` for unknown. */
const COUNTRY = /^(?!XX|ZZ)[A-Z]{2}$/i;
const MAX_LANGUAGES = 2_000;
const MAX_LANGUAGE_LENGTH = 200;
const MAX_PROXIES = 200;
const CACHE_TTL_MS = 60_000;
const MAX_CACHED = 50_000;

type CountryConfig = Pick<Config, 'countryHeader' | 'trustedProxies'>;

interface CountryContext {
  readonly config: CountryConfig;
  readonly database: Queryable;
  readonly clock: Clock;
}

interface CountryRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>> & {
    readonly 'accept-language'?: string | undefined;
  };
  readonly raw: { readonly socket: { readonly remoteAddress?: string | undefined } };
}

export type ReaderCountry = (request: CountryRequest, userId: string | null) => string | Promise<string>;
