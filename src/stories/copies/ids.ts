import { longerWords } from './columns.ts';

/** UUIDs in 16 bytes each instead of a string of 36 letters: for ten million texts 0.2 GB instead of 0.6. */
export class Ids {
  #words = new Uint32Array(4 * 1024);

  write(index: number, id: string): void {
    if (id.length !== 36) throw new RangeError(`'${id}' is not a UUID`);
    while (4 * index >= this.#words.length) this.#words = longerWords(this.#words, 4);
    for (let word = 0; word < 4; word++) {
      const value = Number(`0x${id.slice(STARTS[word], ENDS[word]).replace('-', '')}`);
      if (!Number.isInteger(value)) throw new RangeError(`'${id}' is not a UUID`);
      this.#words[4 * index + word] = value;
    }
  }

  read(index: number): string {
    const hex = (word: number) => (this.#words[4 * index + word] ?? 0).toString(16).padStart(8, '0');
    const [second, third] = [hex(1), hex(2)];
    return `${hex(0)}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${hex(3)}`;
  }

  get bytes(): number {
    return this.#words.byteLength;
  }
}

/** Where the four words lie in `01234567-89ab-cdef-0123-456789abcdef`. */
const STARTS = [0, 9, 19, 28] as const;
const ENDS = [8, 18, 28, 36] as const;
