import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
import type { ReaderInterests } from './interests.ts';

/**
 * The stored form of interests. Most readers touch a few topics, so only non-zero topics are written.
 *
 *   version (1) | is paused (1) | offset (8) | learned at (8) | a bit for each topic (16) | topics (4 each)
 *   | entities | sources | set | muted
 *
 * Each of the last four: count (2), then for each member: length of text (2) | text | level (4, not for muted).
 * Numbers are little-endian.
 */
export function encodeInterests(interests: ReaderInterests): Uint8Array {
  const head = Buffer.alloc(HEAD);
  head[0] = VERSION;
  head[1] = interests.isPaused ? 1 : 0;
  head.writeBigInt64LE(interests.offset, 2);
  head.writeDoubleLE(interests.learnedAt, 10);
  const topics: Buffer[] = [];
  for (const [dimension, value] of interests.topics.entries()) {
    if (value === 0) continue;
    head[18 + (dimension >>> 3)] = (head[18 + (dimension >>> 3)] ?? 0) | (1 << (dimension & 7));
    topics.push(float(value));
  }
  const { entities, sources, set, muted } = interests;
  const lists = [entities, sources, set].flatMap(list => [short(list.size), ...[...list].flatMap(levelled)]);
  return Buffer.concat([head, ...topics, ...lists, short(muted.size), ...[...muted].flatMap(text)]);
}

/** Null for bytes of another version: the interests must be rebuilt from the log. */
export function decodeInterests(stored: Uint8Array): ReaderInterests | null {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  if (bytes[0] !== VERSION) return null;
  const topics = new Float32Array(TOPIC_DIMENSIONS);
  const reader = new InterestReader(bytes, HEAD);
  for (let dimension = 0; dimension < TOPIC_DIMENSIONS; dimension++) {
    const isWritten = ((bytes[18 + (dimension >>> 3)] ?? 0) & (1 << (dimension & 7))) !== 0;
    if (isWritten) topics[dimension] = reader.float();
  }
  return {
    offset: bytes.readBigInt64LE(2),
    learnedAt: bytes.readDoubleLE(10),
    isPaused: bytes[1] === 1,
    topics,
    entities: new Map(reader.list(levelledFrom)),
    sources: new Map(reader.list(levelledFrom)),
    set: new Map(reader.list(levelledFrom)),
    muted: new Set(reader.list(from => from.text())),
  };
}

function levelledFrom(reader: InterestReader): [string, number] {
  return [reader.text(), reader.float()];
}

class InterestReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  list<T>(member: (reader: InterestReader) => T): T[] {
    return Array.from({ length: this.#short() }, () => member(this));
  }

  text(): string {
    const length = this.#short();
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  float(): number {
    this.#at += 4;
    return this.#bytes.readFloatLE(this.#at - 4);
  }

  #short(): number {
    this.#at += 2;
    return this.#bytes.readUInt16LE(this.#at - 2);
  }
}

function levelled([id, level]: [string, number]): Buffer[] {
  return [...text(id), float(level)];
}

function text(value: string): Buffer[] {
  const bytes = Buffer.from(value);
  return [short(bytes.length), bytes];
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

const VERSION = 1;
const HEAD = 34;
