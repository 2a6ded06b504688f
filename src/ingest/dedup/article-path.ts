/**
 * The normalised path of an article: without session ids, AMP markers, the name of an index file and a trailing slash,
 * and with one spelling of every character.
 */
export function articlePath(host: string, pathname: string): string {
  let path = pathname;
  for (let before = ''; before !== path; ) {
    before = path;
    path = hostPath(host, onePass(path));
    // A removed part may leave a dot segment behind.
    if (/\/\.{1,2}(?:\/|$)/.test(path)) path = new URL(path, 'https://example.org').pathname;
  }
  return path;
}

function onePass(pathname: string): string {
  let path = pathname.includes('%') ? normaliseEscapes(pathname, PATH_PLAIN) : pathname;
  if (path.includes('//')) path = path.replace(/\/{2,}/g, '/');
  if (path.includes(';') || path.includes('('))
    path = path.replace(SESSION_IN_PATH, '').replace(ASP_SESSION, '');
  if (path.includes('=')) path = path.replace(LOST_QUERY, '');
  if (path.includes('amp')) path = withoutAmp(path);
  if (path.includes('.')) path = path.replace(INDEX, '/');
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path || '/';
}

/** A segment `amp` is a marker at both ends of a path; in the middle it may be a folder about amplifiers. */
function withoutAmp(path: string): string {
  return path
    .replace(/(?<=[^/])(?:\/amp(?:\.html)?)+\/?$/, '')
    .replace(/^(?:\/amp)+(?=\/[^/])/, '')
    .replace(/(?:\.|(?<=\d)-)amp(?=\.html?$|$)/, '');
}

/**
 * Decodes percent-encoded characters without a special meaning, and writes the others with capital letters
 * (RFC 3986, 6.2.2). A slash stays encoded: `/a%2Fb` is not `/a/b`.
 */
export function normaliseEscapes(text: string, plain: ReadonlySet<string>): string {
  return text.replace(/%[0-9a-f]{2}/gi, encoded => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return plain.has(character) ? character : encoded.toUpperCase();
  });
}

/** Sites with two addresses for one thing. */
function hostPath(host: string, path: string): string {
  if (host === 't.me' && path.startsWith('/s/')) return path.slice(2);
  if (host === 'bbc.com') return path.replace(/^\/news\/(?:amp|av)\/(?=.)/, '/news/');
  if (host === 'cnn.com') return path.replace(/^\/cnn(?=\/\d{4}\/)/, '');
  if (/(?:^|\.)amazon\.[a-z.]{2,6}$/.test(host))
    return path.replace(AMAZON, '/dp/$1').replace(/\/ref=[^/]*$/, '');
  return path;
}

const UNRESERVED = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'];
const PATH_PLAIN = new Set([...UNRESERVED, ...'!$()*,:;@=&+']);
/** In a query a slash is a plain character, and the separators of parameters are not. */
export const QUERY_PLAIN: ReadonlySet<string> = new Set([...UNRESERVED, ...'!$()*,:;@/?']);

const SESSION_IN_PATH = /;(?:jsessionid|phpsessid|sessionid|sid|jsession)=[^/;]*/gi;
const ASP_SESSION = /\/\((?:[A-Z]\([a-z0-9]{10,64}\)){1,4}\)(?=\/|$)/gi;
/** `/story%3Futm_source=rss` and `/story&utm_source=rss`: a query that lost its question mark. */
const LOST_QUERY = /(?:%3F|&)(?:utm_[a-z]+|fbclid|gclid)=.*$/i;
const INDEX = /(?:\/(?:index|default)\.(?:html?|php[45]?|aspx?|jsp|cfm|shtml))+$/i;
const AMAZON = /^.*?\/(?:dp|gp\/product|gp\/aw\/d|exec\/obidos\/asin)\/([A-Z0-9]{10})(?:\/.*)?$/i;
