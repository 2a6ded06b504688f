import { backgroundRarity } from './background.ts';
import { readWords } from './cluster-words.ts';
import { TermCounts } from './term-counts.ts';
import { hashOf } from './term-hash.ts';
import { addMeaning, DIMENSIONS, direction, NO_MEANING } from './word-vectors.ts';

/**
 * The features of an article that clustering keeps: its most salient words as weighted hashes, whether they are in
 * the title, its time and its source. Pure: the same article gives the same features.
 */
export function extractFeatures(article: ArticleText): ClusterFeatures {
  const { title, summary, bodyText, language } = article;
  counts.clear();
  count(title.slice(0, MAX_TITLE_LENGTH), language, true);
  count(`${summary}\n${bodyText}`.slice(0, MAX_BODY_LENGTH), language, false);
  for (const entity of article.entities ?? []) confirmNames(entity);
  const weighed = weighTerms(language);
  const rows = salientRows(weighed.salience);
  return {
    language,
    publishedAt: article.publishedAt,
    source: hashOf(article.sourceId),
    terms: Uint32Array.from(rows, row => counts.terms[row] ?? 0),
    weights: Uint8Array.from(rows, row => packedWeight(weighed.weights[row] ?? 0, counts.inTitle[row] !== 0)),
    meaning: language === 'en' ? meaningOf(weighed.salience) : NO_MEANING,
  };
}

function count(text: string, language: string, inTitle: boolean): void {
  const words = readWords(text, language);
  for (let at = 0; at < words.count; at++) counts.add(words.terms[at] ?? 0, words.names[at] ?? 0, inTitle);
}

/** Found entities confirm their words as names; a capital letter alone is weaker evidence. */
function confirmNames(entity: string): void {
  const words = readWords(entity, 'en');
  for (let at = 0; at < words.count; at++) {
    const row = counts.rowOf(words.terms[at] ?? 0);
    if (row >= 0) counts.names[row] = (counts.names[row] ?? 0) + timesOf(row);
  }
}

/** By row: the weight of a term in this article, and its salience, which is higher for rare terms. */
function weighTerms(language: string): ArticleTermWeights {
  const weights = new Float64Array(counts.size);
  const salience = new Float64Array(counts.size);
  for (let row = 0; row < counts.size; row++) {
    const weight = weightOf(row);
    weights[row] = weight;
    salience[row] = weight * backgroundRarity(counts.terms[row] ?? 0, language);
  }
  return { weights, salience };
}

/** The rows of the most salient terms, in the order of terms; ties go to the lower term. */
function salientRows(salience: Float64Array): number[] {
  const byTerm = (a: number, b: number) => (counts.terms[a] ?? 0) - (counts.terms[b] ?? 0);
  // Sorting a typed array needs no comparator calls, and only the threshold is needed.
  const threshold = salience.length > MAX_TERMS ? salience.toSorted().at(-MAX_TERMS) : undefined;
  const above: number[] = [];
  const equal: number[] = [];
  for (let row = 0; row < salience.length; row++) {
    if (threshold === undefined || (salience[row] ?? 0) > threshold) above.push(row);
    else if (salience[row] === threshold) equal.push(row);
  }
  return [...above, ...equal.sort(byTerm).slice(0, MAX_TERMS - above.length)].sort(byTerm);
}

/** The direction of the weighted sum of all word vectors. */
function meaningOf(salience: Float64Array): Int8Array {
  const sum = new Float64Array(DIMENSIONS);
  let [known, all] = [0, 0];
  for (let row = 0; row < salience.length; row++) {
    const weight = salience[row] ?? 0;
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

/** Scratch space of this thread, cleared for each article. */
const counts = new TermCounts();

const MAX_TITLE_LENGTH = 400;
const MAX_BODY_LENGTH = 3_000;
const TITLE_WEIGHT = 2;
const NAME_WEIGHT = 1.3;
const MAX_TERMS = 48;
export const IN_TITLE = 0x80;
const WEIGHT_SCALE = 12;

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
  /** A hash of the source id. */
  readonly source: number;
  /** Hashes of 24 bits, ascending. */
  readonly terms: Uint32Array;
  /** Seven bits of weight in steps of 1/WEIGHT_SCALE; the highest bit marks words of the title. */
  readonly weights: Uint8Array;
  /** The meaning of the words as a direction in signed bytes; all zeros when unknown. */
  readonly meaning: Int8Array;
}

interface ArticleTermWeights {
  readonly weights: Float64Array;
  readonly salience: Float64Array;
}
