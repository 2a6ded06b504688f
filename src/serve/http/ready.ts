import { hash } from 'node:crypto';
import { type Encoding, encode, encodingFor } from './compression.ts';

/**
 * An answer whose bytes are there before anybody asks, with the tag by which clients know it. It is compressed once,
 * when the first client that takes it so has asked.
 */
export class ReadyBytes {
  readonly body: Buffer;
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer> | Buffer>();
  readonly #headers = new Map<Encoding | undefined, readonly string[]>();

  constructor(body: Buffer) {
    this.body = body;
    this.etag = `W/"${hash('sha1', body, 'base64url')}"`;
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
  for(acceptEncoding: string | undefined): Encoded | Promise<Encoded> {
    const encoding = this.body.length < WORTH_IT ? undefined : encodingFor(acceptEncoding);
    if (encoding === undefined) return { body: this.body, encoding };
    const known = this.#encoded.get(encoding) ?? this.#encode(encoding);
    return known instanceof Promise ? known.then(body => ({ body, encoding })) : { body: known, encoding };
  }

  /** Once; those who ask meanwhile wait for the same. */
  #encode(encoding: Encoding): Promise<Buffer> {
    const coming = encode(this.body, encoding);
    this.#encoded.set(encoding, coming);
    coming.then(
      body => this.#encoded.set(encoding, body),
      () => this.#encoded.delete(encoding),
    );
    return coming;
  }
}

const WORTH_IT = 1_024;

interface Encoded {
  readonly body: Buffer;
  readonly encoding: Encoding | undefined;
}
