import { stemOf } from '../analysis/stems.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { wordsOf } from '../analysis/words.ts';
import type { CollectionDocument } from './collection.ts';

/** Textbook BM25 for comparison: k1 1.2, b 0.75, Porter stems, title and text as one field. */
export class TextbookBm25 {
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: number[] = [];
  readonly #ids: string[] = [];
  #average = 0;

  constructor(documents: readonly CollectionDocument[]) {
    for (const { id, title, text } of documents) {
      const terms = termsOf(`${title} ${text}`);
      for (const term of terms) {
        const counts = this.#postings.get(term) ?? new Map<number, number>();
        this.#postings.set(term, counts.set(this.#ids.length, (counts.get(this.#ids.length) ?? 0) + 1));
      }
      this.#ids.push(id);
      this.#lengths.push(terms.length);
    }
    this.#average = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.#ids.length);
  }

  search(query: string): string[] {
    const scores = new Map<number, number>();
    for (const term of termsOf(query)) {
      const counts = this.#postings.get(term) ?? new Map<number, number>();
      const idf = Math.log(1 + (this.#ids.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [document, count] of counts) {
        const length = (this.#lengths[document] ?? 0) / this.#average;
        const score = (idf * count * 2.2) / (count + 1.2 * (0.25 + 0.75 * length));
        scores.set(document, (scores.get(document) ?? 0) + score);
      }
    }
    const ranked = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 1_000);
    return ranked.map(([document]) => this.#ids[document] ?? '');
  }
}

function termsOf(text: string): string[] {
  const words = wordsOf(text, 100_000).map(({ folded }) => folded);
  return words.filter(word => !isStopWord(word, 'en')).map(word => stemOf(word, 'en'));
}
