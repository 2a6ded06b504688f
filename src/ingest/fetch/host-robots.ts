import { pause } from '../../lib/clock.ts';
import { bool, int4, nullable, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { IngestContext } from '../context.ts';
import { databaseTime, type HostVisit } from '../schedule/claim.ts';
import { recordFetches } from '../schedule/complete.ts';
import { lockLeasedHosts } from '../schedule/hosts.ts';
import { type HostLease, HostLeaseLost } from '../schedule/lease.ts';
import { type BlockedRedirect, requestPolitely } from './polite-request.ts';
import { crawlDelayOf, isAllowed, parseRobots } from './robots.ts';

/**
 * FETCH-2, RFC 9309: the robots.txt rules of the visited host, loaded once per visit: from its row while they are fresh
 * (24 hours), otherwise by a request. No file means no rules. A host whose rules are unknown (5xx, no response) is
 * requested again after a minute, and is not crawled until then. Where the file is at another host that is busy, the
 * visit waits for that host.
 */
export function createHostRobots(context: IngestContext, visit: HostVisit): HostRobots {
  let known: HostRobotsRules | null = null;
  let delayMs: number | null = null;
  return {
    get delayMs() {
      return delayMs;
    },
    cached: async () => {
      known ??= await storedRules(context, visit);
      return known;
    },
    load: async (url, lease) => {
      const response = await fetchRobots(context, visit, new URL('/robots.txt', url).href);
      known = rulesFrom(context, response);
      delayMs = known.delayMs;
      await storeRules(context, visit, response, known, lease);
      return known;
    },
  };
}

/** The rules of the visited host. Fetching robots.txt is a separate request, with a pause after it. */
export async function visitedRules(visit: RobotsVisit, url: string): Promise<HostRobotsRules> {
  const { context, robots, lease, signal, delayMs } = visit;
  const known = await robots.cached();
  if (known) return known;
  const rules = await robots.load(url, lease);
  if (rules.isKnown) await pause(context.clock, delayMs(), signal);
  return rules;
}

async function storedRules(context: IngestContext, { host }: HostVisit): Promise<HostRobotsRules | null> {
  const stored = await context.database.maybe(
    row({ body: nullable(text), status: nullable(int4), is_fresh: bool }),
    sql`
      select robots_body as body, robots_status as status, coalesce(robots_until > now(), false) as is_fresh
      from crawl_hosts
      where host = ${host}
    `,
  );
  return stored?.isFresh
    ? rulesFrom(context, { ...stored, status: stored.status ?? 0, blocked: null })
    : null;
}

async function fetchRobots(context: IngestContext, visit: HostVisit, url: string): Promise<RobotsResponse> {
  const begunAt = databaseTime(visit);
  const began = performance.now();
  const delayMs = () => Math.max(visit.delayMs ?? 0, context.settings.hostDelayMs);
  const taken = () => Math.round(performance.now() - began);
  try {
    const limits = { decodedBytes: MAX_FILE_BYTES, wireBytes: MAX_FILE_BYTES, totalMs: 10_000 };
    const request = { url, purpose: 'robots.txt', limits };
    const { response, blocked } = await requestPolitely({ context, visit, delayMs }, request);
    const body =
      response.status === 200 ? Buffer.from(response.body).toString('utf8').replaceAll('\0', '') : null;
    return {
      url,
      begunAt,
      status: response.status,
      blocked,
      body,
      bytes: response.wireBytes,
      error: null,
      durationMs: taken(),
    };
  } catch (error) {
    if (!(error instanceof OutboundFailure) || error.fault === 'ours') throw error;
    const nothing = { status: 0, blocked: null, body: null, bytes: 0 };
    return { url, begunAt, ...nothing, error: error.message, durationMs: taken() };
  }
}

/** Also extends the lease for the pause before the next request. */
async function storeRules(
  context: IngestContext,
  visit: HostVisit,
  answer: RobotsResponse,
  rules: HostRobotsRules,
  lease: HostLease,
): Promise<void> {
  const since = performance.now();
  const holdMs = lease.holdMs(Math.max(rules.delayMs ?? 0, context.settings.hostDelayMs));
  await context.database.transaction(async tx => {
    if (!(await lockLeasedHosts(tx, [visit])).has(visit)) throw new HostLeaseLost(visit.host);
    await tx.execute(
      answer.blocked
        ? sql`
          update crawl_hosts
          set busy_until = now() + ${holdMs} * interval '1 millisecond'
          where host = ${visit.host}
        `
        : sql`
          update crawl_hosts
          set robots_body = ${answer.body}, robots_status = ${answer.status},
              robots_until = now() + ${rules.isKnown ? DAY_SECONDS : RETRY_SECONDS} * interval '1 second',
              delay_ms = ${rules.delayMs},
              busy_until = now() + ${holdMs} * interval '1 millisecond'
          where host = ${visit.host}
        `,
    );
    await recordFetches(tx, [recordOf(context, visit, answer, rules)]);
  });
  lease.renew(since, holdMs);
}

function recordOf(
  context: IngestContext,
  visit: HostVisit,
  answer: RobotsResponse,
  { isKnown }: HostRobotsRules,
) {
  return {
    id: context.newId(),
    at: answer.begunAt,
    source_id: null,
    host: visit.host,
    url: answer.url,
    purpose: 'robots',
    due_at: null,
    status: answer.status === 0 ? null : answer.status,
    outcome: answer.blocked ? 'moved' : isKnown ? 'changed' : 'failed',
    error: answer.error,
    wire_bytes: answer.bytes,
    body_bytes: answer.body?.length ?? 0,
    duration_ms: answer.durationMs,
    content_hash: null,
    archive_key: null,
    found: 0,
    stored: 0,
    revised: 0,
  } as const;
}

function rulesFrom(
  { settings }: IngestContext,
  { body, status, blocked }: Pick<RobotsResponse, 'body' | 'status' | 'blocked'>,
): HostRobotsRules {
  const rules = body === null ? null : parseRobots(body);
  const delay = rules && crawlDelayOf(rules, settings.agent);
  // 4xx means that there is no file; with any other status than 200 the rules are unknown.
  const isKnown = status >= 200 && status < 500 && !blocked;
  return {
    allows: url => (rules ? isAllowed(rules, settings.agent, url) : isKnown),
    delayMs: delay === null ? null : Math.round(Math.min(delay * 1_000, MAX_DELAY_MS)),
    isKnown,
    blocked,
  };
}

const DAY_SECONDS = 86_400;
const RETRY_SECONDS = 60;
const MAX_FILE_BYTES = 1_000_000;
const MAX_DELAY_MS = 60_000;

export interface HostRobots {
  /** Between two requests, where the file that was just fetched asks for a pause. */
  readonly delayMs: number | null;
  /** Null when robots.txt has to be fetched. */
  cached(): Promise<HostRobotsRules | null>;
  /** Is a request of this visit, and renews the lease for the pause after it. */
  load(url: string, lease: HostLease): Promise<HostRobotsRules>;
}

interface RobotsVisit {
  readonly context: IngestContext;
  readonly robots: HostRobots;
  readonly lease: HostLease;
  readonly signal: AbortSignal;
  delayMs(): number;
}

export interface HostRobotsRules {
  allows(url: string): boolean;
  /** Between two requests, where the file asks for a pause. */
  readonly delayMs: number | null;
  /** False when the file could not be fetched. */
  readonly isKnown: boolean;
  /** The file is at another host that cannot be requested yet. */
  readonly blocked: BlockedRedirect | null;
}

interface RobotsResponse {
  readonly url: string;
  readonly begunAt: Date;
  /** 0 when there was no response. */
  readonly status: number;
  readonly blocked: BlockedRedirect | null;
  readonly body: string | null;
  readonly bytes: number;
  readonly error: string | null;
  readonly durationMs: number;
}
