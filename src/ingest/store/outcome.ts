import type { Random } from '../../lib/random.ts';
import { storableText } from '../../platform/database/storable.ts';
import { backoffMs, isHostFailure } from '../fetch/responses.ts';
import { leftOut, type ParsedDocument } from '../parse/feed-articles.ts';
import type { DueSource } from '../schedule/claim.ts';
import type { CompletedFetch, FetchOutcome, Postponement, ScheduleChange } from '../schedule/complete.ts';
import { hostOf } from '../schedule/hosts.ts';
import {
  afterSkippedTimes,
  assumedHabit,
  failureDelaySeconds,
  habitFromDates,
  nextIntervalSeconds,
  type PublisherLimits,
  updatedHabit,
} from '../schedule/intervals.ts';
import type { SourceResult } from '../steps.ts';

/** SCHED-3, SCHED-4, FETCH-5: the record of a fetch, and when its source and host are due again. */
export function outcomeOf(
  source: DueSource,
  result: SourceResult,
  { fetchId, begunAt, now, random, holdMs, stored }: OutcomeContext,
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
      archive_key: ('archiveKey' in result && result.archiveKey) || null,
      found: result.kind === 'changed' ? result.feed.items.length + result.feed.skipped : 0,
      stored: stored?.added ?? 0,
      revised: stored?.revised ?? 0,
    },
    ...(result.kind === 'moved'
      ? { schedule: null, postponed: postponed(source, result) }
      : { schedule: scheduleAfter(source, result, { random, now, added: stored?.added ?? 0 }) }),
    host: { host: source.host, hold_ms: holdMs, ...hostChangeOf(result) },
  };
}

function errorOf(result: SourceResult): string | null {
  if (result.kind === 'moved') return `waits for ${result.waitsFor}`;
  if (result.kind === 'changed') return leftOut(result.feed);
  return result.kind === 'failed' ? storableText(result.error, MAX_ERROR_LENGTH) : null;
}

/** A response from another host, to which this one redirected, changes that host's row (polite-request.ts). */
function hostChangeOf(result: SourceResult): { failed: boolean | null; slow_ms: number } {
  const { kind, status, retryAfterSeconds, isOtherHost: isElsewhere } = result;
  if (kind === 'moved') return { failed: status === null ? null : false, slow_ms: 0 };
  if (isElsewhere) return { failed: false, slow_ms: 0 };
  return {
    failed: kind === 'failed' && isHostFailure(status),
    slow_ms: backoffMs(status, retryAfterSeconds),
  };
}

function postponed(source: DueSource, result: SourceResult & { kind: 'moved' }): Postponement {
  const { movedTo = null, waitMs } = result;
  return { source_id: source.id, next_in_ms: waitMs, moved_to: movedTo, host: hostAfter(source, result) };
}

function scheduleAfter(
  source: DueSource,
  result: Exclude<SourceResult, { kind: 'moved' }>,
  { random, now, added }: { random: Random; now: number; added: number },
): ScheduleChange {
  return result.kind === 'failed'
    ? afterFailure(source, result, random, now)
    : afterSuccess(source, result, added, now);
}

/** A source that is gone, or has failed for a month, is not fetched again until an operator resumes it. */
export function isDead(source: DueSource, result: SourceResult, now: number): boolean {
  if (result.kind !== 'failed') return false;
  if (result.problem === 'gone') return true;
  return source.failingSince !== null && now - source.failingSince.getTime() > DEAD_AFTER_MS;
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
    last_error: storableText(result.error, MAX_ERROR_LENGTH),
    articles_per_day: null,
  };
}

function afterSuccess(
  source: DueSource,
  result: Exclude<SourceResult, { kind: 'failed' | 'moved' }>,
  added: number,
  now: number,
): ScheduleChange {
  const articlesPerDay = habitNow(source, result, added, now);
  const limits =
    result.kind === 'changed' ? limitsOf(result.feed) : (source.publisherLimits as PublisherLimits | null);
  const isHurried = source.hurriedUntil !== null && source.hurriedUntil.getTime() > now;
  const seconds = nextIntervalSeconds({ baseSeconds: source.intervalSeconds, articlesPerDay, isHurried }, [
    result.maxAgeSeconds,
    result.retryAfterSeconds,
    limits?.seconds,
  ]);
  const planned = new Date(now + seconds * 1_000);
  const due = limits && !isHurried ? afterSkippedTimes(planned, limits) : planned;
  return {
    ...unchanged(source, result),
    next_in_seconds: Math.ceil((due.getTime() - now) / 1_000),
    interval_seconds: seconds,
    failures: 0,
    last_error: null,
    has_new: added > 0,
    articles_per_day: articlesPerDay,
    ...(result.kind === 'changed' ? { has_document: true, publisher_limits: limits } : {}),
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

/** The publishing rate comes from the dates of the first document, and afterwards from the new articles of each fetch. */
function habitNow(source: DueSource, result: SourceResult, added: number, now: number): number | null {
  if (source.lastSuccessAt === null || source.articlesPerDay === null) {
    const seen = result.kind === 'changed' ? habitFromDates(datesOf(result.feed), now) : null;
    if (seen !== null) return seen;
  }
  if (source.lastSuccessAt === null) return null;
  const before = source.articlesPerDay ?? assumedHabit(source.intervalSeconds);
  return updatedHabit(before, added, (now - source.lastSuccessAt.getTime()) / DAY_MS);
}

function datesOf({ items }: ParsedDocument): number[] {
  return items.flatMap(({ article }) => (article.hasOwnDate ? [article.publishedAt.getTime()] : []));
}

function limitsOf({
  ttlMinutes,
  updateSeconds,
  skipHours,
  skipDays,
}: ParsedDocument): PublisherLimits | null {
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
    publisher_limits: null,
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
const DEAD_AFTER_MS = 30 * DAY_MS;
const MAX_ERROR_LENGTH = 500;

interface OutcomeContext {
  readonly fetchId: string;
  readonly begunAt: Date;
  readonly now: number;
  readonly random: Random;
  /** How long the host stays leased, or rests after the visit. */
  readonly holdMs: number;
  readonly stored?: { readonly added: number; readonly revised: number };
}
