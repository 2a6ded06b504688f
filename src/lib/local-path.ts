/**
 * A safe redirect target after sign-in: a path of this site and nothing else. The text comes from a link that
 * anyone can write. It is checked more strictly than browsers need: proxies may decode it again, and code that joins
 * an origin and the path must stay on the origin too.
 *
 * The text itself is returned, never a parsed form of it: `/.//evil.example` parses to `//evil.example`.
 */
export function localPath(text: unknown, fallback = '/'): string {
  return typeof text === 'string' && isLocalPath(text) ? text : fallback;
}

export function isLocalPath(text: string): boolean {
  if (text.length > MAX_LENGTH || !ONE_SLASH_FIRST.test(text) || UNPRINTABLE.test(text)) return false;
  const [path = ''] = text.split(/[?#]/, 1);
  return !AMBIGUOUS_PATH.test(path) && staysOnSite(text);
}

function staysOnSite(text: string): boolean {
  const parsed = URL.canParse(text, PLACEHOLDER_ORIGIN) ? new URL(text, PLACEHOLDER_ORIGIN) : null;
  return parsed?.origin === PLACEHOLDER_ORIGIN && !parsed.pathname.startsWith('//');
}

const MAX_LENGTH = 2_000;

/** A second slash or a backslash would name a host. */
const ONE_SLASH_FIRST = /^\/(?![/\\])/;

/** Browsers drop tabs and line breaks and trim spaces before they parse; headers end at line breaks. */
const UNPRINTABLE = /[^\x21-\x7e]|\\/;

/** Slashes, backslashes, dots, percent signs and control characters in disguise, in the path alone: a query may hold them. */
const AMBIGUOUS_PATH = /%(?:2f|5c|2e|25|[01][0-9a-f]|7f)|\/\//i;

const PLACEHOLDER_ORIGIN = 'http://here.invalid';
