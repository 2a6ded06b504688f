import type { StoryWindow } from '../../feeds/candidates/window.ts';
import { type FeedPage, lifetimeOf } from '../../feeds/pages/pages.ts';
import type { Clock } from '../../lib/clock.ts';
import type { RecentStory } from '../../model/story.ts';
import { ReadyBytes } from '../http/ready.ts';

/**
 * FEED-6: first pages as bytes. Whoever asks again while their ranking is good and every story on the page is the one that
 * was written gets the same bytes, compressed once; when any of it is another, the page is made from the ranking again.
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
    const bytes = new ReadyBytes(Buffer.from(body));
    const before = this.#pages.get(key);
    if (before) this.#bytes -= before.size;
    // Compressed it takes a fifth more.
    const size = Math.ceil(bytes.body.length * 1.2);
    this.#pages.delete(key);
    this.#pages.set(key, {
      bytes,
      size,
      until: page.at + lifetimeOf(page.feed),
      stories: page.items.map(({ recent }) => recent),
    });
    this.#bytes += size;
    this.#makeRoom();
    return bytes;
  }

  /** Stories are never changed in place: the same object is the same story, told the same way. */
  #isGood({ until, stories }: ReadyPage): boolean {
    if (this.#clock.now() >= until) return false;
    for (const recent of stories) {
      const place = this.#window.placeOf(recent.story.id);
      if (place === undefined || this.#window.at(place) !== recent) return false;
    }
    return true;
  }

  #makeRoom(): void {
    for (const [key, { size }] of this.#pages) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#pages.delete(key);
      this.#bytes -= size;
    }
  }
}

const MOST_BYTES = 64 * 1024 * 1024;

interface ReadyPage {
  readonly bytes: ReadyBytes;
  readonly size: number;
  readonly until: number;
  readonly stories: readonly RecentStory[];
}
