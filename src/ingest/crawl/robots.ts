import { sql } from '../../platform/database/sql.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import { crawlDelayOf, isAllowed, parseRobots, type RobotsRules } from '../fetch/robots.ts';
import type { HostVisit } from '../schedule/claim.ts';
import type { CrawlContext } from './context.ts';

/**
 * FETCH-2, RFC 9309: the rules of the host being visited, from its row while they are fresh (24 hours), else asked for.
 * No file means no rules; a host that cannot say (5xx, no answer) is not crawled until it can, for an hour at a time.
 */
export async function robotsOf(context: CrawlContext, visit: HostVisit, url: string): Promise<HostRules> {
  if (visit.robotsKnown) return rulesFrom(context, visit.robotsStatus, visit.robotsBody);
  const { status, body } = await askForRobots(context, new URL('/robots.txt', url).href);
  const rules = rulesFrom(context, status, body);
  await context.database.execute(sql`
    update crawl_hosts
    set robots_body = ${body}, robots_status = ${status},
        robots_until = now() + ${isAnswer(status) ? DAY_SECONDS : RETRY_SECONDS} * interval '1 second',
        delay_ms = ${rules.delayMs}
    where host = ${visit.host} and lease_token = ${visit.leaseToken}
  `);
  return { ...rules, wasAsked: true };
}

async function askForRobots(
  { outbound }: CrawlContext,
  url: string,
): Promise<{ status: number; body: string | null }> {
  try {
    const answer = await outbound.request({
      url,
      purpose: 'robots.txt',
      limits: { decodedBytes: LARGEST_FILE, wireBytes: LARGEST_FILE, totalMs: 10_000 },
    });
    const body =
      answer.status === 200 ? Buffer.from(answer.body).toString('utf8').replaceAll('\0', '') : null;
    return { status: answer.status, body };
  } catch (error) {
    if (!(error instanceof OutboundFailure) || error.fault === 'ours') throw error;
    return { status: 0, body: null };
  }
}

function rulesFrom({ settings }: CrawlContext, status: number | null, body: string | null): HostRules {
  const rules: RobotsRules | null = body === null ? null : parseRobots(body);
  const delay = rules && crawlDelayOf(rules, settings.agent);
  return {
    allows: url => (rules ? isAllowed(rules, settings.agent, url) : isAnswer(status ?? 0)),
    delayMs: delay === null ? null : Math.round(Math.min(delay * 1_000, LONGEST_DELAY_MS)),
    wasAsked: false,
  };
}

/** 4xx says that there is no file; anything else that is not 200 says nothing. */
function isAnswer(status: number): boolean {
  return status >= 200 && status < 500;
}

const DAY_SECONDS = 86_400;
const RETRY_SECONDS = 3_600;
const LARGEST_FILE = 1_000_000;
const LONGEST_DELAY_MS = 60_000;

export interface HostRules {
  allows(url: string): boolean;
  /** Between two requests, where the host asks for a time. */
  readonly delayMs: number | null;
  /** Whether asking took a request of this visit. */
  readonly wasAsked: boolean;
}
