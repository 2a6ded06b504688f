import { backgroundCount, backgroundTexts } from './background.ts';
import type { ClusterFeatures } from './features.ts';
import { IN_TITLE } from './features.ts';
import { pack } from './packed.ts';

/**
 * How rare words are, by the background corpus and by the articles seen so far: a name that was rare last year is
 * common in a week in which everyone writes it. The background counts as `BACKGROUND_WEIGHT` articles.
 */
export class Rarity {
  readonly #counts = new Uint32Array(1 << 18);
  readonly #articles = new Map<string, number>();

  add({ terms, language }: ClusterFeatures): void {
    this.#articles.set(language, (this.#articles.get(language) ?? 0) + 1);
    for (const term of terms) {
      const bucket = bucketOf(term, language);
      this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    }
  }

  /** The article's words weighted by rarity, as a packed vector of length 1. */
  weigh({ terms, weights, language }: ClusterFeatures): Uint32Array {
    const values = this.#rarities(terms, language);
    let squares = 0;
    for (let at = 0; at < terms.length; at++) {
      const value = ((weights[at] ?? 0) & 0x7f) * Math.max(0.1, values[at] ?? 0);
      values[at] = value;
      squares += value * value;
    }
    const length = Math.sqrt(squares) || 1;
    const words = new Uint32Array(terms.length);
    for (let at = 0; at < terms.length; at++)
      words[at] = pack(terms[at] ?? 0, ((weights[at] ?? 0) & IN_TITLE) !== 0, (values[at] ?? 0) / length);
    return words;
  }

  #rarities(terms: Uint32Array, language: string): Float64Array {
    const background = backgroundTexts(language);
    const share = background === 0 ? 0 : BACKGROUND_WEIGHT / background;
    const articles =
      (this.#articles.get(language) ?? 0) + (background === 0 ? DEFAULT_ARTICLES : BACKGROUND_WEIGHT);
    const rarities = new Float64Array(terms.length);
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at] ?? 0;
      const having = (this.#counts[bucketOf(term, language)] ?? 0) + share * backgroundCount(term, language);
      rarities[at] = Math.log((articles + 1) / (having + 0.5));
    }
    return rarities;
  }

  bytes(): number {
    return this.#counts.byteLength;
  }
}

function bucketOf(term: number, language: string): number {
  const salt = language === 'en' ? 0 : (language.charCodeAt(0) << 8) ^ (language.charCodeAt(1) << 13);
  return (term ^ salt) & ((1 << 18) - 1);
}

const BACKGROUND_WEIGHT = 20_000;
/** A language without background starts as if so many articles had none of the words. */
const DEFAULT_ARTICLES = 1_000;
