import type { Articles } from './articles.ts';
import { compareWithRest, type Weighed, weighStory } from './evidence.ts';
import { compare, heaviest, type Likeness, termOfPacked, weightOfPacked } from './packed.ts';
import type { Postings } from './postings.ts';
import type { Story } from './story.ts';
import { tellingShares, tellingWords } from './telling.ts';
import { meaningCosine } from './vectors.ts';

/**
 * The stories that an article could belong to, with what speaks for each. The article's heaviest words lead to
 * recent articles that have them; the best of those are compared word by word, and their stories as wholes.
 */
export class Candidates {
  readonly #articles: Articles;
  readonly #postings: Postings;
  readonly #likeness: Likeness = { whole: 0, title: 0, shared: 0 };
  readonly #found = new Int32Array(MOST_PER_TERM);
  readonly #touched = new Int32Array(MOST_PER_TERM * SEARCHED_TERMS);
  /** The weight that each article shares, at its number modulo the length; all nothing between searches. */
  #shares = new Float32Array(1024);

  constructor(articles: Articles, postings: Postings) {
    this.#articles = articles;
    this.#postings = postings;
  }

  /** Without one story, as if it did not exist; or for an article that is here, as if it came only now. */
  find(article: Sought, open: ReadonlyMap<number, Story>, without?: Story, self = -1): Candidate[] {
    const stories = new Map<Story, Candidate>();
    let compared = 0;
    for (const number of this.#likely(article.words)) {
      const story = this.#articles.has(number) ? open.get(this.#articles.story(number)) : undefined;
      if (story === undefined || story === without || number === self || story.language !== article.language)
        continue;
      const known = stories.get(story);
      const candidate = known ?? newCandidate(story);
      if (known === undefined) stories.set(story, candidate);
      // A large story must not take the places of all others.
      if (candidate.members.length === MOST_OF_STORY) continue;
      this.#compare(candidate, number, article);
      if (++compared === MOST_COMPARED) break;
    }
    const found = nearest([...stories.values()]);
    const own = self < 0 ? -1 : this.#articles.story(self);
    const telling = tellingWords(article.words);
    for (const candidate of found) {
      const { story, nearest } = candidate;
      const isOwn = story.number === own;
      const shares = tellingShares(article.words, telling, this.#articles.words(nearest), story, isOwn);
      weighStory(candidate, article, shares, isOwn);
    }
    compareWithRest(found);
    return found;
  }

  /** The articles that share most of the weight, found by walking the lists of the heaviest words only. */
  #likely(words: Uint32Array): number[] {
    const { oldest, next } = this.#articles;
    const size = 2 ** Math.ceil(Math.log2(next - oldest + 1));
    if (this.#shares.length < size) this.#shares = new Float32Array(size);
    const shares = this.#shares;
    const mask = shares.length - 1;
    let touched = 0;
    for (const word of heaviest(words, SEARCHED_TERMS)) {
      const weight = weightOfPacked(word) ** 2;
      const count = this.#postings.recent(termOfPacked(word), this.#found);
      for (let at = 0; at < count; at++) {
        const number = this.#found[at] ?? -1;
        if (number < oldest) break;
        if (shares[number & mask] === 0) this.#touched[touched++] = number;
        shares[number & mask] = (shares[number & mask] ?? 0) + weight;
      }
    }
    const likely = mostShared(this.#touched.subarray(0, touched), shares, mask);
    likely.sort((a, b) => (shares[b & mask] ?? 0) - (shares[a & mask] ?? 0) || b - a);
    for (let at = 0; at < touched; at++) shares[(this.#touched[at] ?? 0) & mask] = 0;
    return likely;
  }

  #compare(candidate: Candidate, number: number, article: Sought): void {
    const other = this.#articles.words(number);
    compare(article.words, other, this.#likeness);
    candidate.members.push(this.#likeness.whole);
    candidate.title = Math.max(candidate.title, this.#likeness.title);
    const meaning = meaningCosine(article.meaning, this.#articles.meaning(number));
    candidate.meaning = Math.max(candidate.meaning, meaning);
    if (this.#likeness.whole < candidate.best) return;
    candidate.best = this.#likeness.whole;
    candidate.shared = this.#likeness.shared;
    candidate.words = other.length;
    candidate.nearest = number;
  }
}

/** The best by counting how many have how much, which costs less than sorting them all. */
function mostShared(numbers: Int32Array, shares: Float32Array, mask: number): number[] {
  if (numbers.length <= MOST_LIKELY) return [...numbers];
  const having = new Uint16Array(STEPS);
  for (const number of numbers) {
    const step = stepOf(shares[number & mask] ?? 0);
    having[step] = (having[step] ?? 0) + 1;
  }
  let least = STEPS - 1;
  for (let above = 0; least > 0; least--) {
    above += having[least] ?? 0;
    if (above >= MOST_LIKELY) break;
  }
  const best: number[] = [];
  for (const number of numbers) if (stepOf(shares[number & mask] ?? 0) > least) best.push(number);
  // Of those that are just good enough, the ones that were met first: of the heaviest word, the newest.
  for (const number of numbers) {
    if (best.length >= MOST_LIKELY) break;
    if (stepOf(shares[number & mask] ?? 0) === least) best.push(number);
  }
  return best;
}

function stepOf(share: number): number {
  return Math.min(STEPS - 1, Math.floor(share * STEPS));
}

function newCandidate(story: Story): Candidate {
  return {
    story,
    members: [],
    best: 0,
    title: 0,
    meaning: 0,
    words: 0,
    shared: 0,
    nearest: -1,
    evidence: NO_EVIDENCE,
    whole: 0,
  };
}

/** Only these are compared as wholes, which costs more than comparing articles. */
function nearest(candidates: Candidate[]): Candidate[] {
  if (candidates.length <= MOST_WEIGHED) return candidates;
  return candidates.sort((a, b) => b.best - a.best || a.story.number - b.story.number).slice(0, MOST_WEIGHED);
}

const NO_EVIDENCE = new Float64Array(0);
const MOST_PER_TERM = 160;
const SEARCHED_TERMS = 16;
const MOST_LIKELY = 256;
const MOST_COMPARED = 64;
const MOST_OF_STORY = 5;
const MOST_WEIGHED = 16;
const STEPS = 512;

export interface Sought {
  readonly language: string;
  readonly time: number;
  readonly words: Uint32Array;
  readonly meaning: Int8Array;
}

export type Candidate = Weighed;
