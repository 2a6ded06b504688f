import type { NewArticle } from '../../model/article.ts';
import { sql } from '../../platform/database/sql.ts';
import { storableText } from '../../platform/database/storable.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import { databaseTime, type WaitingPage } from '../schedule/claim.ts';
import type { Finding } from '../schedule/commit.ts';
import type { CompletedFetch } from '../schedule/complete.ts';
import { failureDelaySeconds } from '../schedule/intervals.ts';
import { articleOf } from '../schedule/waiting-pages.ts';
import type { HostRules } from './host-robots.ts';
import { askPolitely, isElsewhere, type PoliteAnswer } from './polite-request.ts';
import { quietMs, retryAfterSeconds, speaksForHost } from './responses.ts';
import { rulesOf } from './rules.ts';
import { countArticles, countFetch, type VisitStep } from './visit.ts';

/**
 * Reads the page of an article that waits for it, and stores the article. Where robots.txt forbids it, the page is
 * gone, or after the third failure, the article is stored with what its feed said. Where it is at another host that
 * cannot be asked yet, it waits for that one. False when the visit ends here.
 */
export async function visitPage(step: VisitStep, page: WaitingPage, isLast: boolean): Promise<boolean> {
  const { context, commits, visit, lease } = step;
  const article = { ...articleOf(page.item), fetchId: context.newId() };
  const rules = await rulesOf(step, page.url);
  const begunAt = databaseTime(visit, page.notBefore);
  const answer = await ask(step, rules, page, article);
  const goesOn = !isLast && !answer.isOfTheHost && answer.quietMs === 0;
  if (!goesOn) step.leave();
  const holdMs = goesOn ? lease.holdMs(step.delayMs()) : step.delayMs();
  const since = performance.now();
  const again = nextAttempt(step, page, answer);
  const complete = (stored: number): CompletedFetch => ({
    fetch: { ...recordOf(page, article, begunAt), ...answer.facts, found: stored, stored },
    schedule: null,
    host: {
      host: page.host,
      hold_ms: holdMs,
      failed: answer.wasAsked ? answer.isOfTheHost : null,
      slow_ms: answer.quietMs,
    },
  });
  const finding: Finding = {
    visit,
    sourceId: page.sourceId,
    articles: again ? [] : [answer.article],
    wanted: [],
    complete: ({ isNew }) => complete(isNew),
    also: async tx => {
      await tx.execute(again ? putOff(page, again) : sql`delete from crawl_pages where id = ${page.id}`);
    },
  };
  countArticles(context, 'page', await commits(finding));
  countFetch(step, answer.facts.outcome);
  lease.renewed(since, holdMs);
  return goesOn;
}

/** Null when the article is stored with what there is. Whoever only waits for another host has not tried yet. */
function nextAttempt(
  { context }: VisitStep,
  { attempts }: WaitingPage,
  { kind, waitMs }: PageAnswer,
): Attempt | null {
  if (kind === 'waits') return { attempts, inMs: waitMs };
  if (kind === 'final' || attempts + 1 >= MOST_ATTEMPTS) return null;
  const seconds = failureDelaySeconds(attempts + 1, context.random, waitMs / 1_000);
  return { attempts: attempts + 1, inMs: seconds * 1_000 };
}

function putOff({ id }: WaitingPage, { attempts, inMs }: Attempt) {
  return sql`
    update crawl_pages
    set attempts = ${attempts}, not_before = now() + ${inMs} * interval '1 millisecond'
    where id = ${id}
  `;
}

async function ask(
  step: VisitStep,
  rules: HostRules,
  page: WaitingPage,
  article: NewArticle,
): Promise<PageAnswer> {
  const { signal, lease } = step;
  const silent = { article, waitMs: 0, quietMs: 0, isOfTheHost: false };
  const unasked = { ...silent, wasAsked: false };
  if (rules.barred) {
    const facts = nothing('moved', `robots.txt waits for ${rules.barred.host}`);
    return { ...unasked, kind: 'waits', waitMs: rules.barred.waitMs, facts };
  }
  if (!rules.isTold)
    return { ...unasked, kind: 'later', facts: nothing('refused', 'robots.txt could not be read') };
  if (!rules.allows(page.url)) return { ...unasked, kind: 'final', facts: nothing('refused', 'robots.txt') };
  lease.require();
  try {
    const request = { url: page.url, purpose: 'an article', headers: ACCEPT, signal };
    return await judge(step, article, await askPolitely(step, request));
  } catch (error) {
    if (error instanceof OutboundFailure && error.fault === 'ours') throw error;
    const words = error instanceof Error ? error.message : String(error);
    const isOfTheHost = error instanceof OutboundFailure && !isElsewhere(step, error.url);
    const facts = nothing('failed', storableText(words, 500));
    return { ...silent, kind: 'later', wasAsked: true, isOfTheHost, facts };
  }
}

async function judge(
  { context }: VisitStep,
  article: NewArticle,
  { answer, barred, isElsewhere: isOfAnother }: PoliteAnswer,
): Promise<PageAnswer> {
  const { status } = answer;
  const now = context.clock.now();
  const waitMs = quietMs(status, retryAfterSeconds(answer.headers, now));
  const asked = {
    article,
    waitMs,
    wasAsked: true,
    quietMs: isOfAnother ? 0 : waitMs,
    isOfTheHost: speaksForHost(status) && !isOfAnother,
  };
  const facts = {
    status,
    wire_bytes: answer.wireBytes,
    body_bytes: answer.bodyBytes,
    duration_ms: Math.round(answer.timings.total),
  };
  if (barred) {
    const moved = { ...nothing('moved', `waits for ${barred.host}`), ...facts };
    return { ...asked, kind: 'waits', waitMs: barred.waitMs, facts: moved };
  }
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

interface Attempt {
  readonly attempts: number;
  readonly inMs: number;
}

interface PageAnswer {
  /** `later`: worth another attempt; `waits`: not asked yet, because it is at another host that is busy or rests. */
  readonly kind: 'final' | 'later' | 'waits';
  /** With the text of its page where that was read, else as the feed gave it. */
  readonly article: NewArticle;
  /** Before it may be asked again. */
  readonly waitMs: number;
  /** FETCH-2: how long it asks for the whole host to be left alone. */
  readonly quietMs: number;
  readonly wasAsked: boolean;
  /** FETCH-4: it speaks against the host, not against this page. */
  readonly isOfTheHost: boolean;
  readonly facts: PageFacts;
}
