import { bool, int4, nullable, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { CrawlContext } from '../context.ts';
import { databaseTime, type HostVisit } from '../schedule/claim.ts';
import { holdHosts, recordFetches } from '../schedule/complete.ts';
import { type HostLease, LeaseLost } from '../schedule/lease.ts';
import { askPolitely, type Barred } from './polite-request.ts';
import { crawlDelayOf, isAllowed, parseRobots } from './robots.ts';

/**
 * FETCH-2, RFC 9309: the rules of the host being visited, looked up once in a visit: from its row while they are fresh
 * (24 hours), else asked for. No file means no rules; a host that cannot say (5xx, no answer) is asked again after a
 * minute, and is not crawled until it can. Where the file is at another host that is busy, both wait for that one.
 */
export function createRobots(context: CrawlContext, visit: HostVisit): HostRobots {
  let known: HostRules | null = null;
  let delayMs: number | null = null;
  return {
    get delayMs() {
      return delayMs;
    },
    recall: async () => {
      known ??= await storedRules(context, visit);
      return known;
    },
    ask: async (url, lease) => {
      const answer = await askForRobots(context, visit, new URL('/robots.txt', url).href);
      known = rulesFrom(context, answer);
      delayMs = known.delayMs;
      await keepRules(context, visit, answer, known, lease);
      return known;
    },
  };
}

async function storedRules(context: CrawlContext, { host }: HostVisit): Promise<HostRules | null> {
  const stored = await context.database.maybe(
    row({ body: nullable(text), status: nullable(int4), is_fresh: bool }),
    sql`
      select robots_body as body, robots_status as status, coalesce(robots_until > now(), false) as is_fresh
      from crawl_hosts
      where host = ${host}
    `,
  );
  return stored?.isFresh ? rulesFrom(context, { ...stored, status: stored.status ?? 0, barred: null }) : null;
}

async function askForRobots(context: CrawlContext, visit: HostVisit, url: string): Promise<RobotsAnswer> {
  const begunAt = databaseTime(visit);
  const began = performance.now();
  const delayMs = () => Math.max(visit.delayMs ?? 0, context.settings.hostDelayMs);
  const taken = () => Math.round(performance.now() - began);
  try {
    const limits = { decodedBytes: LARGEST_FILE, wireBytes: LARGEST_FILE, totalMs: 10_000 };
    const request = { url, purpose: 'robots.txt', limits };
    const { answer, barred } = await askPolitely({ context, visit, delayMs }, request);
    const body =
      answer.status === 200 ? Buffer.from(answer.body).toString('utf8').replaceAll('\0', '') : null;
    return {
      url,
      begunAt,
      status: answer.status,
      barred,
      body,
      bytes: answer.wireBytes,
      error: null,
      durationMs: taken(),
    };
  } catch (error) {
    if (!(error instanceof OutboundFailure) || error.fault === 'ours') throw error;
    const nothing = { status: 0, barred: null, body: null, bytes: 0 };
    return { url, begunAt, ...nothing, error: error.message, durationMs: taken() };
  }
}

/** Also the pause before the next request and the lease behind it begin here. */
async function keepRules(
  context: CrawlContext,
  visit: HostVisit,
  answer: RobotsAnswer,
  rules: HostRules,
  lease: HostLease,
): Promise<void> {
  const since = performance.now();
  const holdMs = lease.holdMs(Math.max(rules.delayMs ?? 0, context.settings.hostDelayMs));
  await context.database.transaction(async tx => {
    if (!(await holdHosts(tx, [visit])).has(visit)) throw new LeaseLost(visit.host);
    await tx.execute(
      answer.barred
        ? sql`
          update crawl_hosts
          set busy_until = now() + ${holdMs} * interval '1 millisecond'
          where host = ${visit.host}
        `
        : sql`
          update crawl_hosts
          set robots_body = ${answer.body}, robots_status = ${answer.status},
              robots_until = now() + ${rules.isTold ? DAY_SECONDS : RETRY_SECONDS} * interval '1 second',
              delay_ms = ${rules.delayMs},
              busy_until = now() + ${holdMs} * interval '1 millisecond'
          where host = ${visit.host}
        `,
    );
    await recordFetches(tx, [recordOf(context, visit, answer, rules)]);
  });
  lease.renewed(since, holdMs);
}

function recordOf(context: CrawlContext, visit: HostVisit, answer: RobotsAnswer, { isTold }: HostRules) {
  return {
    id: context.newId(),
    at: answer.begunAt,
    source_id: null,
    host: visit.host,
    url: answer.url,
    purpose: 'robots',
    due_at: null,
    status: answer.status === 0 ? null : answer.status,
    outcome: answer.barred ? 'moved' : isTold ? 'changed' : 'failed',
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
  { settings }: CrawlContext,
  { body, status, barred }: Pick<RobotsAnswer, 'body' | 'status' | 'barred'>,
): HostRules {
  const rules = body === null ? null : parseRobots(body);
  const delay = rules && crawlDelayOf(rules, settings.agent);
  // 4xx says that there is no file; anything else that is not 200 says nothing.
  const isTold = status >= 200 && status < 500 && !barred;
  return {
    allows: url => (rules ? isAllowed(rules, settings.agent, url) : isTold),
    delayMs: delay === null ? null : Math.round(Math.min(delay * 1_000, LONGEST_DELAY_MS)),
    isTold,
    barred,
  };
}

const DAY_SECONDS = 86_400;
const RETRY_SECONDS = 60;
const LARGEST_FILE = 1_000_000;
const LONGEST_DELAY_MS = 60_000;

export interface HostRobots {
  /** Between two requests, where the host was just heard to ask for a time. */
  readonly delayMs: number | null;
  /** What is known already; null when the host has to be asked. */
  recall(): Promise<HostRules | null>;
  /** Takes a request of this visit, and renews the lease for the pause behind it. */
  ask(url: string, lease: HostLease): Promise<HostRules>;
}

export interface HostRules {
  allows(url: string): boolean;
  /** Between two requests, where the host asks for a time. */
  readonly delayMs: number | null;
  /** False when the host could not say. */
  readonly isTold: boolean;
  /** It could not say because its file is at another host that cannot be asked yet. */
  readonly barred: Barred | null;
}

interface RobotsAnswer {
  readonly url: string;
  readonly begunAt: Date;
  /** 0 when there was no answer. */
  readonly status: number;
  readonly barred: Barred | null;
  readonly body: string | null;
  readonly bytes: number;
  readonly error: string | null;
  readonly durationMs: number;
}
