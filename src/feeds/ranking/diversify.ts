import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
import { type StoryWindow, TOPICS_PER_STORY } from '../window/story-window.ts';
import type { ScoredStory } from './score.ts';
import type { RankingSettings } from './settings.ts';

/**
 * FEED-3: greedy re-ranking. Each pick changes the value of the others: the more a story resembles those picked before,
 * in topics or by its source, the less diversity it adds. Only the first `picks` are chosen this way, from three times
 * as many; the rest keep the order of their scores.
 */
export function diversify(
  window: StoryWindow,
  scored: readonly ScoredStory[],
  { weights }: Pick<RankingSettings, 'weights'>,
  limit: number,
  picks = DIVERSIFIED,
): ScoredStory[] {
  const ordered = [...scored].sort(byScore);
  const pool = new DiversityPool(
    window,
    ordered.slice(0, Math.min(ordered.length, picks * 3)),
    weights.diversity,
  );
  const picked: ScoredStory[] = [];
  while (picked.length < Math.min(picks, pool.size, limit)) picked.push(pool.pick());
  return [...picked, ...pool.rest(), ...ordered.slice(pool.size)].slice(0, limit);
}

/** The candidates for the next pick, best first, with the values of the inner loop in columns. */
class DiversityPool {
  readonly #scored: readonly ScoredStory[];
  readonly #weight: number;
  readonly #scores: Float64Array;
  readonly #factors: Float64Array;
  readonly #sources: Int32Array;
  readonly #topics: Uint8Array;
  readonly #shares: Float32Array;
  readonly #similarity: Float32Array;
  readonly #isTaken: Uint8Array;
  /** The topics of the last pick. */
  readonly #vector = new Float32Array(TOPIC_DIMENSIONS);

  constructor(window: StoryWindow, scored: readonly ScoredStory[], weight: number) {
    const { length } = scored;
    this.#scored = scored;
    this.#weight = weight;
    this.#scores = Float64Array.from(scored, ({ score }) => score);
    this.#factors = Float64Array.from(scored, ({ factor }) => factor);
    this.#sources = Int32Array.from(scored, ({ slot }) =>
      window.sources.counts[slot] === 0 ? NO_SOURCE : window.sources.numberAt(slot, 0),
    );
    this.#topics = new Uint8Array(length * TOPICS_PER_STORY);
    this.#shares = new Float32Array(length * TOPICS_PER_STORY);
    for (const [index, { slot }] of scored.entries()) {
      const [from, to] = [slot * TOPICS_PER_STORY, (slot + 1) * TOPICS_PER_STORY];
      this.#topics.set(window.topicDimensions.subarray(from, to), index * TOPICS_PER_STORY);
      this.#shares.set(window.topicWeights.subarray(from, to), index * TOPICS_PER_STORY);
    }
    this.#similarity = new Float32Array(length);
    this.#isTaken = new Uint8Array(length);
  }

  get size(): number {
    return this.#scored.length;
  }

  /** The stories not picked. */
  rest(): ScoredStory[] {
    return this.#scored.filter((_, index) => this.#isTaken[index] === 0);
  }

  pick(): ScoredStory {
    const index = this.#best();
    const pick = this.#scored[index];
    if (pick === undefined) throw new RangeError('nothing is left to pick');
    this.#isTaken[index] = 1;
    pick.diversity = 1 - (this.#similarity[index] ?? 0);
    pick.score += this.#weight * pick.diversity * pick.factor;
    this.#updateSimilarity(index);
    return pick;
  }

  #best(): number {
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < this.#scores.length; index++) {
      if (this.#isTaken[index] === 1) continue;
      const own = this.#scores[index] ?? 0;
      const score = own + this.#weight * (1 - (this.#similarity[index] ?? 0)) * (this.#factors[index] ?? 0);
      if (score > bestScore) {
        best = index;
        bestScore = score;
      }
      // Sorted by score: once a story could not win even with full diversity, neither can the rest.
      if (own + this.#weight * MAX_FACTOR < bestScore) break;
    }
    return best;
  }

  /** Similarity decays with distance: a story far above matters less than the one just above. */
  #updateSimilarity(picked: number): void {
    const vector = this.#vector.fill(0);
    for (let at = picked * TOPICS_PER_STORY; at < (picked + 1) * TOPICS_PER_STORY; at++)
      vector[this.#topics[at] ?? 0] = (vector[this.#topics[at] ?? 0] ?? 0) + (this.#shares[at] ?? 0);
    const source = this.#sources[picked] ?? NO_SOURCE;
    for (let index = 0; index < this.#similarity.length; index++) {
      if (this.#isTaken[index] === 1) continue;
      let sum = 0;
      for (let at = index * TOPICS_PER_STORY; at < (index + 1) * TOPICS_PER_STORY; at++) {
        const share = this.#shares[at] ?? 0;
        // Sorted by weight: behind the first zero there are only zeros.
        if (share === 0) break;
        sum += share * (vector[this.#topics[at] ?? 0] ?? 0);
      }
      const isSameSource = source !== NO_SOURCE && source === this.#sources[index];
      const alike = Math.min(1, TOPIC_SHARE * sum + (isSameSource ? SAME_SOURCE : 0));
      this.#similarity[index] = Math.max((this.#similarity[index] ?? 0) * DECAY, alike);
    }
  }
}

function byScore(a: ScoredStory, b: ScoredStory): number {
  return b.score - a.score || a.slot - b.slot;
}

/** Two or three screens; readers do not notice further down. */
const DIVERSIFIED = 60;
const DECAY = 0.9;
const TOPIC_SHARE = 0.7;
const SAME_SOURCE = 0.5;
const MAX_FACTOR = 1.5;
const NO_SOURCE = -1;
