import type { RecentStory } from '../../model/story.ts';

/** Which stories are about what, from whom and from where: places in the window, by key. */
export class Postings {
  readonly #places = new Map<string, Set<number>>();

  of(key: PostingKey): ReadonlySet<number> {
    return this.#places.get(key) ?? NONE;
  }

  /** What there is of a kind, with how many stories: `counts('country')` are the countries. */
  counts(kind: string): Map<string, number> {
    const found = new Map<string, number>();
    for (const [key, places] of this.#places)
      if (key.startsWith(`${kind}:`)) found.set(key.slice(kind.length + 1), places.size);
    return found;
  }

  add(place: number, recent: RecentStory): void {
    for (const key of keysOf(recent)) {
      const places = this.#places.get(key);
      if (places) places.add(place);
      else this.#places.set(key, new Set([place]));
    }
  }

  remove(place: number, recent: RecentStory): void {
    for (const key of keysOf(recent)) {
      const places = this.#places.get(key);
      places?.delete(place);
      if (places?.size === 0) this.#places.delete(key);
    }
  }
}

export function* keysOf({ story, topics, voices }: RecentStory): Generator<PostingKey> {
  // A topic that is a faint part of a story is not what somebody asks for who asks for the topic.
  for (const { place, weight } of topics) if (weight >= GOOD_PART) yield `place:${place}`;
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

const GOOD_PART = 0.3;
const NONE: ReadonlySet<number> = new Set();

export type PostingKey =
  `${'place' | 'entity' | 'topic' | 'category' | 'language' | 'source' | 'country'}:${string}`;
