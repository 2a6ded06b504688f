import type { Centroid } from './centroid.ts';
import { LINE } from './packed.ts';
import { hashOf } from './term-hash.ts';

/**
 * Something of what weighing reads of a story, one step further from its number each: the story, what it holds, the arrays
 * of these, and what is in them. Whoever takes the first step of all stories before the second of any waits for memory
 * four times, and not four times for each story.
 */
export const GLIMPSES: readonly ((story: Story) => number)[] = [
  ({ first }) => first,
  ({ centroid, meaning }) => (centroid?.length ?? 0) + (meaning?.length ?? 0),
  ({ centroid }) => centroid?.size ?? 0,
  ({ centroid, meaning = NOTHING }) => {
    let seen = centroid?.glimpse() ?? 0;
    for (let at = 0; at < meaning.length; at += LINE) seen += meaning[at] ?? 0;
    return seen;
  },
];

const NOTHING = new Float32Array(0);

/** A story in memory: its articles' numbers and what they have in common. */
export class Story {
  readonly number: number;
  readonly language: string;
  readonly languageHash: number;
  /** The id of its first article. */
  id: string;
  first: number;
  last: number;
  members: number[] = [];
  /** How many of its articles have a vote: further copies of one text have none. */
  voters = 0;
  /** How many articles it had when it was last summed up from all of them. */
  summed = 0;
  /** What its articles have in common; one article alone is its own. */
  centroid: Centroid | undefined;
  /** The sum of what its articles mean, from the second article on. */
  meaning: Float32Array | undefined;

  constructor(number: number, id: string, language: string, time: number) {
    this.number = number;
    this.id = id;
    this.language = language;
    // As it is read from columns of 32 bits with a sign.
    this.languageHash = hashOf(language) | 0;
    this.first = time;
    this.last = time;
  }

  bytes(): number {
    return (this.centroid?.bytes() ?? 0) + (this.meaning?.byteLength ?? 0) + this.members.length * 8;
  }
}
