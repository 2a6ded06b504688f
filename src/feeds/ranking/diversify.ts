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
  const pool = ordered.slice(0, Math.min(ordered.length, picks * 3));
  const sources = pool.map(({ place }) => sourceOf(window, place));
  const nearest = new Float32Array(pool.length);
  const isTaken = new Uint8Array(pool.length);
  const picked: Scored[] = [];
  const vector = new Float32Array(TOPIC_PLACES);
  while (picked.length < Math.min(picks, pool.length, most)) {
    const index = bestOf(pool, nearest, isTaken, weights.diversity);
    const pick = pool[index];
    if (pick === undefined) break;
    isTaken[index] = 1;
    pick.diversity = 1 - (nearest[index] ?? 0);
    pick.score += weights.diversity * pick.diversity * pick.factor;
    picked.push(pick);
    spread(window, pick.place, vector);
    const source = sources[index] ?? '';
    for (let other = 0; other < pool.length; other++) {
      const candidate = pool[other];
      if (isTaken[other] === 1 || candidate === undefined) continue;
      const isSameSource = source !== '' && source === sources[other];
      const alike = likeness(window, candidate.place, vector, isSameSource);
      // What was shown a while ago matters less than what stands just above.
      nearest[other] = Math.max((nearest[other] ?? 0) * FADES, alike);
    }
  }
  const rest = pool.filter((_, index) => isTaken[index] === 0);
  return [...picked, ...rest, ...ordered.slice(pool.length)].slice(0, most);
}

function bestOf(pool: readonly Scored[], nearest: Float32Array, isTaken: Uint8Array, weight: number): number {
  let best = -1;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < pool.length; index++) {
    const candidate = pool[index];
    if (isTaken[index] === 1 || candidate === undefined) continue;
    const score = candidate.score + weight * (1 - (nearest[index] ?? 0)) * candidate.factor;
    if (score > bestScore) {
      best = index;
      bestScore = score;
    }
    // They come by score: one that could not win with all of diversity ends the search.
    if (candidate.score + weight * MOST_FACTOR < bestScore) break;
  }
  return best;
}

function spread(window: StoryWindow, place: number, vector: Float32Array): void {
  vector.fill(0);
  for (let index = place * TOPICS_KEPT; index < (place + 1) * TOPICS_KEPT; index++)
    vector[window.topicPlaces[index] ?? 0] =
      (vector[window.topicPlaces[index] ?? 0] ?? 0) + (window.topicWeights[index] ?? 0);
}

function likeness(
  { topicWeights, topicPlaces }: StoryWindow,
  place: number,
  vector: Float32Array,
  isSameSource: boolean,
): number {
  let sum = 0;
  for (let index = place * TOPICS_KEPT; index < (place + 1) * TOPICS_KEPT; index++) {
    const weight = topicWeights[index] ?? 0;
    // They come by weight: behind the first that is nothing there is nothing.
    if (weight === 0) break;
    sum += weight * (vector[topicPlaces[index] ?? 0] ?? 0);
  }
  return Math.min(1, TOPICS_COUNT * sum + (isSameSource ? SOURCE_COUNTS : 0));
}

function sourceOf(window: StoryWindow, place: number): string {
  return window.at(place)?.voices[0]?.sourceId ?? '';
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
