import { cleaned } from './escaping.ts';

/** Reads addresses as the page they come from would: relative ones against its own, dangerous ones not at all. */
export class Addresses {
  readonly #base: string | null;
  readonly #origin: string;
  readonly #page: string;
  /** Pages repeat their addresses, and to take one apart costs more than all the rest of a tag. */
  readonly #known = new Map<string, string | null>();

  constructor(baseUrl: string | null | undefined) {
    const base = baseUrl ? URL.parse(baseUrl) : null;
    this.#base = base && WEB.has(base.protocol) ? base.href : null;
    this.#origin = this.#base === null ? '' : (base?.origin ?? '');
    this.#page = withoutFragment(this.#base ?? '');
  }

  /** Where a link may lead: a page, a mailbox, a telephone. */
  link(text: string): string | null {
    return this.#resolve(text, LINKS);
  }

  /** What may be loaded: only from the web. */
  resource(text: string): string | null {
    return this.#resolve(text, WEB);
  }

  /** The name in a link to a place in the same article. */
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
    // What stands before an @ looks like a host to whoever reads the address.
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
    return undefined; // Not every percent sign begins a code; such a name is not looked for.
  }
}

/** Longer ones are no addresses but content in disguise, or an attack. */
const MAX_LENGTH = 4_000;
const MAX_KNOWN = 1_000;

/**
 * An address that taking apart and putting together again would not change: a host of plain names, no port, no
 * dots or doubtful characters in the path. Most addresses are like this.
 */
const NORMAL =
  /^https?:\/\/(?:(?!xn--)[a-z][a-z\d-]{0,40}\.){1,4}[a-z]{2,20}\/(?:[\w~,:=&+-][\w~,:=&+.-]*\/)*(?:[\w~,:=&+-][\w~,:=&+.-]*)?(?:\?[\w~,:=&+./%-]*)?$/;
const WEB = new Set(['http:', 'https:']);
const LINKS = new Set(['http:', 'https:', 'mailto:', 'tel:']);
