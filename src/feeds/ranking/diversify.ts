import { type StoryWindow, TOPIC_PLACES, TOPICS_KEPT } from '../candidates/window.ts';
import type { Scored } from './score.ts';
import type { RankingSettings } from './settings.ts';

/**
 * FEED-3: greedy re-ranking. Each pick changes what the others are worth: the more a story resembles what was picked
 * before, in topics or by coming from the same source, the less diversity it adds. Only the beginning is picked that
 * way, from somewhat more than that; the rest follows as scored.
 */
export function diversified(
  window: StoryWindow,
  scored: readonly Scored[],
  { weights }: Pick<RankingSettings, 'weights'>,
  most: number,
  picks = PICKED,
): Scored[] {
  const ordered = [...scored].sort(byScore);
  const pool = new Pool(window, ordered.slice(0, Math.min(ordered.length, picks * 3)), weights.diversity);
  const picked: Scored[] = [];
  while (picked.length < Math.min(picks, pool.size, most)) picked.push(pool.pick());
  return [...picked, ...pool.rest(), ...ordered.slice(pool.size)].slice(0, most);
}

/** Those that may be picked, best first, with what is asked of each again and again side by side in columns. */
class Pool {
  readonly #scored: readonly Scored[];
  readonly #weight: number;
  readonly #scores: Float64Array;
  readonly #factors: Float64Array;
  readonly #sources: Int32Array;
  readonly #topics: Uint8Array;
  readonly #shares: Float32Array;
  readonly #nearest: Float32Array;
  readonly #isTaken: Uint8Array;
  /** The topics of the last pick. */
  readonly #vector = new Float32Array(TOPIC_PLACES);

  constructor(window: StoryWindow, scored: readonly Scored[], weight: number) {
    const { length } = scored;
    this.#scored = scored;
    this.#weight = weight;
    this.#scores = Float64Array.from(scored, ({ score }) => score);
    this.#factors = Float64Array.from(scored, ({ factor }) => factor);
    this.#sources = Int32Array.from(scored, ({ place }) =>
      window.sources.counts[place] === 0 ? NOBODY : window.sources.numberAt(place, 0),
    );
    this.#topics = new Uint8Array(length * TOPICS_KEPT);
    this.#shares = new Float32Array(length * TOPICS_KEPT);
    for (const [index, { place }] of scored.entries()) {
      const [from, to] = [place * TOPICS_KEPT, (place + 1) * TOPICS_KEPT];
      this.#topics.set(window.topicPlaces.subarray(from, to), index * TOPICS_KEPT);
      this.#shares.set(window.topicWeights.subarray(from, to), index * TOPICS_KEPT);
    }
    this.#nearest = new Float32Array(length);
    this.#isTaken = new Uint8Array(length);
  }

  get size(): number {
    return this.#scored.length;
  }

  /** Those that nobody picked. */
  rest(): Scored[] {
    return this.#scored.filter((_, index) => this.#isTaken[index] === 0);
  }

  pick(): Scored {
    const index = this.#best();
    const pick = this.#scored[index];
    if (pick === undefined) throw new RangeError('nothing is left to pick');
    this.#isTaken[index] = 1;
    pick.diversity = 1 - (this.#nearest[index] ?? 0);
    pick.score += this.#weight * pick.diversity * pick.factor;
    this.#moveNearer(index);
    return pick;
  }

  #best(): number {
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < this.#scores.length; index++) {
      if (this.#isTaken[index] === 1) continue;
      const own = this.#scores[index] ?? 0;
      const score = own + this.#weight * (1 - (this.#nearest[index] ?? 0)) * (this.#factors[index] ?? 0);
      if (score > bestScore) {
        best = index;
        bestScore = score;
      }
      // They come by score: one that could not win with all of diversity ends the search.
      if (own + this.#weight * MOST_FACTOR < bestScore) break;
    }
    return best;
  }

  /** What was shown a while ago matters less than what stands just above. */
  #moveNearer(picked: number): void {
    const vector = this.#vector.fill(0);
    for (let at = picked * TOPICS_KEPT; at < (picked + 1) * TOPICS_KEPT; at++)
      vector[this.#topics[at] ?? 0] = (vector[this.#topics[at] ?? 0] ?? 0) + (this.#shares[at] ?? 0);
    const source = this.#sources[picked] ?? NOBODY;
    for (let index = 0; index < this.#nearest.length; index++) {
      if (this.#isTaken[index] === 1) continue;
      let sum = 0;
      for (let at = index * TOPICS_KEPT; at < (index + 1) * TOPICS_KEPT; at++) {
        const share = this.#shares[at] ?? 0;
        // They come by weight: behind the first that is nothing there is nothing.
        if (share === 0) break;
        sum += share * (vector[this.#topics[at] ?? 0] ?? 0);
      }
      const isSameSource = source !== NOBODY && source === this.#sources[index];
      const alike = Math.min(1, TOPICS_COUNT * sum + (isSameSource ? SOURCE_COUNTS : 0));
      this.#nearest[index] = Math.max((this.#nearest[index] ?? 0) * FADES, alike);
    }
  }
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.place - b.place;
}

/** Two or three screens; nobody notices below. */
const PICKED = 60;
const FADES = 0.9;
const TOPICS_COUNT = 0.7;
const SOURCE_COUNTS = 0.5;
const MOST_FACTOR = 1.5;
const NOBODY = -1;
