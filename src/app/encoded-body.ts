import { hash } from 'node:crypto';
import { decode, type Encoding, encode, encodingFor, LOW_EFFORT } from '../lib/compression.ts';

/**
 * A response body with its ETag, compressed once, when the first client accepts that encoding. A personal body is then
 * kept in that form only: there are many of them, the same client requests it again, and uncompressed it takes four
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

  /** How much memory it takes. */
  get size(): number {
    let size = this.#body?.length ?? 0;
    for (const encoded of this.#encoded.values()) if (!(encoded instanceof Promise)) size += encoded.length;
    return size;
  }

  /** All that is said of it beside its length, as name, value, name, value; put together once. */
  headers(cacheControl: string, encoding: Encoding | undefined): readonly string[] {
    const known = this.#headers.get(encoding);
    if (known?.[1] === cacheControl) return known;
    const headers = ['cache-control', cacheControl, 'etag', this.etag, 'vary', 'accept-encoding'];
    if (encoding) headers.push('content-encoding', encoding);
    this.#headers.set(encoding, headers);
    return headers;
  }

  /** As the client takes it: at once where nothing is to be compressed. */
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
    throw new Error('neither the bytes nor a packed form of them are kept');
  }

  /** Once; those who ask meanwhile wait for the same. */
  #encode(encoding: Encoding): Promise<Buffer> | Buffer {
    const coming = encode(this.#plain(), encoding, this.#isPersonal ? LOW_EFFORT : undefined);
    this.#encoded.set(encoding, coming);
    if (coming instanceof Promise)
      coming.then(
        body => this.#encoded.set(encoding, body),
        () => this.#encoded.delete(encoding),
      );
    else if (this.#isPersonal) this.#body = null;
    return coming;
  }
}

const MIN_COMPRESSED = 1_024;

interface EncodedBytes {
  readonly body: Buffer;
  readonly encoding: Encoding | undefined;
}
