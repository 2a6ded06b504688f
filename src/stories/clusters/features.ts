import { backgroundRarity } from './background.ts';
import { hashOf, termOf } from './terms.ts';
import { addMeaning, DIMENSIONS, direction, NO_MEANING } from './vectors.ts';
import { clusterWords, type Word } from './words.ts';

/**
 * What clustering keeps of an article: its most telling words as hashes with weights, where they stood, when it
 * appeared and who published it. Pure: the same article always gives the same features.
 */
export function features(article: ArticleText): ClusterFeatures {
  const counts = new Map<number, Count>();
  const title = clusterWords(article.title.slice(0, TITLE_LENGTH), article.language);
  const body = clusterWords(
    `${article.summary}\n${article.bodyText}`.slice(0, BODY_LENGTH),
    article.language,
  );
  count(title, counts, true);
  count(body, counts, false);
  for (const entity of article.entities ?? []) nameOf(counts, entity);
  const terms = mostTelling(counts, article.language);
  return {
    language: article.language,
    publishedAt: article.publishedAt,
    source: hashOf(article.sourceId),
    terms: Uint32Array.from(terms, ({ term }) => term),
    weights: Uint8Array.from(terms, packedWeight),
    meaning: meaningOf(counts, article.language),
  };
}

function count(words: readonly Word[], counts: Map<number, Count>, inTitle: boolean): void {
  for (const { word, name } of words) {
    const term = termOf(word);
    const known = counts.get(term);
    const one = known ?? { term, inTitle: 0, inBody: 0, names: 0 };
    if (known === undefined) counts.set(term, one);
    if (inTitle) one.inTitle++;
    else one.inBody++;
    if (name) one.names++;
  }
}

/** Entities that were found by better means than a capital letter confirm their words as names. */
function nameOf(counts: Map<number, Count>, entity: string): void {
  for (const { word } of clusterWords(entity, 'en')) {
    const known = counts.get(termOf(word));
    if (known !== undefined) known.names += known.inTitle + known.inBody;
  }
}

function mostTelling(counts: ReadonlyMap<number, Count>, language: string): Weighted[] {
  const weighted: Weighted[] = [];
  for (const one of counts.values()) {
    const weight = weightOf(one);
    weighted.push({
      term: one.term,
      inTitle: one.inTitle > 0,
      weight,
      telling: weight * backgroundRarity(one.term, language),
    });
  }
  weighted.sort((a, b) => b.telling - a.telling || a.term - b.term);
  return weighted.slice(0, MOST_TERMS).sort((a, b) => a.term - b.term);
}

/** The direction of all words together, of which the common ones hardly count. */
function meaningOf(counts: ReadonlyMap<number, Count>, language: string): Int8Array {
  if (language !== 'en') return NO_MEANING;
  const sum = new Float64Array(DIMENSIONS);
  let [known, all] = [0, 0];
  for (const one of counts.values()) {
    const weight = weightOf(one) * backgroundRarity(one.term, language);
    all += weight * weight;
    if (addMeaning(one.term, weight, sum)) known += weight * weight;
  }
  return direction(sum, Math.sqrt(known / (all || 1)));
}

function weightOf({ inTitle, inBody, names }: Count): number {
  const often = (inTitle > 0 ? TITLE_WEIGHT : 0) + (inBody > 0 ? 1 + Math.log(inBody) : 0);
  return often * (names * 2 > inTitle + inBody ? NAME_WEIGHT : 1);
}

function packedWeight({ weight, inTitle }: Weighted): number {
  return Math.min(127, Math.max(1, Math.round(weight * WEIGHT_SCALE))) | (inTitle ? IN_TITLE : 0);
}

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

interface Count {
  readonly term: number;
  inTitle: number;
  inBody: number;
  names: number;
}

interface Weighted {
  readonly term: number;
  readonly inTitle: boolean;
  readonly weight: number;
  readonly telling: number;
}
