import type { FileReader } from './files.ts';

/** A window of a file in memory, which moves when a range outside it is read. */
export class FileWindow {
  readonly #file: FileReader;
  readonly #ahead: number;
  bytes: Uint8Array = NO_BYTES;
  #from = 0;
  #to = 0;

  /** Reads this many bytes ahead, because reads are mostly sequential. */
  constructor(file: FileReader, ahead: number) {
    this.#file = file;
    this.#ahead = ahead;
  }

  /** The offset in `bytes` of the range [first, last) of the file; never reads beyond `end`. */
  offsetOf(first: number, last: number, end: number): number {
    if (first < this.#from || last > this.#to) {
      this.#from = first;
      this.#to = Math.min(end, Math.max(last, first + this.#ahead));
      const length = this.#to - first;
      if (length > this.bytes.length) this.bytes = new Uint8Array(length);
      this.#file.read(first, length, this.bytes);
    }
    return first - this.#from;
  }
}

/** The location of a term's positions. */
export interface PositionsRange {
  readonly window: FileWindow;
  readonly start: number;
  readonly end: number;
  /** The end of read-ahead: of the term, or of the file. */
  readonly readable: number;
}

const NO_BYTES = new Uint8Array(0);
