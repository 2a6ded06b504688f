import type { Probe } from './probe.ts';
import { salientShares } from './salient-terms.ts';
import type { StoryCluster } from './story-cluster.ts';
import { meaningCosineToSum } from './word-vectors.ts';

/** The evidence that an article belongs to a story, in the order of the network's inputs. */
export const EVIDENCE = [
  'cosine to the whole story',
  'cosine to the nearest article',
  'mean cosine to the three nearest articles',
  'cosine of titles, best',
  'logarithm of the story size',
  'logarithm of the number of words',
  'logarithm of the lead over the next story',
  'logarithm of the lead over the next five',
  'days apart',
  'time is known',
  'cosine of meaning, nearest article',
  'cosine of meaning to the whole story',
  'meaning is known',
  'logarithm of the number of words, nearest article',
  'share of the weight that the nearest article has too',
  'mean cosine among the articles of the story',
  'logarithm of its similarity, over the similarity among themselves',
  'share of its most salient words that the nearest article has too',
  'share of its most salient words that the story has too, on average',
  'share of the most salient words of the story that it has too',
] as const;

/** Evidence that can only speak for a story: a larger value never lowers the odds. */
export const MONOTONE: ReadonlySet<(typeof EVIDENCE)[number]> = new Set([
  'cosine to the whole story',
  'cosine to the nearest article',
  'mean cosine to the three nearest articles',
  'cosine of titles, best',
  'cosine of meaning, nearest article',
  'cosine of meaning to the whole story',
  'share of the weight that the nearest article has too',
  'logarithm of its similarity, over the similarity among themselves',
  'share of its most salient words that the nearest article has too',
  'share of its most salient words that the story has too, on average',
  'share of the most salient words of the story that it has too',
] as const);

/** Computes the evidence. The probe holds the article's words. */
export function computeEvidence(
  candidate: StoryCandidate,
  article: ArticleVector,
  probe: Probe,
  tellingWords: Uint32Array,
  nearest: Uint32Array,
  isOwn: boolean,
): void {
  const { story, similarities, best, evidence } = candidate;
  similarities.sort((a, b) => b - a);
  const size = Math.max(1, story.voters - (isOwn ? 1 : 0));
  const centroid =
    story.centroid === undefined || size === 1 ? best : story.centroid.cosineWith(probe, isOwn);
  const telling = salientShares(probe, tellingWords, nearest, story, isOwn);
  candidate.whole = (centroid + best) / 2;
  evidence[0] = centroid;
  evidence[1] = best;
  evidence[2] = (best + (similarities[1] ?? 0) + (similarities[2] ?? 0)) / Math.min(3, size);
  evidence[3] = candidate.title;
  evidence[4] = Math.log(size);
  evidence[5] = Math.log(Math.max(1, article.words.length));
  evidence[8] = daysApart(article.time, story);
  evidence[9] = Number.isNaN(article.time) ? 0 : 1;
  evidence[10] = candidate.meaning;
  evidence[11] =
    story.meaning === undefined || size === 1
      ? candidate.meaning
      : meaningCosineToSum(article.meaning, story.meaning, isOwn);
  evidence[12] = evidence[10] === 0 && evidence[11] === 0 ? 0 : 1;
  evidence[13] = Math.log(Math.max(1, candidate.words));
  evidence[14] = candidate.shared;
  evidence[15] = size === 1 ? UNKNOWN_COHERENCE : coherence(story);
  evidence[17] = telling.inNearest;
  evidence[18] = telling.inStory;
  evidence[19] = telling.ofStory;
  if (size === 1 || story.centroid === undefined) return;
  const mean = (centroid * story.centroid.length) / story.voters;
  evidence[16] = Math.log((mean + FLOOR) / (evidence[15] + FLOOR));
}

/** The mean cosine of all pairs of articles of a story. */
function coherence({ centroid, voters }: StoryCluster): number {
  if (centroid === undefined || voters < 2) return UNKNOWN_COHERENCE;
  return centroid.coherence(voters);
}

/** Adds the lead over the other candidates: a match is worth more when no other story matches nearly as well. */
export function compareCandidates(candidates: readonly StoryCandidate[]): void {
  const best = candidates
    .map(({ whole }) => whole)
    .sort((a, b) => b - a)
    .slice(0, 6);
  for (const { whole, evidence } of candidates) {
    const own = best.indexOf(whole);
    const without = own < 0 ? 5 : own;
    let sum = 0;
    for (let at = 0; at < best.length; at++) if (at !== without) sum += best[at] ?? 0;
    evidence[6] = Math.log((whole + FLOOR) / ((best[without === 0 ? 1 : 0] ?? 0) + FLOOR));
    evidence[7] = Math.log((whole + FLOOR) / (sum / 5 + FLOOR));
  }
}

function daysApart(time: number, { first, last }: StoryCluster): number {
  const days = Math.max(0, time - last, first - time) / 86_400_000;
  // An unknown time is neutral.
  return Number.isNaN(days) ? 0 : Math.min(days, MAX_DAYS);
}

const FLOOR = 0.02;
const MAX_DAYS = 30;
const UNKNOWN_COHERENCE = 0.25;

export interface ArticleVector {
  readonly language: string;
  readonly time: number;
  readonly words: Uint32Array;
  readonly meaning: Int8Array;
}

export interface StoryCandidate {
  readonly story: StoryCluster;
  /** The similarities of the compared articles. */
  readonly similarities: number[];
  readonly best: number;
  readonly title: number;
  readonly meaning: number;
  /** The nearest article: its number, its word count, and the share of the weight that it has too. */
  readonly nearest: number;
  readonly words: number;
  readonly shared: number;
  whole: number;
  readonly evidence: Float64Array;
}
