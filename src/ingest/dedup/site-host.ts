import { getDomain } from 'tldts';

/**
 * The normalised host of a site: without `www.` and the prefixes for phones and AMP, and under its newer or shorter name.
 * A prefix stays when nothing but a public suffix would be left
 * (`www.gov.uk`, `amp.dev`).
 */
export function siteHost(host: string): string {
  let name = host.length > 1 ? host.replace(/(?<=[^.])\.+$/, '') : host;
  for (let end = prefixEnd(name); end > 0 && getDomain(name.slice(end)) !== null; end = prefixEnd(name))
    name = name.slice(end);
  const alias = ALIASES.get(name) ?? aliasByPattern(name);
  return alias === name ? name : siteHost(alias);
}

function prefixEnd(host: string): number {
  const dot = host.indexOf('.');
  return dot > 0 && dot < 10 && HOST_PREFIXES.has(host.slice(0, dot)) ? dot + 1 : 0;
}

function aliasByPattern(host: string): string {
  for (const { pattern, name } of PATTERNS) if (pattern.test(host)) return host.replace(pattern, name);
  return host;
}

const HOST_PREFIXES = new Set([
  'www',
  'www2',
  'www3',
  'm',
  'mobile',
  'mobil',
  'amp',
  'amphtml',
  'touch',
  'wap',
  '3g',
]);

const ALIASES = new Map([
  ['twitter.com', 'x.com'],
  ['youtube-nocookie.com', 'youtube.com'],
  ['music.youtube.com', 'youtube.com'],
  ['old.reddit.com', 'reddit.com'],
  ['new.reddit.com', 'reddit.com'],
  ['np.reddit.com', 'reddit.com'],
  ['i.reddit.com', 'reddit.com'],
  ['sh.reddit.com', 'reddit.com'],
  ['bbc.co.uk', 'bbc.com'],
  ['edition.cnn.com', 'cnn.com'],
  ['us.cnn.com', 'cnn.com'],
  ['telegram.me', 't.me'],
  ['mbasic.facebook.com', 'facebook.com'],
  ['web.facebook.com', 'facebook.com'],
  ['guardian.co.uk', 'theguardian.com'],
  ['guardiannews.com', 'theguardian.com'],
]);

/** Wikipedia has the phone prefix in the middle; Facebook and LinkedIn have the reader's language in front. */
const PATTERNS = [
  {
    pattern: /\.m\.(?=(?:wikipedia|wiktionary|wikinews|wikiquote|wikibooks|wikimedia|wikidata)\.org$)/,
    name: '.',
  },
  { pattern: /^[a-z]{2}-[a-z]{2}\.facebook\.com$/, name: 'facebook.com' },
  { pattern: /^[a-z]{2}\.linkedin\.com$/, name: 'linkedin.com' },
];
