import { backgroundRarity } from './background.ts';
import { readWords } from './cluster-words.ts';
import { TermCounts } from './term-counts.ts';
import { hashOf } from './term-hash.ts';
import { addMeaning, DIMENSIONS, direction, NO_MEANING } from './word-vectors.ts';

/**
 * What clustering keeps of an article: its most telling words as hashes with weights, where they stood, when it
 * appeared and who published it. Pure: the same article always gives the same features.
 */
export function features(article: ArticleText): ClusterFeatures {
  const { title, summary, bodyText, language } = article;
  counts.clear();
  count(title.slice(0, TITLE_LENGTH), language, true);
  count(`${summary}\n${bodyText}`.slice(0, BODY_LENGTH), language, false);
  for (const entity of article.entities ?? []) confirmNames(entity);
  const weighed = weigh(language);
  const rows = mostTelling(weighed.telling);
  return {
    language,
    publishedAt: article.publishedAt,
    source: hashOf(article.sourceId),
    terms: Uint32Array.from(rows, row => counts.terms[row] ?? 0),
    weights: Uint8Array.from(rows, row => packedWeight(weighed.weights[row] ?? 0, counts.inTitle[row] !== 0)),
    meaning: language === 'en' ? meaningOf(weighed.telling) : NO_MEANING,
  };
}

function count(text: string, language: string, inTitle: boolean): void {
  const words = readWords(text, language);
  for (let at = 0; at < words.count; at++) counts.add(words.terms[at] ?? 0, words.names[at] ?? 0, inTitle);
}

/** Entities that were found by better means than a capital letter confirm their words as names. */
function confirmNames(entity: string): void {
  const words = readWords(entity, 'en');
  for (let at = 0; at < words.count; at++) {
    const row = counts.rowOf(words.terms[at] ?? 0);
    if (row >= 0) counts.names[row] = (counts.names[row] ?? 0) + timesOf(row);
  }
}

/** By row: how much a term weighs in this article, and how much it tells, since rare ones tell more. */
function weigh(language: string): Weighed {
  const weights = new Float64Array(counts.size);
  const telling = new Float64Array(counts.size);
  for (let row = 0; row < counts.size; row++) {
    const weight = weightOf(row);
    weights[row] = weight;
    telling[row] = weight * backgroundRarity(counts.terms[row] ?? 0, language);
  }
  return { weights, telling };
}

/** Rows in the order of their terms; of those that tell the same the lower terms are taken. */
function mostTelling(telling: Float64Array): number[] {
  const byTerm = (a: number, b: number) => (counts.terms[a] ?? 0) - (counts.terms[b] ?? 0);
  // Sorting numbers needs no calls, and only the place of the last one that is taken has to be known.
  const least = telling.length > MOST_TERMS ? telling.toSorted().at(-MOST_TERMS) : undefined;
  const above: number[] = [];
  const equal: number[] = [];
  for (let row = 0; row < telling.length; row++) {
    if (least === undefined || (telling[row] ?? 0) > least) above.push(row);
    else if (telling[row] === least) equal.push(row);
  }
  return [...above, ...equal.sort(byTerm).slice(0, MOST_TERMS - above.length)].sort(byTerm);
}

/** The direction of all words together, of which the common ones hardly count. */
function meaningOf(telling: Float64Array): Int8Array {
  const sum = new Float64Array(DIMENSIONS);
  let [known, all] = [0, 0];
  for (let row = 0; row < telling.length; row++) {
    const weight = telling[row] ?? 0;
    all += weight * weight;
    if (addMeaning(counts.terms[row] ?? 0, weight, sum)) known += weight * weight;
  }
  return direction(sum, Math.sqrt(known / (all || 1)));
}

function weightOf(row: number): number {
  const inBody = counts.inBody[row] ?? 0;
  const often = (counts.inTitle[row] === 0 ? 0 : TITLE_WEIGHT) + (inBody > 0 ? 1 + Math.log(inBody) : 0);
  return often * ((counts.names[row] ?? 0) * 2 > timesOf(row) ? NAME_WEIGHT : 1);
}

function timesOf(row: number): number {
  return (counts.inTitle[row] ?? 0) + (counts.inBody[row] ?? 0);
}

function packedWeight(weight: number, inTitle: boolean): number {
  return Math.min(127, Math.max(1, Math.round(weight * WEIGHT_SCALE))) | (inTitle ? IN_TITLE : 0);
}

/** The working memory of this thread: an article leaves nothing behind but its features. */
const counts = new TermCounts();

const TITLE_LENGTH = 400;
const BODY_LENGTH = 3_000;
const TITLE_WEIGHT = 2;
const NAME_WEIGHT = 1.3;
export const MOST_TERMS = 48;
export const IN_TITLE = 0x80;
export const WEIGHT_SCALE = 12;

export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  readonly bodyText: string;
  readonly language: string;
  readonly entities?: readonly string[];
  readonly publishedAt: number;
  readonly sourceId: string;
}

export interface ClusterFeatures {
  readonly language: string;
  /** Milliseconds. */
  readonly publishedAt: number;
  /** A hash of the source's id. */
  readonly source: number;
  /** Hashes of 24 bits, ascending. */
  readonly terms: Uint32Array;
  /** Seven bits of weight in steps of 1/WEIGHT_SCALE; the highest bit says that the word stands in the title. */
  readonly weights: Uint8Array;
  /** What the words mean together, as a direction in signed bytes; nothing but zeros when it is not known. */
  readonly meaning: Int8Array;
}

interface Weighed {
  readonly weights: Float64Array;
  readonly telling: Float64Array;
}
