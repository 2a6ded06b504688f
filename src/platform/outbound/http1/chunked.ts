import { FailureReason } from '../failure.ts';

/**
 * The `BodyFraming` of a chunked body, parsed in network chunks of any size:
 *
 *   size      a line `1f;name=value`; the size 0 leads to the trailers
 *   content   as many bytes as the size line announced
 *   gap       the line end after the content
 *   trailers  lines up to an empty one; ignored
 *   done
 */
export class ChunkedBody {
  readonly endsWithConnection = false;
  #state: 'size' | 'content' | 'gap' | 'trailers' | 'done' = 'size';
  #left = 0;
  #line = '';
  #trailerBytes = 0;

  get isDone(): boolean {
    return this.#state === 'done';
  }

  read(bytes: Buffer, offset: number, take: (chunk: Buffer) => void): number {
    let at = offset;
    while (at < bytes.length && this.#state !== 'done')
      at = this.#state === 'content' ? this.#readContent(bytes, at, take) : this.#readLine(bytes, at);
    return at;
  }

  #readContent(bytes: Buffer, offset: number, take: (chunk: Buffer) => void): number {
    const end = Math.min(bytes.length, offset + this.#left);
    this.#left -= end - offset;
    if (this.#left === 0) this.#state = 'gap';
    take(bytes.subarray(offset, end));
    return end;
  }

  #readLine(bytes: Buffer, offset: number): number {
    const feed = bytes.indexOf(LINE_FEED, offset);
    const end = feed === -1 ? bytes.length : feed;
    if (this.#line.length + end - offset > MAX_LINE_LENGTH) throw bad();
    this.#line += bytes.toString('latin1', offset, end);
    if (feed === -1) return end;
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    this.#take(line);
    return end + 1;
  }

  #take(line: string): void {
    if (this.#state === 'gap') {
      if (line !== '') throw bad();
      this.#state = 'size';
    } else if (this.#state === 'size') {
      const size = SIZE_LINE.exec(line)?.[1];
      if (size === undefined) throw bad();
      this.#left = Number.parseInt(size, 16);
      this.#state = this.#left === 0 ? 'trailers' : 'content';
    } else {
      this.#trailerBytes += line.length;
      if (this.#trailerBytes > MAX_TRAILER_BYTES) throw bad();
      if (line === '') this.#state = 'done';
    }
  }
}

function bad(): FailureReason {
  return new FailureReason('bad-response', 'sent an invalid chunked body');
}

const LINE_FEED = 10;
const MAX_LINE_LENGTH = 4_096;
const MAX_TRAILER_BYTES = 16_384;
/** Old servers pad the size with spaces. */
const SIZE_LINE = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i;
