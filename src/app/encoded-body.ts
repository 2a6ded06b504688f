import { hash } from 'node:crypto';
import { decode, type Encoding, encode, encodingFor, LOW_EFFORT } from '../lib/compression.ts';

/**
 * A response body with its ETag, compressed once per encoding, on first use. A personal body is then kept in
 * that form only: there are many of them, the same client requests it again, and uncompressed it takes four
 * times the memory.
 */
export class EncodedBody {
  readonly etag: string;
  readonly #isPersonal: boolean;
  readonly #isLong: boolean;
  #body: Buffer | null;
  readonly #encoded = new Map<Encoding, Promise<Buffer> | Buffer>();
  readonly #headers = new Map<Encoding | undefined, readonly string[]>();

  constructor(body: Buffer, { isPersonal = false } = {}) {
    this.#body = body;
    this.#isPersonal = isPersonal;
    this.#isLong = body.length >= MIN_COMPRESSED;
    this.etag = `W/"${hash('sha1', body, 'base64url')}"`;
  }

  /** Its size in memory. */
  get size(): number {
    let size = this.#body?.length ?? 0;
    for (const encoded of this.#encoded.values()) if (!(encoded instanceof Promise)) size += encoded.length;
    return size;
  }

  /** All headers except the length, as name, value, name, value; built once. */
  headers(cacheControl: string, encoding: Encoding | undefined): readonly string[] {
    const known = this.#headers.get(encoding);
    if (known?.[1] === cacheControl) return known;
    const headers = ['cache-control', cacheControl, 'etag', this.etag, 'vary', 'accept-encoding'];
    if (encoding) headers.push('content-encoding', encoding);
    this.#headers.set(encoding, headers);
    return headers;
  }

  /** In an encoding that the client accepts; synchronous when nothing has to be compressed. */
  for(acceptEncoding: string | undefined): EncodedBytes | Promise<EncodedBytes> {
    const encoding = this.#isLong ? encodingFor(acceptEncoding) : undefined;
    if (encoding === undefined) return { body: this.#plain(), encoding };
    const known = this.#encoded.get(encoding) ?? this.#encode(encoding);
    return known instanceof Promise ? known.then(body => ({ body, encoding })) : { body: known, encoding };
  }

  #plain(): Buffer {
    if (this.#body) return this.#body;
    for (const [encoding, bytes] of this.#encoded)
      if (!(bytes instanceof Promise)) return decode(bytes, encoding);
    throw new Error('the body exists neither plain nor compressed');
  }

  /** Concurrent callers share one compression. */
  #encode(encoding: Encoding): Promise<Buffer> | Buffer {
    const encoded = encode(this.#plain(), encoding, this.#isPersonal ? LOW_EFFORT : undefined);
    this.#encoded.set(encoding, encoded);
    if (encoded instanceof Promise)
      encoded.then(
        body => this.#encoded.set(encoding, body),
        () => this.#encoded.delete(encoding),
      );
    else if (this.#isPersonal) this.#body = null;
    return encoded;
  }
}

const MIN_COMPRESSED = 1_024;

interface EncodedBytes {
  readonly body: Buffer;
  readonly encoding: Encoding | undefined;
}
