import { hash } from 'node:crypto';
import { type Encoding, encode, encodingFor } from './compression.ts';

/**
 * An answer whose bytes are there before anybody asks, with the tag by which clients know it. It is compressed once,
 * when the first client that takes it so has asked.
 */
export class ReadyBytes {
  readonly body: Buffer;
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(body: Buffer) {
    this.body = body;
    this.etag = `W/"${hash('sha1', body, 'base64url')}"`;
  }

  /** As the client takes it: at once where nothing is to be compressed. */
  for(acceptEncoding: string | undefined): Encoded | Promise<Encoded> {
    const encoding = this.body.length < WORTH_IT ? undefined : encodingFor(acceptEncoding);
    if (encoding === undefined) return { body: this.body, encoding };
    const known = this.#encoded.get(encoding) ?? encode(this.body, encoding);
    this.#encoded.set(encoding, known);
    return known.then(body => ({ body, encoding }));
  }
}

const WORTH_IT = 1_024;

interface Encoded {
  readonly body: Buffer;
  readonly encoding: Encoding | undefined;
}
