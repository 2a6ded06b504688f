import type { FileReader } from './files.ts';

/** A stretch of a file in memory, which moves on when something beyond it is read. */
export class FileWindow {
  readonly #file: FileReader;
  readonly #ahead: number;
  bytes: Uint8Array = NOTHING;
  #from = 0;
  #to = 0;

  /** So many bytes at a time are read, since who reads one part often reads the next. */
  constructor(file: FileReader, ahead: number) {
    this.#file = file;
    this.#ahead = ahead;
  }

  /** Where in `bytes` the file's part from `first` to before `last` is; nothing from `end` on is read. */
  place(first: number, last: number, end: number): number {
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

/** Where the positions of a term are. */
export interface PositionsPlace {
  readonly window: FileWindow;
  readonly start: number;
  readonly end: number;
  /** What may be read ahead: to the end of the term, or of the file. */
  readonly readable: number;
}

const NOTHING = new Uint8Array(0);
