import type { RecentStory, Story, Voice } from '../../model/story.ts';

/**
 * A story as one text. Fifty thousand of them as objects are three million small things, and every time memory is
 * cleared up all of them are visited, for a third of a second in which nobody gets a page; as texts they are fifty thousand.
 * Whoever wants to see one has it opened. It is the same object for as long as anybody holds it.
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

/** What JSON makes of a value: dates are texts. */
type Json<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Json<T[K]> } : T;
