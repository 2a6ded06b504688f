import type { ByteWriter } from './bytes.ts';
import { numbersAt } from './dictionary.ts';

/**
 * The columns of article metadata, each number u32:
 *
 *   articles, topics in total
 *   published (seconds since 1970) ..., source ..., language and country (16 bits each) ...,
 *   quality (0-255) ..., end of its topics ..., the topics of all
 *
 * Sources, topics, languages and countries are numbers in the lists of the segment.
 */
export class DocumentColumns {
  readonly count: number;
  readonly published: Uint32Array;
  readonly sources: Uint32Array;
  readonly locales: Uint32Array;
  readonly qualities: Uint32Array;
  readonly topicEnds: Uint32Array;
  readonly topics: Uint32Array;

  constructor(bytes: Buffer) {
    this.count = bytes.readUInt32LE(0);
    const column = (index: number, length: number) => numbersAt(bytes, 8 + index * this.count * 4, length);
    this.published = column(0, this.count);
    this.sources = column(1, this.count);
    this.locales = column(2, this.count);
    this.qualities = column(3, this.count);
    this.topicEnds = column(4, this.count);
    this.topics = column(5, bytes.readUInt32LE(4));
  }

  topicsOf(document: number): Uint32Array {
    const from = document === 0 ? 0 : (this.topicEnds[document - 1] ?? 0);
    return this.topics.subarray(from, this.topicEnds[document]);
  }

  /** The first article published before this second: articles are sorted from new to old. */
  firstBefore(second: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.published[middle] ?? 0) >= second) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export function writeColumns(rows: readonly DocumentRow[], into: ByteWriter): void {
  into.u32(rows.length);
  into.u32(rows.reduce((sum, { topics }) => sum + topics.length, 0));
  for (const { published } of rows) into.u32(published);
  for (const { source } of rows) into.u32(source);
  for (const { language, country } of rows) into.u32(language | (country << 16));
  for (const { quality } of rows) into.u32(quality);
  let end = 0;
  for (const { topics } of rows) {
    end += topics.length;
    into.u32(end);
  }
  for (const { topics } of rows) for (const topic of topics) into.u32(topic);
}

export interface DocumentRow {
  readonly published: number;
  readonly source: number;
  readonly language: number;
  readonly country: number;
  readonly quality: number;
  readonly topics: readonly number[];
}
