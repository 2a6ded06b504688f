import type { RecentStory } from '../../model/story.ts';
import { MIN_TOPIC_WEIGHT } from '../../model/topic-vector.ts';

/** The slots of the stories with a topic, entity, source, country and so on, by key. */
export class StoryPostings {
  readonly #slots = new Map<string, Set<number>>();

  of(key: PostingKey): ReadonlySet<number> {
    return this.#slots.get(key) ?? NONE;
  }

  /** The number of stories for each value of a kind: `counts('country')` counts by country. */
  counts(kind: string): Map<string, number> {
    const found = new Map<string, number>();
    for (const [key, slots] of this.#slots)
      if (key.startsWith(`${kind}:`)) found.set(key.slice(kind.length + 1), slots.size);
    return found;
  }

  add(slot: number, recent: RecentStory): void {
    for (const key of keysOf(recent)) {
      const slots = this.#slots.get(key);
      if (slots) slots.add(slot);
      else this.#slots.set(key, new Set([slot]));
    }
  }

  remove(slot: number, recent: RecentStory): void {
    for (const key of keysOf(recent)) {
      const slots = this.#slots.get(key);
      slots?.delete(slot);
      if (slots?.size === 0) this.#slots.delete(key);
    }
  }
}

export function* keysOf({ story, topics, voices }: RecentStory): Generator<PostingKey> {
  // A topic that is a minor part of a story does not put it into the feed of that topic.
  for (const { dimension, weight } of topics) if (weight >= MIN_TOPIC_WEIGHT) yield `dimension:${dimension}`;
  for (const key of story.entities) yield `entity:${key}`;
  for (const id of story.topics) yield `topic:${id}`;
  if (story.category !== null) yield `category:${story.category}`;
  yield `language:${story.language}`;
  const countries = new Set<string>();
  for (const { sourceId, country } of voices) {
    yield `source:${sourceId}`;
    if (country !== null) countries.add(country);
  }
  for (const country of countries) yield `country:${country}`;
}

const NONE: ReadonlySet<number> = new Set();

export type PostingKey =
  `${'dimension' | 'entity' | 'topic' | 'category' | 'language' | 'source' | 'country'}:${string}`;
