/**
 * The headers of an answer in the order they came, names in lower case. Values are latin1 text, one character
 * for each byte, so that an opaque validator can be sent back exactly as it was, whatever its bytes mean.
 */
export class ResponseHeaders implements Iterable<readonly [string, string]> {
  readonly #pairs: readonly (readonly [string, string])[];

  constructor(pairs: readonly (readonly [string, string])[]) {
    this.#pairs = pairs;
  }

  get size(): number {
    return this.#pairs.length;
  }

  /** All values of the name joined by commas, or null when there is none. */
  get(name: string): string | null {
    let joined: string | null = null;
    for (const [known, value] of this.#pairs)
      if (known === name) joined = joined === null ? value : `${joined}, ${value}`;
    return joined;
  }

  /** The first value alone: where a second one is a fault of the server and not a list. */
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

/** Servers write text into headers as UTF-8 without saying so: read as UTF-8 where it is, else left as latin1. */
export function asText(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return STRICT_UTF8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });
