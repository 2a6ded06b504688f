import type { RecentStory } from '../../model/story.ts';
import { Standing } from '../candidates/standing.ts';
import { StoryWindow } from '../candidates/window.ts';
import { Liking } from '../ranking/liking.ts';
import { rankForReader } from '../ranking/rank.ts';
import { type RankingSettings, settingsFrom } from '../ranking/settings.ts';
import type { Taste } from '../ranking/taste.ts';
import type { Period } from './stored.ts';

/** FEED-11: stories of a day or a week, in memory, from which digests are picked by the ranking of For you. */
export class DigestDesk {
  readonly #window = new StoryWindow();
  readonly #standing = new Standing(this.#window, () => 0);
  readonly #liking = new Liking(this.#window);
  readonly #settings: RankingSettings;
  readonly #now: number;

  constructor(period: Period, now: number) {
    this.#now = now;
    // What somebody reads once a week is not the news of the last hours.
    this.#settings = settingsFrom({ halfLifeMs: period === 'weekly' ? 3 * DAY : DAY / 2 });
  }

  take(stories: Iterable<RecentStory>): void {
    for (const recent of stories) this.#window.put(recent);
  }

  /** The best for the reader that they have not read yet. */
  pick(taste: Taste, most: number): string[] {
    const tools = {
      window: this.#window,
      standing: this.#standing,
      settings: this.#settings,
      liking: this.#liking,
      now: this.#now,
    };
    return rankForReader(tools, taste, most * 3)
      .filter(({ isRead }) => !isRead)
      .flatMap(({ place }) => this.#window.idAt(place) ?? [])
      .slice(0, most);
  }
}

export function spanOf(period: Period): number {
  return period === 'weekly' ? 7 * DAY : DAY;
}

const DAY = 86_400_000;
