import { FailureReason } from '../failure.ts';

/**
 * Buffers bytes until the empty line after a head. Almost always one network chunk contains the whole head and is
 * parsed in place. Otherwise chunks go into one buffer of the maximum size, and only new bytes are searched: a head
 * that arrives byte by byte must not take quadratic time.
 */
export class HeadBuffer {
  readonly #maxBytes: number;
  #buffer: Buffer | null = null;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** The head that ends in these bytes and the offset after it, or null when more bytes are needed. */
  take(bytes: Buffer, offset: number): { text: string; end: number } | null {
    const start = this.#length === 0 ? afterEmptyLines(bytes, offset) : offset;
    if (this.#length === 0) {
      const end = endOfHead(bytes, start);
      if (end !== null && end.head - start <= this.#maxBytes)
        return { text: bytes.toString('latin1', start, end.head), end: end.next };
    }
    const before = this.#length;
    this.#append(bytes, start);
    const gathered = this.#buffer?.subarray(0, this.#length) ?? bytes;
    const end = endOfHead(gathered, Math.max(0, before - 3));
    if (end === null) {
      if (this.#length >= this.#maxBytes) throw tooLarge();
      return null;
    }
    this.#length = 0;
    this.#buffer = null;
    return { text: gathered.toString('latin1', 0, end.head), end: start + end.next - before };
  }

  #append(bytes: Buffer, offset: number): void {
    this.#buffer ??= Buffer.allocUnsafe(this.#maxBytes);
    const copied = bytes.copy(this.#buffer, this.#length, offset);
    this.#length += copied;
  }
}

function endOfHead(bytes: Buffer, from: number): { head: number; next: number } | null {
  for (let feed = bytes.indexOf(LINE_FEED, from); feed !== -1; feed = bytes.indexOf(LINE_FEED, feed + 1)) {
    if (bytes[feed + 1] === LINE_FEED) return { head: feed, next: feed + 2 };
    if (bytes[feed + 1] === RETURN && bytes[feed + 2] === LINE_FEED) return { head: feed, next: feed + 3 };
  }
  return null;
}

/** Some servers send the line end after the last body twice. */
function afterEmptyLines(bytes: Buffer, offset: number): number {
  let at = offset;
  while (at < offset + 4 && (bytes[at] === RETURN || bytes[at] === LINE_FEED)) at++;
  return at;
}

function tooLarge(): FailureReason {
  return new FailureReason('bad-response', 'sent headers that are too large');
}

const LINE_FEED = 10;
const RETURN = 13;
