import type { Random } from '../../lib/random.ts';
import { storableText } from '../../platform/database/storable.ts';
import type { ReadFeed } from '../parse/feed-articles.ts';
import type { DueSource } from '../schedule/claim.ts';
import {
  type CompletedFetch,
  type FetchOutcome,
  hostOf,
  type Postponement,
  type ScheduleChange,
} from '../schedule/complete.ts';
import {
  assumedHabit,
  failureDelaySeconds,
  habitAfter,
  habitOfDates,
  nextIntervalSeconds,
  outsideSkipped,
  type Wishes,
} from '../schedule/intervals.ts';
import type { SourceResult } from './fetch-source.ts';
import { quietMs, speaksForHost } from './responses.ts';

/** SCHED-3, SCHED-4, FETCH-5: from what came of a fetch to what is written down and when the source is due again. */
export function outcomeOf(
  source: DueSource,
  result: SourceResult,
  { fetchId, begunAt, now, random, holdMs, stored }: Circumstances,
): CompletedFetch {
  const failed = result.kind === 'failed';
  return {
    fetch: {
      id: fetchId,
      at: begunAt,
      source_id: source.id,
      host: source.host,
      url: source.movedTo ?? source.url,
      purpose: PURPOSES[source.kind] ?? 'feed',
      due_at: source.nextCrawlAt,
      status: result.status,
      outcome: failed && result.problem === 'gone' ? 'gone' : OUTCOMES[result.kind],
      error: errorOf(result),
      wire_bytes: result.wireBytes,
      body_bytes: result.bodyBytes,
      duration_ms: result.durationMs,
      content_hash: 'hash' in result ? result.hash : null,
      archive_key: result.kind === 'changed' ? result.archiveKey : null,
      found: result.kind === 'changed' ? result.feed.items.length : 0,
      stored: stored?.isNew ?? 0,
      revised: stored?.revised ?? 0,
    },
    ...(result.kind === 'moved'
      ? { schedule: null, postponed: postponed(source, result) }
      : { schedule: scheduleAfter(source, result, { random, now, isNew: stored?.isNew ?? 0 }) }),
    host: { host: source.host, hold_ms: holdMs, ...saidOfHost(result) },
  };
}

function errorOf(result: SourceResult): string | null {
  if (result.kind === 'moved') return `waits for ${result.waitsFor}`;
  return result.kind === 'failed' ? storableText(result.error, MOST_ERROR_LENGTH) : null;
}

/** What comes from another host, to which this one has redirected, is told of that one (journey.ts). */
function saidOfHost(result: SourceResult): { failed: boolean | null; slow_ms: number } {
  const { kind, status, retryAfterSeconds, isElsewhere } = result;
  if (kind === 'moved') return { failed: status === null ? null : false, slow_ms: 0 };
  if (isElsewhere) return { failed: false, slow_ms: 0 };
  return { failed: kind === 'failed' && speaksForHost(status), slow_ms: quietMs(status, retryAfterSeconds) };
}

function postponed(source: DueSource, result: SourceResult & { kind: 'moved' }): Postponement {
  const { movedTo = null, waitMs } = result;
  return { source_id: source.id, next_in_ms: waitMs, moved_to: movedTo, host: hostAfter(source, result) };
}

function scheduleAfter(
  source: DueSource,
  result: Exclude<SourceResult, { kind: 'moved' }>,
  { random, now, isNew }: { random: Random; now: number; isNew: number },
): ScheduleChange {
  return result.kind === 'failed'
    ? afterFailure(source, result, random, now)
    : afterSuccess(source, result, isNew, now);
}

/** A source that is gone, or has failed for a month, is not visited any more until a person says so. */
export function isDead(source: DueSource, result: SourceResult, now: number): boolean {
  if (result.kind !== 'failed') return false;
  if (result.problem === 'gone') return true;
  return source.failingSince !== null && now - source.failingSince.getTime() > GIVEN_UP_AFTER_MS;
}

function afterFailure(
  source: DueSource,
  result: SourceResult & { kind: 'failed' },
  random: Random,
  now: number,
): ScheduleChange {
  const failures = source.failures + 1;
  return {
    ...unchanged(source, result),
    next_in_seconds: isDead(source, result, now)
      ? null
      : failureDelaySeconds(failures, random, result.retryAfterSeconds ?? 0),
    interval_seconds: null,
    failures,
    last_error: storableText(result.error, MOST_ERROR_LENGTH),
    articles_per_day: null,
  };
}

