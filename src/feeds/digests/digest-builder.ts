import type { RecentStory } from '../../model/story.ts';
import { BaseScores } from '../ranking/base-scores.ts';
import { rankForReader } from '../ranking/rank.ts';
import { ReaderWeights } from '../ranking/reader-weights.ts';
import { parseSettings, type RankingSettings } from '../ranking/settings.ts';
import type { Taste } from '../ranking/taste.ts';
import { StoryWindow } from '../window/story-window.ts';
import type { Period } from './stored-digests.ts';

/** FEED-11: the stories of a day or a week in memory, from which digests are picked by the ranking of For you. */
export class DigestBuilder {
  readonly #window = new StoryWindow();
  readonly #base = new BaseScores(this.#window, () => 0);
  readonly #reader = new ReaderWeights(this.#window);
  readonly #settings: RankingSettings;
  readonly #now: number;

  constructor(period: Period, now: number) {
    this.#now = now;
    // A weekly digest must not consist of the last hours' news.
    this.#settings = parseSettings({ halfLifeMs: period === 'weekly' ? 3 * DAY : DAY / 2 });
  }

  add(stories: Iterable<RecentStory>): void {
    for (const recent of stories) this.#window.put(recent);
  }

  /** The best for the reader that they have not read yet. */
  pick(taste: Taste, limit: number): string[] {
    const deps = {
      window: this.#window,
      base: this.#base,
      settings: this.#settings,
      reader: this.#reader,
      now: this.#now,
    };
    return rankForReader(deps, taste, limit * 3)
      .filter(({ isRead }) => !isRead)
      .flatMap(({ slot }) => this.#window.idAt(slot) ?? [])
      .slice(0, limit);
  }
}

export function periodMs(period: Period): number {
  return period === 'weekly' ? 7 * DAY : DAY;
}

const DAY = 86_400_000;
