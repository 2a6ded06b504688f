import type { Random } from '../../lib/random.ts';

/**
 * SCHED-3: how long until the next visit of a source that answered. It should find about one new article each time:
 * more visits are a burden to the publisher, fewer are late. What the publisher asks for is a floor, and nothing
 * goes beyond the limits of all sources. While it tells a breaking story it is visited as often as any source may be.
 */
export function nextIntervalSeconds(
  habit: PublishingHabit,
  askedSeconds: readonly (number | null | undefined)[],
): number {
  if (habit.isHurried) return MIN_INTERVAL_SECONDS;
  const asked = Math.max(0, ...askedSeconds.map(seconds => seconds ?? 0));
  return Math.round(
    clamp(Math.max(habitualSeconds(habit), asked), MIN_INTERVAL_SECONDS, MAX_INTERVAL_SECONDS),
  );
}

/** Between half of what the operator set and eight times that, by how often the source publishes. */
function habitualSeconds({ baseSeconds, articlesPerDay }: PublishingHabit): number {
  if (articlesPerDay === null) return baseSeconds;
  const perArticle = articlesPerDay > 0 ? DAY_SECONDS / articlesPerDay : Number.POSITIVE_INFINITY;
  return clamp(perArticle, baseSeconds / 2, baseSeconds * 8);
}

/** RSS `skipHours` and `skipDays` (both in GMT): a visit that would fall into them is put off to the next hour outside. */
export function afterSkippedTimes(at: Date, { skipHours, skipDays }: SkippedTimes): Date {
  const latest = at.getTime() + MAX_INTERVAL_SECONDS * 1_000;
  const candidate = new Date(at);
  while (skipHours.includes(candidate.getUTCHours()) || skipDays.includes(candidate.getUTCDay())) {
    candidate.setUTCHours(candidate.getUTCHours() + 1, 0, 0, 0);
    // One that skips everything is visited all the same, as seldom as a source ever is.
    if (candidate.getTime() >= latest) return new Date(latest);
  }
  return candidate;
}

/**
 * SCHED-4: how long to wait after the nth failure in a row: a minute, doubling to 64 minutes, then a day, each with
 * jitter upwards so that sources that failed together come back apart. What `Retry-After` asks for is a floor.
 */
export function failureDelaySeconds(failures: number, random: Random, retryAfterSeconds = 0): number {
  const steps = Math.max(0, failures - 1);
  const seconds = steps <= LAST_DOUBLING ? 60 * 2 ** steps : DAY_SECONDS;
  const waited = seconds * (1 + random.fraction() * JITTER);
  return Math.round(Math.max(waited, Math.min(retryAfterSeconds, DAY_SECONDS * 7)));
}

/** SCHED-4: closed until five failures in a row; then open until its next visit, which is the probe. */
export function breakerOf({ failures, nextCrawlAt }: BreakerInput, now: Date): SourceBreakerState {
  if (failures < FAILURES_TO_OPEN) return 'closed';
  return nextCrawlAt !== null && nextCrawlAt <= now ? 'half-open' : 'open';
}

/** How often a source publishes, in articles a day, smoothed over about ten days of its own time. */
export function updatedHabit(before: number, found: number, elapsedDays: number): number {
  if (elapsedDays <= 0) return before;
  // Divided before it is multiplied: after a moment `found / elapsedDays` is too large for a number.
  const weight = -Math.expm1(-elapsedDays / 10);
  return before * (1 - weight) + found * (weight / elapsedDays);
}

/**
 * What the first document tells of the habit: its articles of the last ten days, by their own dates, over the time
 * that they span. One date alone spans nothing, and a document without dates says nothing.
 */
export function habitFromDates(published: readonly number[], now: number): number | null {
  const recent = published.filter(at => at <= now && now - at <= 10 * DAY_SECONDS * 1_000);
  if (published.length < 2) return null;
  if (recent.length === 0) return 0;
  const spanDays = (now - Math.min(...recent)) / (DAY_SECONDS * 1_000);
  return recent.length / Math.max(spanDays, 1 / 24);
}

/** What is taken for the habit where nothing is known: an article in each interval. */
export function assumedHabit(baseSeconds: number): number {
  return DAY_SECONDS / baseSeconds;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

const DAY_SECONDS = 86_400;
export const MIN_INTERVAL_SECONDS = 300;
export const MAX_INTERVAL_SECONDS = DAY_SECONDS;
const LAST_DOUBLING = 6;
const JITTER = 0.25;
export const FAILURES_TO_OPEN = 5;

export interface PublishingHabit {
  /** What the operator set for the source. */
  readonly baseSeconds: number;
  readonly articlesPerDay: number | null;
  /** While it tells a breaking story. */
  readonly isHurried: boolean;
}

/** What the publisher asks for in its document: `ttl` or the update period as a floor, and when not to come. */
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
