import type { RecentStory, Story, Voice } from '../../model/story.ts';

/**
 * A story as one string. Fifty thousand of them as objects are three million small objects, and every
 * garbage collection visits all of them, which stopped the process for a third of a second; as strings they
 * are fifty thousand. A story is unpacked for display, and stays the same object while anything references
 * it.
 */
export class PackedStory {
  readonly id: string;
  readonly #text: string;
  #unpacked: WeakRef<RecentStory> | undefined;

  constructor(recent: RecentStory) {
    this.id = recent.story.id;
    this.#text = JSON.stringify(recent);
  }

  unpack(): RecentStory {
    const known = this.#unpacked?.deref();
    if (known) return known;
    const { story, topics, names, voices } = JSON.parse(this.#text) as Json<RecentStory>;
    const recent: RecentStory = {
      story: {
        ...story,
        firstSeenAt: new Date(story.firstSeenAt),
        updatedAt: new Date(story.updatedAt),
        pinnedAt: dateOf(story.pinnedAt),
        breakingSince: dateOf(story.breakingSince),
        breakingUntil: dateOf(story.breakingUntil),
      } satisfies Story,
      topics,
      names,
      voices: voices.map(voice => ({ ...voice, publishedAt: new Date(voice.publishedAt) }) satisfies Voice),
    };
    this.#unpacked = new WeakRef(recent);
    return recent;
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** The JSON form of a value: dates are strings. */
type Json<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Json<T[K]> } : T;
