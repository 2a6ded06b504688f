/**
 * The headers of a response in their order, names in lower case. Values are latin1 text, one character per byte, so
 * that an opaque validator can be sent back exactly as it was.
 */
export class ResponseHeaders implements Iterable<readonly [string, string]> {
  readonly #pairs: readonly (readonly [string, string])[];

  constructor(pairs: readonly (readonly [string, string])[]) {
    this.#pairs = pairs;
  }

  get size(): number {
    return this.#pairs.length;
  }

  /** All values of the name joined by commas, or null when there are none. */
  get(name: string): string | null {
    let joined: string | null = null;
    for (const [known, value] of this.#pairs)
      if (known === name) joined = joined === null ? value : `${joined}, ${value}`;
    return joined;
  }

  /** Only the first value: for headers where a second value is a fault of the server, not a list. */
  first(name: string): string | null {
    for (const [known, value] of this.#pairs) if (known === name) return value;
    return null;
  }

  all(name: string): string[] {
    return this.#pairs.filter(([known]) => known === name).map(([, value]) => value);
  }

  [Symbol.iterator](): Iterator<readonly [string, string]> {
    return this.#pairs[Symbol.iterator]();
  }
}

/** Servers put UTF-8 text into headers without saying so: decoded as UTF-8 when valid, otherwise left as latin1. */
export function decodeHeader(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return STRICT_UTF8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });
