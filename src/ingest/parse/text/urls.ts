/**
 * The absolute address, or null when it is invalid. Addresses that would run code in the reader's browser or read the
 * reader's disk are refused.
 */
export function resolveUrl(reference: string | null | undefined, base: string | null): string | null {
  if (reference === null || reference === undefined) return null;
  const text = tidy(reference);
  if (PLAIN.test(text) && !DOTS.test(text)) return text;
  if (text === '' || REFUSED.test(text)) return null;
  const url = URL.parse(text) ?? (base === null ? null : URL.parse(text, base));
  if (url === null || REFUSED.test(url.protocol)) return null;
  return url.href;
}

/** A base address: a relative one resolves against the outer base, an unusable one leaves the outer base. */
export function resolveBase(reference: string, outer: string | null): string | null {
  const text = tidy(reference);
  if (text === '') return outer;
  const url = URL.parse(text) ?? (outer === null ? null : URL.parse(text, outer));
  return url === null || !HIERARCHICAL.test(url.protocol) ? outer : url.href;
}

/** Whether two addresses from `resolveUrl` have the same host. */
export function haveSameHost(one: string, other: string): boolean {
  return hostOf(one) === hostOf(other);
}

function hostOf(url: string): string {
  const from = url.indexOf('://') + 3;
  const slash = url.indexOf('/', from);
  return url.slice(from, slash === -1 ? undefined : slash);
}

/** White space inside an address is a line break of the generator, or a blank that should be %20. */
function tidy(reference: string): string {
  const text = reference.trim();
  return text.startsWith('feed:') ? text.replace(/^feed:(?:\/\/)?(https?:)?/, feedScheme) : text;
}

function feedScheme(_: string, inner: string | undefined): string {
  return inner ?? 'http://';
}

const REFUSED =
  /^[\x00-\x20]*(?:j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|vbscript|data|file|blob|about|view-source)\s*:/i;
/** Addresses that the platform's parser would not change; calling it costs ten times as much. */
const PLAIN = /^https?:\/\/(?:[a-wyz][a-z0-9-]*\.)+[a-z]{2,}\/[A-Za-z0-9/_.,~?=&;+:@!-]*$/;
const DOTS = /\/\.{1,2}(?:[/?]|$)/;
const HIERARCHICAL = /^(?:https?|ftps?|gopher|file):$/;
