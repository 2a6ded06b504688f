import type { Probe } from './probe.ts';
import { tellingShares } from './salient-terms.ts';
import type { Story } from './story-cluster.ts';
import { meaningCosineToSum } from './word-vectors.ts';

/** What speaks for an article belonging to a story, in the order in which the network takes it. */
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
  'logarithm of how alike it is, over how alike they are among themselves',
  'share of its most telling words that the nearest article has too',
  'share of its most telling words that the story has too, on the mean',
  'share of the most telling words of the story that it has too',
] as const;

/** What can only speak for a story: more of it never makes the article belong less. */
export const RISING: ReadonlySet<(typeof EVIDENCE)[number]> = new Set([
  'cosine to the whole story',
  'cosine to the nearest article',
  'mean cosine to the three nearest articles',
  'cosine of titles, best',
  'cosine of meaning, nearest article',
  'cosine of meaning to the whole story',
  'share of the weight that the nearest article has too',
  'logarithm of how alike it is, over how alike they are among themselves',
  'share of its most telling words that the nearest article has too',
  'share of its most telling words that the story has too, on the mean',
  'share of the most telling words of the story that it has too',
] as const);

/** Weighs what is known of how an article fits a story; the probe stands for its words, of which some tell most. */
export function weighStory(
  candidate: Weighed,
  article: Sought,
  probe: Probe,
  tellingWords: Uint32Array,
  nearest: Uint32Array,
  isOwn: boolean,
): void {
  const { story, alike, best, evidence } = candidate;
  alike.sort((a, b) => b - a);
  const size = Math.max(1, story.voters - (isOwn ? 1 : 0));
  const centroid =
    story.centroid === undefined || size === 1 ? best : story.centroid.cosineWith(probe, isOwn);
  const telling = tellingShares(probe, tellingWords, nearest, story, isOwn);
  candidate.whole = (centroid + best) / 2;
  evidence[0] = centroid;
  evidence[1] = best;
  evidence[2] = (best + (alike[1] ?? 0) + (alike[2] ?? 0)) / Math.min(3, size);
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

/** How alike the articles of a story are, on the mean of all pairs. */
function coherence({ centroid, voters }: Story): number {
  if (centroid === undefined || voters < 2) return UNKNOWN_COHERENCE;
  return centroid.coherence(voters);
}

/** A match is worth more when no other story matches nearly as well. */
export function compareWithRest(candidates: readonly Weighed[]): void {
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

function daysApart(time: number, { first, last }: Story): number {
  const days = Math.max(0, time - last, first - time) / 86_400_000;
  // A time that nobody knows speaks neither for nor against.
  return Number.isNaN(days) ? 0 : Math.min(days, MOST_DAYS);
}

const FLOOR = 0.02;
const MOST_DAYS = 30;
const UNKNOWN_COHERENCE = 0.25;

export interface Sought {
  readonly language: string;
  readonly time: number;
  readonly words: Uint32Array;
  readonly meaning: Int8Array;
}

export interface Weighed {
  readonly story: Story;
  /** How alike those of its articles are that were compared. */
  readonly alike: number[];
  readonly best: number;
  readonly title: number;
  readonly meaning: number;
  /** The nearest article: its number, how many words it has, and how much of the weight it shares. */
  readonly nearest: number;
  readonly words: number;
  readonly shared: number;
  whole: number;
  readonly evidence: Float64Array;
}
