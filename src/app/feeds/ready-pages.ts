import type { StoryWindow } from '../../feeds/candidates/window.ts';
import { type FeedPage, lifetimeOf } from '../../feeds/pages/pages.ts';
import type { Clock } from '../../lib/clock.ts';
import type { RecentStory } from '../../model/story.ts';
import { ReadyBytes } from '../ready.ts';

/**
 * FEED-6: first pages as bytes. Whoever asks again while their ranking is good and every story on the page is the one that
 * was written gets the same bytes, compressed once; when any of it is another, the page is made from the ranking again: one of
 * everybody at once, one of a single reader some seconds after it was written.
 * Of all pages the ones that nobody asked for longest go when there is no more room.
 */
export class ReadyPages {
  readonly #window: StoryWindow;
  readonly #clock: Clock;
  readonly #pages = new Map<string, ReadyPage>();
  #bytes = 0;

  constructor(window: StoryWindow, clock: Clock) {
    this.#window = window;
    this.#clock = clock;
  }

  find(key: string): ReadyBytes | null {
    const known = this.#pages.get(key);
    if (!known) return null;
    this.#pages.delete(key);
    if (!this.#isGood(known)) {
      this.#bytes -= known.size;
      return null;
    }
    this.#pages.set(key, known);
    return known.bytes;
  }

  keep(key: string, page: FeedPage, body: string): ReadyBytes {
    const bytes = new ReadyBytes(Buffer.from(body), { isPersonal: page.feed.name === 'for-you' });
    const before = this.#pages.get(key);
    if (before) this.#bytes -= before.size;
    const { size } = bytes;
    this.#pages.delete(key);
    this.#pages.set(key, {
      bytes,
      size,
      changesFrom: page.feed.name === 'for-you' ? this.#clock.now() + CHANGES_AFTER_MS : 0,
      until: page.at + lifetimeOf(page.feed),
      stories: page.items.map(({ recent }) => this.#seen(recent)),
    });
    this.#bytes += size;
    this.#makeRoom();
    return bytes;
  }

  /** Not the story itself: thousands of pages would keep all of theirs in memory. */
  #seen(recent: RecentStory): SeenStory {
    const { id } = recent.story;
    const place = this.#window.placeOf(id);
    const isCurrent = place !== undefined && this.#window.at(place) === recent;
    return { id, telling: isCurrent ? this.#window.tellingAt(place) : undefined };
  }

  #isGood({ until, changesFrom, stories }: ReadyPage): boolean {
    const now = this.#clock.now();
    if (now >= until) return false;
    for (const { id, telling } of stories) {
      const place = this.#window.placeOf(id);
      if (place === undefined || (now >= changesFrom && this.#window.tellingAt(place) !== telling))
        return false;
    }
    return true;
  }

  /** A page takes less once it was sent and more once it was sent in two ways: all are looked up before any is let go of. */
  #makeRoom(): void {
    if (this.#bytes <= MOST_BYTES) return;
    this.#bytes = 0;
    for (const page of this.#pages.values()) {
      page.size = page.bytes.size;
      this.#bytes += page.size;
    }
    for (const [key, { size }] of this.#pages) {
      if (this.#bytes <= MOST_BYTES * LEFT_FULL) return;
      this.#pages.delete(key);
      this.#bytes -= size;
    }
  }
}

/**
 * FEED-6: a story that changes stands on the pages of half the readers who are here, and they turn their pages within
 * seconds: written anew at that moment, they would all wait for one another.
 */
const CHANGES_AFTER_MS = 20_000;
/** Some thousands of readers who are here at a time. */
const MOST_BYTES = 128 * 1024 * 1024;
/** So that not every page that comes has to look for room. */
const LEFT_FULL = 0.9;

interface ReadyPage {
  readonly bytes: ReadyBytes;
  size: number;
  /** From when on a story that is told otherwise is a reason to write the page anew; at once when it is gone. */
  readonly changesFrom: number;
  readonly until: number;
  readonly stories: readonly SeenStory[];
}

interface SeenStory {
  readonly id: string;
  /** Undefined when it was told otherwise by the time the page was written. */
  readonly telling: object | undefined;
}
