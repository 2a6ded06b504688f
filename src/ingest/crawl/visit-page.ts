import type { NewArticle } from '../../model/article.ts';
import { sql } from '../../platform/database/sql.ts';
import { storableText } from '../../platform/database/storable.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { OutboundResponse } from '../../platform/outbound/port.ts';
import { databaseTime, type WaitingPage } from '../schedule/claim.ts';
import type { CompletedFetch } from '../schedule/complete.ts';
import { failureDelaySeconds } from '../schedule/intervals.ts';
import { asksForQuiet, quietMs, retryAfterSeconds, speaksForHost } from './answers.ts';
import type { Finding } from './commit.ts';
import type { HostRules } from './robots.ts';
import { rulesOf } from './rules.ts';
import { countArticles, countFetch, type VisitStep } from './visit.ts';
import { articleOf } from './waiting-pages.ts';

/**
 * Reads the page of an article that waits for it, and stores the article. Where robots.txt forbids it, the page is
 * gone, or after the third failure, the article is stored with what its feed said. False when the visit ends here.
 */
export async function visitPage(step: VisitStep, page: WaitingPage, isLast: boolean): Promise<boolean> {
  const { context, commits, visit, lease } = step;
  const article = { ...articleOf(page.item), fetchId: context.newId() };
  const rules = await rulesOf(step, page.url);
  const begunAt = databaseTime(visit, page.notBefore);
  const answer = await ask(step, rules, page, article);
  const goesOn = !isLast && !asksForQuiet(answer.facts.status) && !answer.isOfTheHost;
  const holdMs = goesOn ? lease.holdMs(step.delayMs()) : step.delayMs();
  const since = performance.now();
  const isPutOff = answer.kind === 'later' && page.attempts + 1 < MOST_ATTEMPTS;
  const delaySeconds = failureDelaySeconds(page.attempts + 1, context.random, answer.slowMs / 1_000);
  const complete = (stored: number): CompletedFetch => ({
    fetch: { ...recordOf(page, article, begunAt), ...answer.facts, found: stored, stored },
    schedule: null,
    host: {
      host: page.host,
      hold_ms: holdMs,
      failed: answer.wasAsked ? answer.isOfTheHost : null,
      slow_ms: answer.slowMs,
    },
  });
  const finding: Finding = {
    visit,
    sourceId: page.sourceId,
    articles: isPutOff ? [] : [answer.article],
    wanted: [],
    complete: ({ isNew }) => complete(isNew),
    also: async tx => {
      await tx.execute(
        isPutOff ? putOff(page, delaySeconds) : sql`delete from crawl_pages where id = ${page.id}`,
      );
    },
  };
  countArticles(context, 'page', await commits(finding));
  countFetch(step, answer.facts.outcome);
  lease.renewed(since, holdMs);
  return goesOn;
}

function putOff({ id }: WaitingPage, seconds: number) {
  return sql`
    update crawl_pages
    set attempts = attempts + 1, not_before = now() + ${seconds} * interval '1 second'
    where id = ${id}
  `;
}

async function ask(
  step: VisitStep,
  rules: HostRules,
  page: WaitingPage,
  article: NewArticle,
): Promise<PageAnswer> {
  const { context, signal, lease } = step;
  const unasked = { article, slowMs: 0, wasAsked: false, isOfTheHost: false };
  if (!rules.isTold)
    return { ...unasked, kind: 'later', facts: nothing('refused', 'robots.txt could not be read') };
  if (!rules.allows(page.url)) return { ...unasked, kind: 'final', facts: nothing('refused', 'robots.txt') };
  lease.require();
  try {
    const answer = await context.outbound.request({
      url: page.url,
      purpose: 'an article',
      headers: ACCEPT,
      signal,
    });
    return await judge(step, article, answer);
  } catch (error) {
    if (error instanceof OutboundFailure && error.fault === 'ours') throw error;
    const words = error instanceof Error ? error.message : String(error);
    const isOfTheHost = error instanceof OutboundFailure;
    const facts = nothing('failed', storableText(words, 500));
    return { kind: 'later', article, slowMs: 0, wasAsked: true, isOfTheHost, facts };
  }
}

async function judge(
  { context }: VisitStep,
  article: NewArticle,
  answer: OutboundResponse,
): Promise<PageAnswer> {
  const { status } = answer;
  const now = context.clock.now();
  const asked = {
    article,
    wasAsked: true,
    slowMs: quietMs(status, retryAfterSeconds(answer.headers, now)),
    isOfTheHost: speaksForHost(status),
  };
  const facts = {
    status,
    wire_bytes: answer.wireBytes,
    body_bytes: answer.bodyBytes,
    duration_ms: Math.round(answer.timings.total),
  };
  if (status !== 200)
    return {
      ...asked,
      kind: FINAL.has(status) ? 'final' : 'later',
      facts: { ...nothing('failed', `HTTP ${status}`), ...facts },
    };
  const contentType = answer.headers.first('content-type');
  const whole = await context.readers.readPage(answer.body, { article, url: answer.url, contentType, now });
  return { ...asked, kind: 'final', article: whole, facts: { ...nothing('changed', null), ...facts } };
}

function recordOf(page: WaitingPage, { fetchId }: { fetchId: string }, begunAt: Date) {
  return {
    id: fetchId,
    at: begunAt,
    source_id: page.sourceId,
    host: page.host,
    url: page.url,
    purpose: 'page',
    due_at: page.notBefore,
    content_hash: null,
    archive_key: null,
    revised: 0,
  } as const;
}

function nothing(outcome: CompletedFetch['fetch']['outcome'], error: string | null): PageFacts {
  return { status: null, outcome, error, wire_bytes: 0, body_bytes: 0, duration_ms: 0 };
}

const MOST_ATTEMPTS = 3;
/** Trying again would not help. */
const FINAL = new Set([401, 402, 403, 404, 405, 406, 410, 451]);
const ACCEPT = { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5' };

type PageFacts = Pick<
  CompletedFetch['fetch'],
  'status' | 'outcome' | 'error' | 'wire_bytes' | 'body_bytes' | 'duration_ms'
>;

interface PageAnswer {
  /** `later`: worth another attempt. */
  readonly kind: 'final' | 'later';
  /** With the text of its page where that was read, else as the feed gave it. */
  readonly article: NewArticle;
  readonly slowMs: number;
  readonly wasAsked: boolean;
  /** FETCH-4: it speaks against the host, not against this page. */
  readonly isOfTheHost: boolean;
  readonly facts: PageFacts;
}
