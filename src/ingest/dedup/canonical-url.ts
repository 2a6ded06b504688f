import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import { articlePath, normaliseEscapes, QUERY_PLAIN } from './article-path.ts';
import { siteHost } from './site-host.ts';
import { isTracking, rulesOfHost } from './tracking-parameters.ts';
import { mayWrap, unwrap } from './wrappers.ts';

/**
 * The key under which an article is stored: two addresses with one key are one article. Null when the text is
 * no web address. A key looks like an address and mostly works as one, but it is not what to fetch: the site
 * may only answer under `www.` or without https.
 *
 * Applying it twice changes nothing; the order of parameters does not matter; what it returns is never longer
 * than `LONGEST_KEY`.
 */
export function canonicalUrl(url: string, base?: string): string | null {
  if (url.length > MAX_INPUT_LENGTH) return null;
  let parsed = webAddress(url, base);
  for (let depth = 0; parsed && depth < MAX_DEPTH; depth++) {
    const host = siteHost(parsed.hostname);
    const inner = innerAddress(parsed, host);
    if (inner === null) {
      const key = stableKey(keyOf(parsed, host), host);
      if (key === null || !(mayWrap(key) || host === SHORT_VIDEOS)) return key;
      // Tidied up, it may stand for another address that could not be read before.
      const tidy: URL = new URL(key);
      if (innerAddress(tidy, tidy.hostname) === null) return key;
      parsed = tidy;
    } else parsed = webAddress(inner);
  }
  return null;
}

/** What was decoded may, beside a stray percent sign, read as encoded once more. */
function stableKey(first: string | null, host: string): string | null {
  let key = first;
  for (let round = 0; key?.includes('%') && round < MAX_DEPTH; round++) {
    const again = keyOf(new URL(key), host);
    if (again === key) return key;
    key = again;
  }
  return key;
}

function webAddress(url: string, base?: string): URL | null {
  const parsed = URL.parse(url, base);
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') return null;
  const isPunycode = parsed.hostname.includes('xn--');
  // The platform's parser lets labels pass that are no Punycode; it cannot turn them back into text either.
  return isPunycode && domainToUnicode(parsed.hostname).includes('xn--') ? null : parsed;
}

/** Another address that stands for this one: what a wrapper wraps, or the long form of a video's short link. */
function innerAddress(url: URL, host: string): string | null {
  const video = host === SHORT_VIDEOS ? /^\/+([\w-]{3,})\/*$/.exec(url.pathname)?.[1] : undefined;
  return video === undefined ? unwrap(url, host) : `https://youtube.com/watch?v=${video}`;
}

/**
 * The key that a page's own `rel=canonical` leads to, or null when it must not be believed: a page speaks for
 * its own site and for no other, or anyone could hide another's article behind theirs. A front page is no
 * canonical address of an article either, though many sites say so by mistake.
 */
export function trustedCanonical(pageUrl: string, claimed: string): string | null {
  const page = URL.parse(pageUrl);
  const claim = page && URL.parse(claimed.trim(), pageUrl);
  if (!page || !claim || !isSameSite(page.hostname, claim.hostname)) return null;
  if (claim.pathname === '/' && claim.search === '' && page.pathname !== '/') return null;
  return canonicalUrl(claim.href);
}

function isSameSite(host: string, other: string): boolean {
  const site = getDomain(host, { allowPrivateDomains: true });
  return site === null ? host === other : site === getDomain(other, { allowPrivateDomains: true });
}

function keyOf(url: URL, host: string): string | null {
  const query = url.search === '' ? [] : parametersOf(url.search.slice(1), host);
  const { path, parameters } = videoAt(host, articlePath(host, url.pathname), query);
  // A port says nothing when it is the usual one of either scheme.
  const port = url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`;
  const search = parameters.length === 0 ? '' : `?${parameters.sort().join('&')}`;
  const key = `https://${host}${port}${path}${search}${routeOf(url.hash)}`;
  return key.length > MAX_KEY_LENGTH ? null : key;
}

function parametersOf(search: string, host: string): string[] {
  const rules = rulesOfHost(host);
  const kept: string[] = [];
  for (const parameter of repairQuery(search).split('&')) {
    const equals = parameter.indexOf('=');
    const name = equals === -1 ? parameter : parameter.slice(0, equals);
    const value = equals === -1 ? '' : parameter.slice(equals + 1);
    if (name === '' && value === '') continue;
    if (!isTracking(name.toLowerCase(), value, rules)) kept.push(value === '' ? name : `${name}=${value}`);
  }
  return kept;
}

/** Feeds escape ampersands once too often, and counters append a second question mark. */
function repairQuery(search: string): string {
  let query = search.includes('%') ? normaliseEscapes(search, QUERY_PLAIN) : search;
  if (query.includes('+')) query = query.replaceAll('+', '%20');
  if (query.includes('amp;')) query = query.replace(/(^|&)(?:amp;)+/g, '$1');
  return query.includes('?') ? query.replace(/\?(?=(?:utm_[a-z]+|fbclid|gclid)=)/gi, '&') : query;
}

/**
 * A video has one address for the page, one for embedding and one for phones held upright, and a page that
 * also names the list it is seen in.
 */
function videoAt(host: string, path: string, parameters: string[]): { path: string; parameters: string[] } {
  if (host !== 'youtube.com') return { path, parameters };
  const id = /^\/(?:embed|shorts|live|v)\/(?!videoseries$)([\w-]{3,})$/.exec(path)?.[1];
  if (id !== undefined) return { path: '/watch', parameters: [`v=${id}`] };
  const named = path === '/watch' ? parameters.filter(parameter => parameter.startsWith('v=')) : [];
  return { path, parameters: named.length > 0 ? named : parameters };
}

/** A fragment is a place in the page, unless the page is a program that finds its articles by it. */
function routeOf(hash: string): string {
  return /^#!?\/[^/]|^#![^/]/.test(hash) ? hash : '';
}

const SHORT_VIDEOS = 'youtu.be';
const MAX_INPUT_LENGTH = 8_192;
const MAX_KEY_LENGTH = 4_096;
/** A wrapper in a wrapper in a wrapper is someone's trick. */
const MAX_DEPTH = 6;
