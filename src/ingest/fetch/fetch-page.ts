import type { NewArticle } from '../../model/article.ts';
import { addressOf } from '../../platform/archive/address.ts';
import { storableText } from '../../platform/database/storable.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import { databaseTime, type WaitingPage } from '../schedule/claim.ts';
import type { CompletedFetch } from '../schedule/complete.ts';
import { articleFromJson } from '../schedule/waiting-pages.ts';
import type { FetchedPage, PageDocument, PageMeta, PageRecord } from '../steps.ts';
import { type HostRobotsRules, visitedRules } from './host-robots.ts';
import { isOtherHost, type PoliteResponse, requestPolitely } from './polite-request.ts';
import { backoffMs, isHostFailure, retryAfterSeconds } from './responses.ts';
import type { ActiveVisit } from './visit.ts';

/** Fetches the page that an article waits for, where robots.txt allows it. Only our own faults are thrown. */
export async function fetchPage(visit: ActiveVisit, page: WaitingPage): Promise<FetchedPage> {
  const article: NewArticle = { ...articleFromJson(page.item), fetchId: visit.context.newId() };
  const rules = await visitedRules(visit, page.url);
  const begunAt = databaseTime(visit.visit, page.notBefore);
  return { page, article, begunAt, ...(refusal(rules, page) ?? (await request(visit, page))) };
}

function refusal(rules: HostRobotsRules, page: WaitingPage): PageResponse | null {
  const refused = { document: null, waitMs: 0, backoffMs: 0, isHostFailure: false, wasRequested: false };
  if (rules.blocked) {
    const { host, waitMs } = rules.blocked;
    return { ...refused, kind: 'waits', waitMs, record: recordOf('moved', `robots.txt waits for ${host}`) };
  }
  if (!rules.isKnown)
    return { ...refused, kind: 'later', record: recordOf('refused', 'robots.txt could not be read') };
  if (rules.allows(page.url)) return null;
  return { ...refused, kind: 'final', record: recordOf('refused', 'robots.txt') };
}

async function request(visit: ActiveVisit, page: WaitingPage): Promise<PageResponse> {
  const { signal, lease } = visit;
  lease.assertValid();
  try {
    const params = { url: page.url, purpose: 'an article', headers: ACCEPT, signal };
    return classify(visit.context.clock.now(), await requestPolitely(visit, params));
  } catch (error) {
    if (error instanceof OutboundFailure && error.fault === 'ours') throw error;
    const message = error instanceof Error ? error.message : String(error);
    return {
      document: null,
      kind: 'later',
      waitMs: 0,
      backoffMs: 0,
      wasRequested: true,
      isHostFailure: error instanceof OutboundFailure && !isOtherHost(visit, error.url),
      record: recordOf('failed', storableText(message, 500)),
    };
  }
}

function classify(now: number, { response, blocked, isOtherHost: isOther }: PoliteResponse): PageResponse {
  const { status } = response;
  const waitMs = backoffMs(status, retryAfterSeconds(response.headers, now));
  const meta = {
    document: null,
    waitMs,
    wasRequested: true,
    backoffMs: isOther ? 0 : waitMs,
    isHostFailure: isHostFailure(status) && !isOther,
  };
  const transfer = {
    status,
    wire_bytes: response.wireBytes,
    body_bytes: response.bodyBytes,
    duration_ms: Math.round(response.timings.total),
  };
  if (blocked) {
    const record = { ...recordOf('moved', `waits for ${blocked.host}`), ...transfer };
    return { ...meta, kind: 'waits', waitMs: blocked.waitMs, record };
  }
  if (status !== 200) {
    const record = { ...recordOf('failed', `HTTP ${status}`), ...transfer };
    return { ...meta, kind: FINAL.has(status) ? 'final' : 'later', record };
  }
  const contentType = response.headers.first('content-type');
  const { url, body: bytes } = response;
  const document = { url, bytes, contentType, address: addressOf(bytes) };
  return { ...meta, kind: 'final', document, record: { ...recordOf('changed', null), ...transfer } };
}

function recordOf(outcome: CompletedFetch['fetch']['outcome'], error: string | null): PageRecord {
  return { status: null, outcome, error, wire_bytes: 0, body_bytes: 0, duration_ms: 0 };
}

/** A retry would not help. */
const FINAL = new Set([401, 402, 403, 404, 405, 406, 410, 451]);
const ACCEPT = { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5' };

interface PageResponse extends PageMeta {
  readonly document: PageDocument | null;
}
