import type { Random } from '../../lib/random.ts';

/**
 * SCHED-3: how long until the next visit of a source that answered. It should find about one new article each time:
 * more visits are a burden to the publisher, fewer are late. What the publisher asks for is a floor, and nothing
 * goes beyond the limits of all sources.
 */
export function nextIntervalSeconds(habit: Habit, wishes: Wishes): number {
  if (habit.isHurried) return FLOOR_SECONDS;
  const wanted = clamp(habitual(habit), FLOOR_SECONDS, CEILING_SECONDS);
  const asked = Math.min(Math.max(...asSeconds(wishes)), CEILING_SECONDS);
  return Math.round(Math.max(wanted, asked));
}

/** Between half of what the operator set and eight times that, by how often the source publishes. */
function habitual({ baseSeconds, articlesPerDay }: Habit): number {
  if (articlesPerDay === null) return baseSeconds;
  const perArticle = articlesPerDay > 0 ? DAY_SECONDS / articlesPerDay : Number.POSITIVE_INFINITY;
  return clamp(perArticle, baseSeconds / 2, baseSeconds * 8);
}

function asSeconds({ maxAgeSeconds, ttlMinutes, updateSeconds }: Wishes): number[] {
  return [0, maxAgeSeconds ?? 0, (ttlMinutes ?? 0) * 60, updateSeconds ?? 0];
}

/** RSS `skipHours` and `skipDays` (both in GMT): a visit that would fall into them is put off to the next hour outside. */
export function outsideSkipped(at: Date, { skipHours, skipDays }: Skipped): Date {
  if (skipHours.length === 0 && skipDays.length === 0) return at;
  const candidate = new Date(at);
  for (let hour = 0; hour <= 7 * 24; hour++) {
    const isSkipped = skipHours.includes(candidate.getUTCHours()) || skipDays.includes(candidate.getUTCDay());
    if (!isSkipped) return candidate;
    candidate.setUTCMinutes(0, 0, 0);
    candidate.setUTCHours(candidate.getUTCHours() + 1);
    if (candidate.getTime() - at.getTime() > CEILING_SECONDS * 1_000) break;
  }
  // One that skips everything is visited all the same, as seldom as a source ever is.
  return new Date(at.getTime() + CEILING_SECONDS * 1_000);
}

/**
 * SCHED-4: how long to wait after the nth failure in a row: a minute, doubling to 64 minutes, then a day, each with
 * jitter upwards so that sources that failed together come back apart.
 */
export function failureDelaySeconds(failures: number, random: Random, retryAfterSeconds = 0): number {
  const steps = Math.max(0, failures - 1);
  const seconds = steps <= LAST_DOUBLING ? 60 * 2 ** steps : DAY_SECONDS;
  const waited = seconds * (1 + random.fraction() * 0.25);
  return Math.round(Math.max(waited, Math.min(retryAfterSeconds, DAY_SECONDS * 7)));
}

/** SCHED-4: closed until five failures in a row; then open until its next visit, which is the probe. */
export function breakerOf({ failures, nextCrawlAt }: BreakerInput, now: Date): BreakerState {
  if (failures < FAILURES_TO_OPEN) return 'closed';
  return nextCrawlAt !== null && nextCrawlAt <= now ? 'half-open' : 'open';
}

/** How often a source publishes, smoothed over about ten days of its own time. */
export function habitAfter(before: number | null, found: number, elapsedDays: number): number {
  if (before === null) return found / Math.max(elapsedDays, 1);
  const weight = 1 - Math.exp(-elapsedDays / 10);
  const seen = elapsedDays > 0 ? found / elapsedDays : before;
  return before + (seen - before) * Math.min(weight, 1);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

const DAY_SECONDS = 86_400;
export const FLOOR_SECONDS = 300;
export const CEILING_SECONDS = DAY_SECONDS;
const LAST_DOUBLING = 6;
export const FAILURES_TO_OPEN = 5;

export interface Habit {
  /** What the operator set for the source. */
  readonly baseSeconds: number;
  readonly articlesPerDay: number | null;
  /** While it tells a breaking story. */
  readonly isHurried: boolean;
}

/** What the publisher asks for, each a floor. */
export interface Wishes {
  /** `Cache-Control: max-age` or `Expires`. */
  readonly maxAgeSeconds?: number | null;
  readonly ttlMinutes?: number | null;
  /** `sy:updatePeriod` divided by `sy:updateFrequency`. */
  readonly updateSeconds?: number | null;
}

export interface Skipped {
  readonly skipHours: readonly number[];
  /** 0 is Sunday. */
  readonly skipDays: readonly number[];
}

interface BreakerInput {
  readonly failures: number;
  readonly nextCrawlAt: Date | null;
}

export type BreakerState = 'closed' | 'open' | 'half-open';
