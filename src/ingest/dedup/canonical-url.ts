import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import { articlePath, normaliseEscapes, QUERY_PLAIN } from './article-path.ts';
import { siteHost } from './site-host.ts';
import { isTracking, rulesOfHost } from './tracking-parameters.ts';
import { mayWrap, unwrap } from './wrappers.ts';

/**
 * The key of an article: two addresses with the same key are the same article. Null when the text is not a web
 * address. A key looks like an address and mostly works as one, but is not for fetching: the site may only respond
 * under `www.` or without https.
 *
 * Idempotent, independent of the order of parameters, and never longer than `MAX_KEY_LENGTH`.
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
      // After normalisation it may reveal an inner address that was unreadable before.
      const tidy: URL = new URL(key);
      if (innerAddress(tidy, tidy.hostname) === null) return key;
      parsed = tidy;
    } else parsed = webAddress(inner);
  }
  return null;
}

/** Next to a stray percent sign, decoded text may look encoded again. */
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
  // The platform's parser accepts labels that are invalid Punycode, and cannot decode them either.
  return isPunycode && domainToUnicode(parsed.hostname).includes('xn--') ? null : parsed;
}

/** The address inside a wrapper, or the long form of a video's short link. */
function innerAddress(url: URL, host: string): string | null {
  const video = host === SHORT_VIDEOS ? /^\/+([\w-]{3,})\/*$/.exec(url.pathname)?.[1] : undefined;
  return video === undefined ? unwrap(url, host) : `https://youtube.com/watch?v=${video}`;
}

/**
 * The key of a page's `rel=canonical`, or null when it must not be trusted: a page speaks only for its own site,
 * otherwise anyone could hide another site's article behind theirs. A front page is not the canonical address of an
 * article either, though many sites claim it by mistake.
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
  // The default ports of both schemes are dropped.
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

/** Repairs ampersands that were escaped twice, and a second question mark in front of tracking parameters. */
function repairQuery(search: string): string {
  let query = search.includes('%') ? normaliseEscapes(search, QUERY_PLAIN) : search;
  if (query.includes('+')) query = query.replaceAll('+', '%20');
  if (query.includes('amp;')) query = query.replace(/(^|&)(?:amp;)+/g, '$1');
  return query.includes('?') ? query.replace(/\?(?=(?:utm_[a-z]+|fbclid|gclid)=)/gi, '&') : query;
}

/**
 * A video has several addresses: a page, an embed, a short for phones, and a page with a playlist.
 */
function videoAt(host: string, path: string, parameters: string[]): { path: string; parameters: string[] } {
  if (host !== 'youtube.com') return { path, parameters };
  const id = /^\/(?:embed|shorts|live|v)\/(?!videoseries$)([\w-]{3,})$/.exec(path)?.[1];
  if (id !== undefined) return { path: '/watch', parameters: [`v=${id}`] };
  const named = path === '/watch' ? parameters.filter(parameter => parameter.startsWith('v=')) : [];
  return { path, parameters: named.length > 0 ? named : parameters };
}

/** A fragment is dropped, unless it is the route of a single-page application. */
function routeOf(hash: string): string {
  return /^#!?\/[^/]|^#![^/]/.test(hash) ? hash : '';
}

const SHORT_VIDEOS = 'youtu.be';
const MAX_INPUT_LENGTH = 8_192;
const MAX_KEY_LENGTH = 4_096;
/** Deeper nesting of wrappers is an attack. */
const MAX_DEPTH = 6;