function afterSuccess(
  source: DueSource,
  result: Exclude<SourceResult, { kind: 'failed' | 'moved' }>,
  isNew: number,
  now: number,
): ScheduleChange {
  const articlesPerDay = habitNow(source, result, isNew, now);
  const wishes = result.kind === 'changed' ? wishesOf(result.feed) : (source.wishes as Wishes | null);
  const isHurried = source.hurriedUntil !== null && source.hurriedUntil.getTime() > now;
  const seconds = nextIntervalSeconds({ baseSeconds: source.intervalSeconds, articlesPerDay, isHurried }, [
    result.maxAgeSeconds,
    result.retryAfterSeconds,
    wishes?.seconds,
  ]);
  const wanted = new Date(now + seconds * 1_000);
  const due = wishes && !isHurried ? outsideSkipped(wanted, wishes) : wanted;
  return {
    ...unchanged(source, result),
    next_in_seconds: Math.ceil((due.getTime() - now) / 1_000),
    interval_seconds: seconds,
    failures: 0,
    last_error: null,
    has_new: isNew > 0,
    articles_per_day: articlesPerDay,
    ...(result.kind === 'changed' ? { has_document: true, wishes } : {}),
    ...('hash' in result
      ? {
          has_body: true,
          etag: hex(result.etag),
          last_modified: hex(result.lastModified),
          content_hash: result.hash,
        }
      : {}),
  };
}

/** The first document tells by its dates how often the source publishes; afterwards what was new each time does. */
function habitNow(source: DueSource, result: SourceResult, isNew: number, now: number): number | null {
  if (source.lastSuccessAt === null || source.articlesPerDay === null) {
    const seen = result.kind === 'changed' ? habitOfDates(datesOf(result.feed), now) : null;
    if (seen !== null) return seen;
  }
  if (source.lastSuccessAt === null) return null;
  const before = source.articlesPerDay ?? assumedHabit(source.intervalSeconds);
  return habitAfter(before, isNew, (now - source.lastSuccessAt.getTime()) / DAY_MS);
}

function datesOf({ items }: ReadFeed): number[] {
  return items.flatMap(({ article }) => (article.hasOwnDate ? [article.publishedAt.getTime()] : []));
}

function wishesOf({ ttlMinutes, updateSeconds, skipHours, skipDays }: ReadFeed): Wishes | null {
  const seconds = Math.round(Math.max((ttlMinutes ?? 0) * 60, updateSeconds ?? 0));
  return seconds === 0 && skipHours.length + skipDays.length === 0 ? null : { seconds, skipHours, skipDays };
}

function unchanged(source: DueSource, result: SourceResult) {
  return {
    source_id: source.id,
    due_at: source.nextCrawlAt,
    last_status: result.status,
    has_new: false,
    has_body: false,
    etag: null,
    last_modified: null,
    content_hash: null,
    moved_to: result.movedTo ?? null,
    host: hostAfter(source, result),
    has_document: false,
    wishes: null,
  };
}

function hostAfter({ host }: DueSource, { movedTo }: SourceResult): string | null {
  if (!movedTo) return null;
  return hostOf(movedTo) === host ? null : hostOf(movedTo);
}

function hex(latin1: string | null): string | null {
  return latin1 === null ? null : Buffer.from(latin1, 'latin1').toString('hex');
}

const OUTCOMES: Readonly<Record<SourceResult['kind'], FetchOutcome>> = {
  unchanged: 'unchanged',
  same: 'same',
  changed: 'changed',
  moved: 'moved',
  failed: 'failed',
};
const PURPOSES: Readonly<Record<string, CompletedFetch['fetch']['purpose']>> = {
  feed: 'feed',
  api: 'api',
  scrape: 'list',
};
const DAY_MS = 86_400_000;
const GIVEN_UP_AFTER_MS = 30 * DAY_MS;
const MOST_ERROR_LENGTH = 500;

interface Circumstances {
  readonly fetchId: string;
  readonly begunAt: Date;
  readonly now: number;
  readonly random: Random;
  /** How long the host stays with this visit, or rests after it. */
  readonly holdMs: number;
  readonly stored?: { readonly isNew: number; readonly revised: number };
}
