import { idFromBytes, idToBytes } from '../../lib/ids.ts';
import type { ScoreParts } from '../ranking/explain.ts';
import type { ScoredStory } from '../ranking/score.ts';
import type { RankingSettings } from '../ranking/settings.ts';
import { ID_BYTES, type StoryWindow } from '../window/story-window.ts';

/**
 * FEED-5: an immutable ranking for a session of scrolling. A story takes 24 bytes, so the rankings of a
 * thousand readers take a few megabytes:
 *
 *   id (16) | made at (8) | for each story: id (16) | relevance (signed) | freshness | quality | trending | diversity
 *   | flags | score (2)
 *
 * Parts are stored in 255ths, the score in thousandths; numbers are little-endian.
 */
export function freeze(
  id: string,
  at: number,
  scored: readonly ScoredStory[],
  { window, settings }: { readonly window: StoryWindow; readonly settings: RankingSettings },
): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES + scored.length * STORY_BYTES);
  bytes.set(idToBytes(id), 0);
  bytes.writeDoubleLE(at, 16);
  for (const [index, one] of scored.entries()) {
    const offset = HEADER_BYTES + index * STORY_BYTES;
    bytes.set(window.ids.subarray(one.slot * ID_BYTES, (one.slot + 1) * ID_BYTES), offset);
    bytes.writeInt8(Math.round(one.relevance * 127), offset + 16);
    bytes[offset + 17] = part(one.freshness);
    bytes[offset + 18] = part(one.quality);
    bytes[offset + 19] = part(one.trending);
    bytes[offset + 20] = part(one.diversity);
    bytes[offset + 21] = flagsOf(one, window, settings);
    bytes.writeInt16LE(Math.round(Math.max(-32, Math.min(32, one.score)) * 1000), offset + 22);
  }
  return bytes;
}

export class FrozenRanking {
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get id(): string {
    return idFromBytes(this.#bytes, 0);
  }

  get at(): number {
    return this.#bytes.readDoubleLE(16);
  }

  get length(): number {
    return Math.floor((this.#bytes.length - HEADER_BYTES) / STORY_BYTES);
  }

  storyAt(index: number): string {
    return idFromBytes(this.#bytes, HEADER_BYTES + index * STORY_BYTES);
  }

  partsAt(index: number): ScoreParts {
    const offset = HEADER_BYTES + index * STORY_BYTES;
    const part = (slot: number) => (this.#bytes[offset + slot] ?? 0) / 255;
    const flags = this.#bytes[offset + 21] ?? 0;
    return {
      relevance: this.#bytes.readInt8(offset + 16) / 127,
      freshness: part(17),
      quality: part(18),
      trending: part(19),
      diversity: part(20),
      score: this.#bytes.readInt16LE(offset + 22) / 1000,
      isBreaking: (flags & BREAKING) !== 0,
      isRare: (flags & RARE) !== 0,
      isRead: (flags & READ) !== 0,
      isExploration: (flags & EXPLORATION) !== 0,
    };
  }
}

function flagsOf(
  one: ScoredStory,
  window: StoryWindow,
  { breakingFactor, readFactor }: RankingSettings,
): number {
  const isBreaking = window.isBreaking[one.slot] === 1;
  const volume = one.factor / (isBreaking ? breakingFactor : 1) / (one.isRead ? readFactor : 1);
  return (
    (isBreaking ? BREAKING : 0) |
    (volume > 1.001 ? RARE : 0) |
    (one.isRead ? READ : 0) |
    (one.isExploration ? EXPLORATION : 0)
  );
}

function part(value: number): number {
  return Math.round(Math.max(0, Math.min(1, value)) * 255);
}

const HEADER_BYTES = 24;
const STORY_BYTES = 24;
const BREAKING = 1;
const RARE = 2;
const READ = 4;
const EXPLORATION = 8;
