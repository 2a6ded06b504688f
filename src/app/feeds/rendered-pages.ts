import { type FeedPage, rankingTtlMs } from '../../feeds/pages/feed-pages.ts';
import type { StoryWindow } from '../../feeds/window/story-window.ts';
import type { Clock } from '../../lib/clock.ts';
import type { RecentStory } from '../../model/story.ts';
import { EncodedBody } from '../encoded-body.ts';

/**
 * FEED-6: first pages as bytes. They are served while their ranking is current and every story on them is unchanged,
 * and are compressed once. A changed story outdates a shared page at once and a personal page some seconds after it was
 * rendered. The least recently used pages are evicted.
 */
export class RenderedPages {
  readonly #window: StoryWindow;
  readonly #clock: Clock;
  readonly #pages = new Map<string, RenderedPage>();
  #bytes = 0;

  constructor(window: StoryWindow, clock: Clock) {
    this.#window = window;
    this.#clock = clock;
  }

  find(key: string): EncodedBody | null {
    const known = this.#pages.get(key);
    if (!known) return null;
    this.#pages.delete(key);
    if (!this.#isFresh(known)) {
      this.#bytes -= known.size;
      return null;
    }
    this.#pages.set(key, known);
    return known.bytes;
  }

  put(key: string, page: FeedPage, body: string): EncodedBody {
    const bytes = new EncodedBody(Buffer.from(body), { isPersonal: page.feed.name === 'for-you' });
    const before = this.#pages.get(key);
    if (before) this.#bytes -= before.size;
    const { size } = bytes;
    this.#pages.delete(key);
    this.#pages.set(key, {
      bytes,
      size,
      changesFrom: page.feed.name === 'for-you' ? this.#clock.now() + PERSONAL_HOLD_MS : 0,
      until: page.at + rankingTtlMs(page.feed),
      stories: page.items.map(({ recent }) => this.#reference(recent)),
    });
    this.#bytes += size;
    this.#evict();
    return bytes;
  }

  clear(): void {
    this.#pages.clear();
    this.#bytes = 0;
  }

  /** A reference instead of the story itself: thousands of pages would keep all of theirs in memory. */
  #reference(recent: RecentStory): RenderedStory {
    const { id } = recent.story;
    const slot = this.#window.slotOf(id);
    const isCurrent = slot !== undefined && this.#window.at(slot) === recent;
    return { id, version: isCurrent ? this.#window.versionAt(slot) : undefined };
  }

  #isFresh({ until, changesFrom, stories }: RenderedPage): boolean {
    const now = this.#clock.now();
    if (now >= until) return false;
    for (const { id, version } of stories) {
      const slot = this.#window.slotOf(id);
      if (slot === undefined || (now >= changesFrom && this.#window.versionAt(slot) !== version))
        return false;
    }
    return true;
  }

  /**
   * A page shrinks when it was compressed for its reader and grows when it was sent in two encodings, so all sizes are
   * measured again before any page is evicted.
   */
  #evict(): void {
    if (this.#bytes <= MAX_BYTES) return;
    this.#bytes = 0;
    for (const page of this.#pages.values()) {
      page.size = page.bytes.size;
      this.#bytes += page.size;
    }
    for (const [key, { size }] of this.#pages) {
      if (this.#bytes <= MAX_BYTES * EVICT_TO) return;
      this.#pages.delete(key);
      this.#bytes -= size;
    }
  }
}

/**
 * FEED-6: a story that changes is on the pages of half the active readers, who turn pages within seconds: rendered at
 * that moment, they would all wait for each other.
 */
const PERSONAL_HOLD_MS = 20_000;
/** Enough for some thousands of concurrent readers. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Evicts more than needed, so that not every new page evicts. */
const EVICT_TO = 0.9;

interface RenderedPage {
  readonly bytes: EncodedBody;
  size: number;
  /** From then on a changed story outdates the page; a removed one does at once. */
  readonly changesFrom: number;
  readonly until: number;
  readonly stories: readonly RenderedStory[];
}

interface RenderedStory {
  readonly id: string;
  /** Undefined when the story had changed by the time the page was rendered. */
  readonly version: object | undefined;
}
