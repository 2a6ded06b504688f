import { forEachSalientTerm } from '../segment/salient-terms.ts';
import type { IndexView } from './index-view.ts';
import type { ScoredDocument } from './top-hits.ts';

/**
 * Pseudo-relevance feedback: the salient terms of the best articles describe the topic of a query of many words, and
 * other articles that share them rank higher. Only hits are reordered, so this reads the salient terms of a few
 * hundred articles and no postings.
 */
export function boostRelated(found: ScoredDocument[], view: IndexView): void {
  const [first] = found;
  if (first === undefined || found.length < MIN_FOUND) return;
  const topic = topicOf(found.slice(0, EXAMPLES), view);
  const weights = view.parts.map(() => new TermWeightTable());
  for (const [term, weight] of topic)
    for (const [part, known] of weights.entries()) {
      const number = view.numberIn(part, term);
      if (number !== -1) known.set(number, weight);
    }
  const boost = (BOOST * first.score) / 255;
  for (const each of found) {
    const segment = view.parts[each.segment]?.segment;
    const known = weights[each.segment];
    if (segment === undefined || known === undefined) continue;
    let shared = 0;
    forEachSalientTerm(segment.allSalientTerms(), each.document, (number, impact) => {
      shared += known.get(number) * impact;
    });
    each.score += boost * shared;
  }
  found.sort((a, b) => b.score - a.score || a.segment - b.segment || a.document - b.document);
}

/** Terms with their weights; the shares of all terms add up to one and are multiplied by rarity. */
function topicOf(examples: readonly ScoredDocument[], view: IndexView): [string, number][] {
  const terms = new Map<string, { weight: number; rarity: number }>();
  const best = examples[0]?.score ?? 1;
  for (const { score, segment: index, document } of examples) {
    const segment = view.parts[index]?.segment;
    if (segment === undefined) continue;
    forEachSalientTerm(segment.allSalientTerms(), document, (number, impact) => {
      const term = segment.terms.textAt(number);
      const known = terms.get(term) ?? { weight: 0, rarity: rarityOf(term, view) };
      known.weight += (score / best) * impact * known.rarity;
      terms.set(term, known);
    });
  }
  const kept = [...terms].sort((a, b) => b[1].weight - a[1].weight).slice(0, MAX_TERMS);
  const sum = kept.reduce((all, [, { weight }]) => all + weight, 0);
  return kept.map(([term, { weight, rarity }]) => [term, (weight / sum) * rarity]);
}

/** A term of a single article says nothing about others. */
function rarityOf(term: string, view: IndexView): number {
  const articles = view.articlesWith(term);
  return articles < 2 ? 0 : view.rarity(articles);
}

/** A small hash table of weights by number, for thousands of lookups that mostly miss. */
class TermWeightTable {
  readonly #numbers = new Int32Array(SLOTS).fill(-1);
  readonly #weights = new Float64Array(SLOTS);

  set(number: number, weight: number): void {
    let slot = number & (SLOTS - 1);
    while (this.#numbers[slot] !== -1 && this.#numbers[slot] !== number) slot = (slot + 1) & (SLOTS - 1);
    this.#numbers[slot] = number;
    this.#weights[slot] = weight;
  }

  get(number: number): number {
    let slot = number & (SLOTS - 1);
    while (this.#numbers[slot] !== -1) {
      if (this.#numbers[slot] === number) return this.#weights[slot] ?? 0;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return 0;
  }
}

/** Many times the number of terms. */
const SLOTS = 512;
const MIN_FOUND = 5;
const EXAMPLES = 2;
const MAX_TERMS = 40;
const BOOST = 0.6;
