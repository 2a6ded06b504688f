import type { Articles } from './articles.ts';
import { compareWithRest, type Weighed, weighStory } from './evidence.ts';
import { Likely } from './likely.ts';
import type { Likeness } from './packed.ts';
import type { Postings } from './postings.ts';
import { Probe } from './probe.ts';
import type { Story } from './story.ts';
import { tellingShares, tellingWords } from './telling.ts';

/**
 * The stories that an article could belong to, with what speaks for each. The article's heaviest words lead to
 * recent articles that have them; the best of those are compared word by word, and their stories as wholes.
 */
export class Candidates {
  readonly #articles: Articles;
  readonly #postings: Postings;
  readonly #likeness: Likeness = { whole: 0, title: 0, shared: 0 };
  readonly #likely = new Likely();
  readonly #probe = new Probe();

  constructor(articles: Articles, postings: Postings) {
    this.#articles = articles;
    this.#postings = postings;
  }

  /** Without one story, as if it did not exist; or for an article that is here, as if it came only now. */
  find(article: Sought, open: ReadonlyMap<number, Story>, without?: Story, self = -1): Candidate[] {
    const found = this.nearest(article, open, without, self);
    const own = self < 0 ? -1 : this.#articles.story(self);
    const telling = tellingWords(article.words);
    for (const candidate of found) {
      const { story, nearest } = candidate;
      const isOwn = story.number === own;
      const shares = tellingShares(article.words, telling, this.#articles.words(nearest), story, isOwn);
      weighStory(candidate, article, this.#probe, shares, isOwn);
    }
    compareWithRest(found);
    return found;
  }

  /** The same ones before what speaks for them is weighed. */
  nearest(article: Sought, open: ReadonlyMap<number, Story>, without?: Story, self = -1): Candidate[] {
    const stories = new Map<number, Candidate>();
    this.#probe.set(article.words);
    let compared = 0;
    for (const number of this.#likely.find(article.words, this.#postings, this.#articles.oldest)) {
      const story = this.#articles.story(number);
      const candidate = stories.get(story) ?? newCandidate(open.get(story));
      if (candidate === undefined || candidate.story === without || number === self) continue;
      if (candidate.story.language !== article.language) continue;
      stories.set(story, candidate);
      // A large story must not take the places of all others.
      if (candidate.members.length === MOST_OF_STORY) continue;
      this.#compare(candidate, number, article);
      if (++compared === MOST_COMPARED) break;
    }
    return nearest([...stories.values()]);
  }

  #compare(candidate: Candidate, number: number, { meaning }: Sought): void {
    const likeness = this.#likeness;
    const words = this.#articles.compare(number, this.#probe, likeness);
    candidate.members.push(likeness.whole);
    candidate.title = Math.max(candidate.title, likeness.title);
    candidate.meaning = Math.max(candidate.meaning, this.#articles.meaningCosine(number, meaning));
    if (likeness.whole < candidate.best) return;
    candidate.best = likeness.whole;
    candidate.shared = likeness.shared;
    candidate.words = words;
    candidate.nearest = number;
  }
}

function newCandidate(story: Story | undefined): Candidate | undefined {
  if (story === undefined) return undefined;
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
const MOST_COMPARED = 64;
const MOST_OF_STORY = 5;
const MOST_WEIGHED = 16;

export interface Sought {
  readonly language: string;
  readonly time: number;
  readonly words: Uint32Array;
  readonly meaning: Int8Array;
}

export type Candidate = Weighed;
