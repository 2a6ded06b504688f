import { eachSpeaking } from '../segment/salient-terms.ts';
import type { View } from './index-view.ts';
import type { Found } from './top-hits.ts';

/**
 * The best articles for a query of many words tell what it is about: their speaking terms lift others that share
 * them. Only articles that were found are moved, so it costs a look at a few hundred notes and no postings.
 */
export function liftRelated(found: Found[], view: View): void {
  const [first] = found;
  if (first === undefined || found.length < FEWEST) return;
  const topic = topicOf(found.slice(0, TEACHERS), view);
  const weights = view.parts.map(() => new TermWeights());
  for (const [term, weight] of topic)
    for (const [part, known] of weights.entries()) {
      const number = view.numberIn(part, term);
      if (number !== -1) known.set(number, weight);
    }
  const lift = (LIFT * first.score) / 255;
  for (const each of found) {
    const segment = view.parts[each.segment]?.segment;
    const known = weights[each.segment];
    if (segment === undefined || known === undefined) continue;
    let shared = 0;
    eachSpeaking(segment.allSpeaking(), each.document, (number, impact) => {
      shared += known.get(number) * impact;
    });
    each.score += lift * shared;
  }
  found.sort((a, b) => b.score - a.score || a.segment - b.segment || a.document - b.document);
}

/** Terms with what each is worth for an article that holds it; the shares of all add up to one, times rarity. */
function topicOf(teachers: readonly Found[], view: View): [string, number][] {
  const says = new Map<string, { weight: number; rarity: number }>();
  const best = teachers[0]?.score ?? 1;
  for (const { score, segment: index, document } of teachers) {
    const segment = view.parts[index]?.segment;
    if (segment === undefined) continue;
    eachSpeaking(segment.allSpeaking(), document, (number, impact) => {
      const term = segment.terms.textAt(number);
      const known = says.get(term) ?? { weight: 0, rarity: rarityOf(term, view) };
      known.weight += (score / best) * impact * known.rarity;
      says.set(term, known);
    });
  }
  const kept = [...says].sort((a, b) => b[1].weight - a[1].weight).slice(0, TERMS);
  const sum = kept.reduce((all, [, { weight }]) => all + weight, 0);
  return kept.map(([term, { weight, rarity }]) => [term, (weight / sum) * rarity]);
}

/** A term of one article says nothing about others. */
function rarityOf(term: string, view: View): number {
  const articles = view.articlesWith(term);
  return articles < 2 ? 0 : view.rarity(articles);
}

/** A few dozen numbers with a weight each, asked for thousands of times: mostly for numbers that are not there. */
class TermWeights {
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

/** Many times the terms of a topic. */
const SLOTS = 512;
const FEWEST = 5;
const TEACHERS = 2;
const TERMS = 40;
const LIFT = 0.6;
