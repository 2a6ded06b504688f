import { CountMinSketch } from './count-min.ts';
import { ClosedCounts, type Counts, OpenCounts } from './counts.ts';
import { Dropped } from './dropped.ts';
import type { Level } from './level.ts';
import { Packed } from './packed.ts';
import { PairTable } from './pair-table.ts';

/**
 * TREND-4: all counts as bytes, stored with the position in the log that they include. Numbers are doubles or
 * 32-bit words, little-endian, each block padded to eight bytes:
 *
 *   mark | lists | now | three levels: number of the open sub-window | how many follow | sub-windows, open one last
 *   sub-window: number | pairs | 1 with floors | width of the sketch, 0 without | depth | starts | items | counts | floors | cells
 */
export function writeCheckpoint(lists: number, now: number, levels: readonly Level[]): Uint8Array {
  const blocks: Block[] = [Float64Array.of(MARK, lists, now)];
  for (const level of levels) {
    const closed = [...level.closed()];
    blocks.push(Float64Array.of(level.index, closed.length + 1));
    for (const { index, counts } of closed) pushCounts(blocks, index, counts);
    pushCounts(blocks, level.index, level.open);
  }
  return joined(blocks);
}

export function readCheckpoint(bytes: Uint8Array, lists: number): Checkpoint {
  const reader = new Reader(bytes);
  const [mark, storedLists, now = 0] = reader.doubles(3);
  if (mark !== MARK) throw new Error('not a checkpoint of trending windows of this version');
  if (storedLists !== lists) throw new Error(`the checkpoint has ${storedLists} lists, not ${lists}`);
  return {
    now,
    restore: levels => {
      for (const level of levels) readLevel(reader, lists, level);
      if (!reader.isAtEnd) throw new Error('the checkpoint is longer than its contents');
    },
  };
}

function pushCounts(blocks: Block[], index: number, counts: Counts): void {
  const packed = counts.view();
  const { floors, sketch } = counts.dropped;
  blocks.push(Float64Array.of(index, packed.size, floors ? 1 : 0, sketch?.width ?? 0, sketch?.depth ?? 0));
  blocks.push(packed.starts, packed.items, packed.counts);
  if (floors !== null) blocks.push(floors);
  if (sketch !== null) blocks.push(sketch.cells);
}

function readLevel(reader: Reader, lists: number, level: Level): void {
  const [openIndex = 0, length = 0] = reader.doubles(2);
  level.index = openIndex;
  for (let nth = 0; nth < length; nth++) {
    const [index = 0, pairs = 0, hasFloors = 0, width = 0, depth = 0] = reader.doubles(5);
    const packed = new Packed(reader.words(lists + 1), reader.words(pairs), reader.doubles(pairs));
    if (!isInOrder(packed.starts, pairs)) throw new Error('the checkpoint has lists out of order');
    const dropped = new Dropped(lists);
    if (hasFloors === 1) dropped.floors = reader.doubles(lists);
    if (width > 0) dropped.sketch = new CountMinSketch(width, depth, reader.doubles(width * depth));
    if (nth === length - 1) level.open = openCounts(packed, dropped, lists, level.settings.maxSlots);
    else level.put(index, new ClosedCounts(packed, dropped, lists, level.settings.maxPairs));
  }
}

function openCounts(packed: Packed, dropped: Dropped, lists: number, maxSlots: number): OpenCounts {
  const table = PairTable.for(packed.size, maxSlots);
  packed.forEach((list, item, count) => {
    table.add(list, item, count);
  });
  return new OpenCounts(lists, maxSlots, table, dropped);
}

/** A list that starts after its end, or beyond the last pair, would be read out of bounds. */
function isInOrder(starts: Uint32Array, pairs: number): boolean {
  return (
    starts[starts.length - 1] === pairs && starts.every((start, at) => start <= (starts[at + 1] ?? pairs))
  );
}

function joined(blocks: readonly Block[]): Uint8Array {
  const bytes = new Uint8Array(blocks.reduce((sum, block) => sum + padded(block.byteLength), 0));
  let at = 0;
  for (const block of blocks) {
    bytes.set(new Uint8Array(block.buffer, block.byteOffset, block.byteLength), at);
    at += padded(block.byteLength);
  }
  return bytes;
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  doubles(length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#take(length, 8));
  }

  words(length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#take(length, 4));
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** A copy, because typed arrays need aligned offsets. */
  #take(length: number, size: number): ArrayBuffer {
    const end = this.#at + length * size;
    if (!(length >= 0 && end <= this.#bytes.length)) throw new Error('the checkpoint is truncated');
    const copy = new ArrayBuffer(length * size);
    new Uint8Array(copy).set(this.#bytes.subarray(this.#at, end));
    this.#at = this.#at + padded(length * size);
    return copy;
  }
}

/** "trend" and the version. */
const MARK = 0x7472656e6401;

type Block = Float64Array | Uint32Array;

interface Checkpoint {
  readonly now: number;
  /** Fills new levels with the stored counts. */
  restore(levels: readonly Level[]): void;
}
