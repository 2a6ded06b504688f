import type { Random } from '../../lib/random.ts';
import { STANDARD } from '../ranking/settings.ts';
import type { ClickLog, LoggedVisit } from './click-log.ts';
import { DecayingCount } from './decaying-count.ts';

/** Scores a visit before it knows the clicks, and learns from them afterwards. */
export interface RankingMethod {
  readonly name: string;
  score(visit: LoggedVisit): number[];
  learn(visit: LoggedVisit): void;
}

export function byChance(random: Random): RankingMethod {
  return { name: 'random', score: ({ shown }) => shown.map(() => random.fraction()), learn: () => undefined };
}

export function byPopularity(): RankingMethod {
  const clicks = new DecayingCount(Number.POSITIVE_INFINITY);
  return {
    name: 'popularity: clicks so far',
    score: ({ shown, at }) => shown.map(({ id }) => clicks.of(id, at)),
    learn: ({ shown, at }) => {
      for (const { id, isClicked } of shown) if (isClicked) clicks.add(id, 1, at);
    },
  };
}

export function byClickRate(): RankingMethod {
  const rate = new ClickRate();
  return {
    name: 'popularity: running click rate',
    score: ({ shown, at }) => shown.map(({ id }) => rate.of(id, at)),
    learn: visit => rate.learn(visit),
  };
}

export function byRecency(): RankingMethod {
  const firstShown = new Map<string, number>();
  return {
    name: 'recency: first shown last',
    score: ({ shown, at }) => shown.map(({ id }) => firstShown.get(id) ?? at),
    learn: visit => noteFirst(firstShown, visit),
  };
}

/** How often the reader clicked the category and subcategory before; 0 for unknown articles. */
export function byContent({ articles }: ClickLog): RankingMethod {
  return {
    name: 'content: categories of the history',
    score: visit => likenessOf(visit, articles),
    learn: () => undefined,
  };
}

/**
 * FEED-3: the weights of the feed, applied to the parts that a log of ids contains. Quality is the click rate;
 * diversity is the same for all.
 */
export function byFeedWeights({ articles }: ClickLog): RankingMethod {
  const { weights, halfLifeMs } = STANDARD;
  const firstShown = new Map<string, number>();
  const rate = new ClickRate();
  const rising = new DecayingCount(3_600_000);
  return {
    name: 'ours: weights of the feed',
    score: visit => {
      const { shown, at } = visit;
      const likeness = likenessOf(visit, articles);
      const rates = scaled(shown.map(({ id }) => rate.of(id, at)));
      const rises = scaled(shown.map(({ id }) => rising.of(id, at)));
      return shown.map(({ id }, index) => {
        const age = at - (firstShown.get(id) ?? at);
        return (
          weights.relevance * (likeness[index] ?? 0) +
          weights.freshness * 2 ** (-age / halfLifeMs) +
          weights.quality * (rates[index] ?? 0) +
          weights.trending * (rises[index] ?? 0)
        );
      });
    },
    learn: visit => {
      noteFirst(firstShown, visit);
      rate.learn(visit);
      for (const { id, isClicked } of visit.shown) if (isClicked) rising.add(id, 1, visit.at);
    },
  };
}

function likenessOf({ history, shown }: LoggedVisit, articles: ClickLog['articles']): number[] {
  const liked = new Map<string, number>();
  for (const id of history) {
    const known = articles.get(id);
    for (const label of known ? [known.category, `${known.category}/${known.subcategory}`] : [])
      liked.set(label, (liked.get(label) ?? 0) + 1);
  }
  const max = Math.max(1, ...liked.values());
  return shown.map(({ id }) => {
    const known = articles.get(id);
    if (!known) return 0;
    const labels = [known.category, `${known.category}/${known.subcategory}`];
    return labels.reduce((sum, label) => sum + (liked.get(label) ?? 0), 0) / (2 * max);
  });
}

function noteFirst(firstShown: Map<string, number>, { shown, at }: LoggedVisit): void {
  for (const { id } of shown) if (!firstShown.has(id)) firstShown.set(id, at);
}

function scaled(values: readonly number[]): number[] {
  const max = Math.max(...values);
  return values.map(value => (max > 0 ? value / max : 0));
}

/** Clicks per view; items with few views start from the average. */
class ClickRate {
  readonly #clicks = new DecayingCount(Number.POSITIVE_INFINITY);
  readonly #views = new DecayingCount(Number.POSITIVE_INFINITY);
  #allClicks = 1;
  #allViews = 20;

  of(id: string, at: number): number {
    const usual = this.#allClicks / this.#allViews;
    return (this.#clicks.of(id, at) + usual * USUAL) / (this.#views.of(id, at) + USUAL);
  }

  learn({ shown, at }: LoggedVisit): void {
    for (const { id, isClicked } of shown) {
      this.#views.add(id, 1, at);
      this.#allViews++;
      if (!isClicked) continue;
      this.#clicks.add(id, 1, at);
      this.#allClicks++;
    }
  }
}

const USUAL = 20;
