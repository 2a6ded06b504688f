import { cleaned } from './escaping.ts';

/** Resolves addresses against their page, and drops dangerous ones. */
export class Addresses {
  readonly #base: string | null;
  readonly #origin: string;
  readonly #page: string;
  /** Cached, because pages repeat addresses, and parsing one costs more than the rest of its tag. */
  readonly #known = new Map<string, string | null>();

  constructor(baseUrl: string | null | undefined) {
    const base = baseUrl ? URL.parse(baseUrl) : null;
    this.#base = base && WEB.has(base.protocol) ? base.href : null;
    this.#origin = this.#base === null ? '' : (base?.origin ?? '');
    this.#page = withoutFragment(this.#base ?? '');
  }

  /** The target of a link: a page, an email address or a telephone number. */
  link(text: string): string | null {
    return this.#resolve(text, LINKS);
  }

  /** A resource to load: only http and https. */
  resource(text: string): string | null {
    return this.#resolve(text, WEB);
  }

  /** The fragment of a link within the same article. */
  fragment(text: string): string | undefined {
    const trimmed = text.trim();
    if (trimmed.startsWith('#')) return decoded(trimmed.slice(1));
    if (this.#page === '' || !trimmed.includes('#')) return undefined;
    const address = this.#resolve(trimmed, WEB) ?? '';
    const at = address.indexOf('#');
    return at === this.#page.length && address.startsWith(this.#page)
      ? decoded(address.slice(at + 1))
      : undefined;
  }

  #resolve(text: string, schemes: ReadonlySet<string>): string | null {
    if (text.length > MAX_LENGTH) return null;
    let address = this.#known.get(text);
    if (address === undefined) {
      address = this.#normalised(cleaned(text).trim());
      if (this.#known.size < MAX_KNOWN) this.#known.set(text, address);
    }
    return address !== null && schemes.has(schemeOf(address)) ? address : null;
  }

  #normalised(text: string): string | null {
    const likely = text.startsWith('/') ? this.#origin + text : text;
    if (NORMAL.test(likely)) return likely;
    const url = this.#parse(text);
    if (!url) return null;
    // Credentials before an @ look like the host to a reader.
    if (url.username !== '' || url.password !== '') url.username = url.password = '';
    return url.href;
  }

  #parse(text: string): URL | null {
    if (text === '') return null;
    if (this.#base !== null) return URL.parse(text, this.#base);
    return URL.parse(text.startsWith('//') ? `https:${text}` : text);
  }
}

function withoutFragment(address: string): string {
  return address.split('#', 1)[0] ?? '';
}

function schemeOf(address: string): string {
  return address.slice(0, address.indexOf(':') + 1);
}

function decoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // A stray percent sign: such a fragment is ignored.
  }
}

/** Longer addresses are embedded content or an attack. */
const MAX_LENGTH = 4_000;
const MAX_KNOWN = 1_000;

/**
 * An address that parsing and serialising would not change: a plain host name, no port, no dot segments or special
 * characters in the path. Most addresses are like this.
 */
const NORMAL =
  /^https?:\/\/(?:(?!xn--)[a-z][a-z\d-]{0,40}\.){1,4}[a-z]{2,20}\/(?:[\w~,:=&+-][\w~,:=&+.-]*\/)*(?:[\w~,:=&+-][\w~,:=&+.-]*)?(?:\?[\w~,:=&+./%-]*)?$/;
const WEB = new Set(['http:', 'https:']);
const LINKS = new Set(['http:', 'https:', 'mailto:', 'tel:']);
