import { pause } from '../../lib/clock.ts';
import type { NewArticle } from '../../model/article.ts';
import { storableText } from '../../platform/database/storable.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import { databaseTime, type WaitingPage } from '../schedule/claim.ts';
import type { CompletedFetch } from '../schedule/complete.ts';
import { failureDelaySeconds } from '../schedule/intervals.ts';
import { asksForQuiet } from './answers.ts';
import { robotsOf } from './robots.ts';
import { countArticles, type VisitStep } from './visit.ts';
import { articleOf } from './waiting-pages.ts';

/**
 * Reads the page of an article that waits for it, and stores the article. Where robots.txt forbids it, or after the
 * third failure, the article is stored with what its feed said. False when the host asks to be left alone.
 */
export async function visitPage(step: VisitStep, page: WaitingPage): Promise<boolean> {
  const { context, commits, visit } = step;
  const article = { ...articleOf(page.item), fetchId: context.newId() };
  const begunAt = databaseTime(visit);
  const answer = await ask(step, page, article);
  const complete = (stored: number): CompletedFetch => ({
    fetch: {
      id: article.fetchId,
      at: begunAt,
      source_id: page.sourceId,
      host: page.host,
      url: page.url,
      purpose: 'page',
      due_at: page.notBefore,
      content_hash: null,
      archive_key: null,
      found: stored,
      stored,
      revised: 0,
      ...answer.facts,
    },
    schedule: null,
    host: {
      host: page.host,
      hold_ms: step.holdMs,
      failed: answer.kind === 'failed',
      slow_ms: answer.slowMs,
    },
  });
  if (answer.kind === 'failed' && page.attempts + 1 < MOST_ATTEMPTS) {
    const delay = failureDelaySeconds(page.attempts + 1, context.random);
    await commits.pageLater(visit, page, delay, complete(0));
    return !asksForQuiet(answer.facts.status);
  }
  const stored = await commits.page(visit, page, answer.article, ({ isNew }) => complete(isNew));
  countArticles(context, 'page', stored);
  return !asksForQuiet(answer.facts.status);
}

async function ask(
  { context, visit, signal, delayMs }: VisitStep,
  page: WaitingPage,
  article: NewArticle,
): Promise<PageAnswer> {
  const rules = await robotsOf(context, visit, page.url);
  if (!rules.allows(page.url))
    return { kind: 'refused', article, slowMs: 0, facts: nothing('refused', 'robots.txt') };
  if (rules.wasAsked) await pause(context.clock, delayMs, signal);
  try {
    const answer = await context.outbound.request({
      url: page.url,
      purpose: 'an article',
      headers: ACCEPT,
      signal,
    });
    const facts = {
      status: answer.status,
      wire_bytes: answer.wireBytes,
      body_bytes: answer.bodyBytes,
      duration_ms: Math.round(answer.timings.total),
    };
    if (answer.status !== 200)
      return {
        kind: 'failed',
        article,
        slowMs: asksForQuiet(answer.status) ? SLOWED_MS : 0,
        facts: { ...nothing('failed', `HTTP ${answer.status}`), ...facts },
      };
    const whole = await context.readers.readPage(answer.body, {
      article,
      url: answer.url,
      contentType: answer.headers.first('content-type'),
      now: context.clock.now(),
    });
    return { kind: 'read', article: whole, slowMs: 0, facts: { ...nothing('changed', null), ...facts } };
  } catch (error) {
    if (error instanceof OutboundFailure && error.fault === 'ours') throw error;
    const words = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', article, slowMs: 0, facts: nothing('failed', storableText(words, 500)) };
  }
}

function nothing(outcome: CompletedFetch['fetch']['outcome'], error: string | null): PageFacts {
  return { status: null, outcome, error, wire_bytes: 0, body_bytes: 0, duration_ms: 0 };
}

const MOST_ATTEMPTS = 3;
const SLOWED_MS = 60_000;
const ACCEPT = { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5' };

type PageFacts = Pick<
  CompletedFetch['fetch'],
  'status' | 'outcome' | 'error' | 'wire_bytes' | 'body_bytes' | 'duration_ms'
>;

interface PageAnswer {
  readonly kind: 'read' | 'refused' | 'failed';
  readonly article: NewArticle;
  readonly slowMs: number;
  readonly facts: PageFacts;
}
