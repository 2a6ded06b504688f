/**
 * An absolute address, or null when there is none to be had. Addresses that would run in the reader's
 * browser or read the reader's disk are refused.
 */
export function resolveUrl(reference: string | null | undefined, base: string | null): string | null {
  if (reference === null || reference === undefined) return null;
  const text = tidy(reference);
  if (text === '' || REFUSED.test(text)) return null;
  const url = URL.parse(text) ?? (base === null ? null : URL.parse(text, base));
  if (url === null || REFUSED.test(url.protocol)) return null;
  return url.href;
}

/** A base address: relative ones resolve against the outer base, useless ones leave it as it was. */
export function resolveBase(reference: string, outer: string | null): string | null {
  const text = tidy(reference);
  if (text === '') return outer;
  const url = URL.parse(text) ?? (outer === null ? null : URL.parse(text, outer));
  return url === null || !HIERARCHICAL.test(url.protocol) ? outer : url.href;
}

export function hostOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.host ?? null);
}

/** White space within an address is a line break of the generator, or a blank that should be %20. */
function tidy(reference: string): string {
  const text = reference.trim();
  return text.startsWith('feed:') ? text.replace(/^feed:(?:\/\/)?(https?:)?/, feedScheme) : text;
}

function feedScheme(_: string, inner: string | undefined): string {
  return inner ?? 'http://';
}

const REFUSED =
  /^[\x00-\x20]*(?:j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|vbscript|data|file|blob|about|view-source)\s*:/i;
const HIERARCHICAL = /^(?:https?|ftps?|gopher|file):$/;
