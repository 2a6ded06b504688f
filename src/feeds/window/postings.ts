import type { RecentStory } from '../../model/story.ts';
import { MIN_TOPIC_WEIGHT } from '../../model/topic-weight.ts';

/** Which stories are about what, from whom and from where: slots in the window, by key. */
export class StoryPostings {
  readonly #slots = new Map<string, Set<number>>();

  of(key: PostingKey): ReadonlySet<number> {
    return this.#slots.get(key) ?? NONE;
  }

  /** What there is of a kind, with how many stories: `counts('country')` are the countries. */
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
  // A topic that is a faint part of a story is not what somebody asks for who asks for the topic.
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
