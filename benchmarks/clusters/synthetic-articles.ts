import { type Random, seededRandom } from '../../src/lib/random.ts';
import type { ArticleText, ClusterFeatures } from '../../src/stories/clusters/features.ts';
import { termOf } from '../../src/stories/clusters/term-hash.ts';
import { DIMENSIONS, direction } from '../../src/stories/clusters/word-vectors.ts';

/**
 * Synthetic news with the word statistics of real news: every event has ten specific words (names, locations) among
 * shared words in a Zipf distribution. An article has a headline, a summary and eight sentences. Events have three
 * articles on average, a few of them hundreds.
 */
export class SyntheticArticles {
  readonly #random: Random;
  readonly #events: number;
  readonly #terms = new Uint32Array(VOCABULARY + 1);

  constructor(seed: number, events: number) {
    this.#random = seededRandom(seed);
    this.#events = events;
  }

  next(publishedAt: number): { event: number; article: ArticleText } {
    const event = Math.floor(this.#events * this.#random.fraction() ** 1.6);
    const article = {
      title: this.#words(event, 9),
      summary: this.#words(event, 25),
      bodyText: Array.from({ length: 8 }, () => this.#words(event, 18)).join('. '),
      language: 'en',
      sourceId: `source ${Math.floor(this.#random.fraction() * 5_000)}`,
      publishedAt,
    };
    return { event, article };
  }

  /** The features of such an article, drawn directly: reading a million texts would take minutes. */
  drawn(publishedAt: number): { event: number; features: ClusterFeatures } {
    const event = Math.floor(this.#events * this.#random.fraction() ** 1.6);
    const found = new Map<number, number>();
    while (found.size < 48) {
      const term = this.#term(event);
      found.set(term, 12 + Math.floor(this.#random.fraction() * 30));
    }
    const terms = Uint32Array.from(found.keys()).sort();
    const weights = Uint8Array.from(terms, (term, at) => (found.get(term) ?? 1) | (at % 6 === 0 ? 0x80 : 0));
    const meaning = direction(Float64Array.from({ length: DIMENSIONS }, () => this.#random.fraction() - 0.5));
    return { event, features: { language: 'en', publishedAt, source: 1, terms, weights, meaning } };
  }

  #words(event: number, count: number): string {
    return Array.from({ length: count }, () => this.#word(event)).join(' ');
  }

  #word(event: number): string {
    const place = this.#place(event);
    return place < 0 ? `E${-place}e` : `w${place}`;
  }

  /** The term without the word; the hashes of shared words are precomputed. */
  #term(event: number): number {
    const place = this.#place(event);
    if (place < 0) return termOf(`e${-place}e`);
    const known = this.#terms[place] ?? 0;
    const term = known === 0 ? termOf(`w${place}`) : known;
    this.#terms[place] = term;
    return term;
  }

  /** The index of a shared word, or a negative number for a word of the event. */
  #place(event: number): number {
    const chance = this.#random.fraction();
    if (chance < 0.2) return -1 - event * 10 - Math.floor(this.#random.fraction() * 10);
    return Math.floor(VOCABULARY ** this.#random.fraction());
  }
}

const VOCABULARY = 60_000;
