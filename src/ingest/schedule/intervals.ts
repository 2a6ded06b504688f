import type { Random } from '../../lib/random.ts';

/**
 * SCHED-3: the time until the next fetch of a source that responded. A fetch should find about one new article: more
 * fetches are a burden to the publisher, fewer are late. The publisher's own limits are a lower bound, and all sources
 * share a minimum and a maximum. A source that reports a breaking story is fetched at the minimum.
 */
export function nextIntervalSeconds(
  habit: PublishingHabit,
  minSeconds: readonly (number | null | undefined)[],
): number {
  if (habit.isHurried) return MIN_INTERVAL_SECONDS;
  const lowerBound = Math.max(0, ...minSeconds.map(seconds => seconds ?? 0));
  return Math.round(
    clamp(Math.max(habitualSeconds(habit), lowerBound), MIN_INTERVAL_SECONDS, MAX_INTERVAL_SECONDS),
  );
}

/** Between half and eight times the operator's interval, by how often the source publishes. */
function habitualSeconds({ baseSeconds, articlesPerDay }: PublishingHabit): number {
  if (articlesPerDay === null) return baseSeconds;
  const perArticle = articlesPerDay > 0 ? DAY_SECONDS / articlesPerDay : Number.POSITIVE_INFINITY;
  return clamp(perArticle, baseSeconds / 2, baseSeconds * 8);
}

/** RSS `skipHours` and `skipDays` (both in GMT): a fetch that falls into them is postponed to the next hour outside. */
export function afterSkippedTimes(at: Date, { skipHours, skipDays }: SkippedTimes): Date {
  const latest = at.getTime() + MAX_INTERVAL_SECONDS * 1_000;
  const candidate = new Date(at);
  while (skipHours.includes(candidate.getUTCHours()) || skipDays.includes(candidate.getUTCDay())) {
    candidate.setUTCHours(candidate.getUTCHours() + 1, 0, 0, 0);
    // A source that skips all hours is fetched at the maximum interval.
    if (candidate.getTime() >= latest) return new Date(latest);
  }
  return candidate;
}

/**
 * SCHED-4: the delay after the nth failure in a row: a minute, doubling to 64 minutes, then a day. Jitter is added, so that
 * sources that failed together are not retried together. `Retry-After` is a lower bound.
 */
export function failureDelaySeconds(failures: number, random: Random, retryAfterSeconds = 0): number {
  const steps = Math.max(0, failures - 1);
  const seconds = steps <= LAST_DOUBLING ? 60 * 2 ** steps : DAY_SECONDS;
  const waited = seconds * (1 + random.fraction() * JITTER);
  return Math.round(Math.max(waited, Math.min(retryAfterSeconds, DAY_SECONDS * 7)));
}

/** SCHED-4: closed until five failures in a row; then open until the next fetch, which is the probe. */
export function breakerOf({ failures, nextCrawlAt }: BreakerInput, now: Date): SourceBreakerState {
  if (failures < FAILURES_TO_OPEN) return 'closed';
  return nextCrawlAt !== null && nextCrawlAt <= now ? 'half-open' : 'open';
}

/** Articles a day, smoothed over about ten days. */
export function updatedHabit(before: number, found: number, elapsedDays: number): number {
  if (elapsedDays <= 0) return before;
  // The weight is divided first: for a short time `found / elapsedDays` would overflow.
  const weight = -Math.expm1(-elapsedDays / 10);
  return before * (1 - weight) + found * (weight / elapsedDays);
}

/**
 * The publishing rate in the first document: its articles of the last ten days, by their own dates, over the time that
 * they span. Null for fewer than two dates.
 */
export function habitFromDates(published: readonly number[], now: number): number | null {
  const recent = published.filter(at => at <= now && now - at <= 10 * DAY_SECONDS * 1_000);
  if (published.length < 2) return null;
  if (recent.length === 0) return 0;
  const spanDays = (now - Math.min(...recent)) / (DAY_SECONDS * 1_000);
  return recent.length / Math.max(spanDays, 1 / 24);
}

/** The assumed publishing rate where none is known: an article in each interval. */
export function assumedHabit(baseSeconds: number): number {
  return DAY_SECONDS / baseSeconds;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

const DAY_SECONDS = 86_400;
export const MIN_INTERVAL_SECONDS = 300;
export const MAX_INTERVAL_SECONDS = DAY_SECONDS;
const LAST_DOUBLING = 6;
const JITTER = 0.25;
export const FAILURES_TO_OPEN = 5;

export interface PublishingHabit {
  /** The operator's setting. */
  readonly baseSeconds: number;
  readonly articlesPerDay: number | null;
  /** While it reports a breaking story. */
  readonly isHurried: boolean;
}

/** Limits in the publisher's document: `ttl` or the update period as a lower bound, and times to skip. */
export interface PublisherLimits extends SkippedTimes {
  readonly seconds: number;
}

export interface SkippedTimes {
  readonly skipHours: readonly number[];
  /** 0 is Sunday. */
  readonly skipDays: readonly number[];
}

interface BreakerInput {
  readonly failures: number;
  readonly nextCrawlAt: Date | null;
}

export type SourceBreakerState = 'closed' | 'open' | 'half-open';
