import { type Draw, drawFor } from '../draw.ts';
import type { Topic } from '../types.ts';
import { poisson } from './chance.ts';
import { Life, SLICE, SLICES } from './life.ts';
import { popularityOf } from './popularity.ts';

/**
 * All clicks on articles between two times, in slices of five minutes. Articles of the last three days are still read.
 * `rate` is the mean number of clicks per second.
 */
export function* clicksOf(news: News, { seed, rate, from, until }: ClickOptions): Generator<ClickSlice> {
  const articles = articlesOf(news, seed, rate, from, until);
  const [first, last] = [Math.floor(from / SLICE), Math.ceil(until / SLICE)];
  for (let slice = first; slice < last; slice++) {
    const clicks = clicksIn(slice, articles, drawFor(seed, 'clicks', slice));
    const within = clicks.filter(({ at }) => at >= from && at < until);
    yield { endsAt: Math.min(until, (slice + 1) * SLICE), clicks: within.sort((a, b) => a.at - b.at) };
  }
}

function clicksIn(slice: number, articles: readonly PopularArticle[], draw: Draw): Click[] {
  const clicks: Click[] = [];
  for (const article of articles) {
    const mean = article.clicks * article.life.shareIn(slice);
    if (mean === 0) continue;
    for (let left = poisson(draw, mean); left > 0; left--)
      clicks.push({ at: (slice + draw.fraction()) * SLICE, article });
  }
  return clicks;
}

/** Larger publishers and breaking news are more likely at the top, with some randomness. */
function articlesOf(news: News, seed: number, rate: number, from: number, until: number): PopularArticle[] {
  const since = from - SLICES * SLICE;
  const chances = Array.from(news.articlesUntil(until, since), article => {
    const boost = news.truthOf(article.id)?.isBreaking ? 5 : 1;
    const luck = drawFor(seed, 'popular', article.id).exponential(article.publisher.size * boost);
    return { article, luck };
  }).sort((a, b) => b.luck - a.luck || (a.article.id < b.article.id ? -1 : 1));
  const popularity = popularityOf(chances.length);
  const articles = chances.map(({ article: { id, topic, publisher, publishedAt } }, rank) => ({
    id,
    topic,
    authorId: `author-${publisher.index}`,
    publishedAt,
    clicks: popularity[rank] ?? 0,
    life: new Life(drawFor(seed, 'life', id), publishedAt),
  }));
  // Many clicks on these articles are outside of the requested time.
  const within = articles.reduce((sum, article) => sum + clicksBetween(article, from, until), 0);
  if (within === 0) return [];
  const scale = (rate * (until - from)) / 1000 / within;
  return articles.map(article => ({ ...article, clicks: article.clicks * scale }));
}

function clicksBetween({ clicks, life }: PopularArticle, from: number, until: number): number {
  const first = Math.max(life.firstSlice, Math.floor(from / SLICE));
  const last = Math.min(life.firstSlice + SLICES, Math.ceil(until / SLICE));
  let sum = 0;
  for (let slice = first; slice < last; slice++) {
    // The first and the last slice may be partly outside.
    const within = Math.min(until, (slice + 1) * SLICE) - Math.max(from, slice * SLICE);
    sum += (life.shareIn(slice) * within) / SLICE;
  }
  return clicks * sum;
}

/** The readable articles: of the synthetic world, or of an installation. */
export interface News {
  articlesUntil(until: number, since: number): Iterable<ReadableArticle>;
  truthOf(id: string): { readonly isBreaking: boolean } | null | undefined;
}

export interface ReadableArticle {
  readonly id: string;
  readonly topic: Topic;
  readonly publishedAt: number;
  readonly publisher: { readonly index: number; readonly size: number };
}

export interface ClickOptions {
  readonly seed: number;
  readonly rate: number;
  readonly from: number;
  readonly until: number;
}

export interface ClickSlice {
  readonly endsAt: number;
  readonly clicks: readonly Click[];
}

export interface Click {
  readonly at: number;
  readonly article: PopularArticle;
}

export interface PopularArticle {
  readonly id: string;
  readonly topic: Topic;
  readonly authorId: string;
  readonly publishedAt: number;
  /** The expected total. */
  readonly clicks: number;
  readonly life: Life;
}
