import type { ItemDirectory } from './build-snapshot.ts';
import { dimensionKey } from './lists.ts';

/**
 * Assigns the numbers under which articles and stories are counted, and stores the facts about each. Numbers
 * are never reused: a sub-window may still contain one. Articles that no sub-window contains are evicted.
 */
export class ArticleRegistry implements ItemDirectory {
  readonly #numbers = new Map<string, number>();
  readonly #articles = new Map<number, KnownArticle>();
  readonly #storyNumbers = new Map<string, number>();
  readonly #stories = new Map<number, KnownStory>();
  #next: number;
  #nextStory = 0;

  constructor(stored: StoredArticles = { next: 0, articles: [] }) {
    this.#next = stored.next;
    for (const [number, id, shard] of stored.articles) {
      this.#numbers.set(id, number);
      this.#articles.set(number, { id, shard, story: undefined, dimensions: GLOBAL_ONLY, isComplete: false });
    }
  }

  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** The category at first sight: an article's counts stay in that list when its category changes. */
  shardOf(article: number): string {
    return this.#articles.get(article)?.shard ?? '';
  }

  /** Adds an article or updates its facts. */
  update({ id, category, topics, story }: ArticleFacts): void {
    const known = this.#numbers.get(id);
    const number = known ?? this.#next++;
    this.#numbers.set(id, number);
    this.#articles.set(number, {
      id,
      shard: known === undefined ? (category ?? '') : this.shardOf(number),
      story: story && this.#updateStory(story),
      dimensions: dimensionsIn(category, topics),
      isComplete: category !== null && story !== null,
    });
  }

  /** Articles with complete facts rarely change; the others change within seconds. */
  ids({ onlyIncomplete }: { onlyIncomplete: boolean }): string[] {
    return Array.from(this.#articles.values()).flatMap(({ id, isComplete }) =>
      onlyIncomplete && isComplete ? [] : [id],
    );
  }

  get size(): number {
    return this.#articles.size;
  }

  keepOnly(articles: ReadonlySet<number>): void {
    for (const [number, { id }] of this.#articles) {
      if (articles.has(number)) continue;
      this.#articles.delete(number);
      this.#numbers.delete(id);
    }
    const stories = new Set(Array.from(this.#articles.values(), ({ story }) => story));
    for (const [number, { id }] of this.#stories) {
      if (stories.has(number)) continue;
      this.#stories.delete(number);
      this.#storyNumbers.delete(id);
    }
  }

  /** All that a restore needs; facts are loaded again. */
  toStored(): StoredArticles {
    return {
      next: this.#next,
      articles: Array.from(this.#articles, ([number, { id, shard }]) => [number, id, shard] as const),
    };
  }

  idOf(article: number): string | undefined {
    return this.#articles.get(article)?.id;
  }

  storyOf(article: number): number | undefined {
    return this.#articles.get(article)?.story ?? undefined;
  }

  dimensionsOf(article: number): readonly string[] {
    return this.#articles.get(article)?.dimensions ?? GLOBAL_ONLY;
  }

  idOfStory(story: number): string | undefined {
    return this.#stories.get(story)?.id;
  }

  dimensionsOfStory(story: number): readonly string[] {
    return this.#stories.get(story)?.dimensions ?? GLOBAL_ONLY;
  }

  #updateStory({ id, category, topics }: StoryFacts): number {
    const number = this.#storyNumbers.get(id) ?? this.#nextStory++;
    this.#storyNumbers.set(id, number);
    this.#stories.set(number, { id, dimensions: dimensionsIn(category, topics) });
    return number;
  }
}

function dimensionsIn(category: string | null, topics: readonly string[]): readonly string[] {
  return [
    ...GLOBAL_ONLY,
    ...(category === null ? [] : [dimensionKey({ kind: 'category', value: category })]),
    ...topics.map(value => dimensionKey({ kind: 'topic', value })),
  ];
}

const GLOBAL_ONLY: readonly string[] = [dimensionKey(undefined)];

export interface StoryFacts {
  readonly id: string;
  readonly category: string | null;
  readonly topics: readonly string[];
}

/** `category` and `story` are null while unknown. */
export interface ArticleFacts extends StoryFacts {
  readonly story: StoryFacts | null;
}

export interface StoredArticles {
  readonly next: number;
  readonly articles: readonly (readonly [number: number, id: string, shard: string])[];
}

interface KnownArticle {
  readonly id: string;
  readonly shard: string;
  readonly story: number | null | undefined;
  readonly dimensions: readonly string[];
  readonly isComplete: boolean;
}

interface KnownStory {
  readonly id: string;
  readonly dimensions: readonly string[];
}
