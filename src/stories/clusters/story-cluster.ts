import type { Centroid } from './centroid.ts';
import { WORDS_PER_CACHE_LINE } from './packed.ts';
import { hashOf } from './term-hash.ts';

/**
 * Touches what weighing a story reads, one pointer further in each step: the story, its objects, their arrays, the
 * arrays' contents. Running a step for all stories before the next one waits for memory four times in total instead
 * of four times per story.
 */
export const PREFETCH_STEPS: readonly ((story: StoryCluster) => number)[] = [
  ({ first }) => first,
  ({ centroid, meaning }) => (centroid?.length ?? 0) + (meaning?.length ?? 0),
  ({ centroid }) => centroid?.size ?? 0,
  ({ centroid, meaning = NOTHING }) => {
    let seen = centroid?.prefetch() ?? 0;
    for (let at = 0; at < meaning.length; at += WORDS_PER_CACHE_LINE) seen += meaning[at] ?? 0;
    return seen;
  },
];

const NOTHING = new Float32Array(0);

/** A story in memory: the numbers of its articles, and their centroid. */
export class StoryCluster {
  readonly number: number;
  readonly language: string;
  readonly languageHash: number;
  /** The id of its first article. */
  id: string;
  first: number;
  last: number;
  members: number[] = [];
  /** The number of articles that shape the story: further copies of a text do not. */
  voters = 0;
  /** The number of articles when the centroid was last rebuilt. */
  summed = 0;
  /** From the second voter on; a single article is its own centroid. */
  centroid: Centroid | undefined;
  /** The sum of the meaning vectors, from the second voter on. */
  meaning: Float32Array | undefined;

  constructor(number: number, id: string, language: string, time: number) {
    this.number = number;
    this.id = id;
    this.language = language;
    // As a signed 32-bit number, as it comes back from the columns.
    this.languageHash = hashOf(language) | 0;
    this.first = time;
    this.last = time;
  }

  bytes(): number {
    return (this.centroid?.bytes() ?? 0) + (this.meaning?.byteLength ?? 0) + this.members.length * 8;
  }
}
