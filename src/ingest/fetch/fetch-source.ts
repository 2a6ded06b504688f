import { addressOf, type ContentAddress } from '../../platform/archive/address.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { OutboundResponse } from '../../platform/outbound/port.ts';
import type { IngestContext } from '../context.ts';
import { type DueSource, databaseTime } from '../schedule/claim.ts';
import type { BodilessResult, FetchedDocument, FetchedSource, PageDocument } from '../steps.ts';
import { visitedRules } from './host-robots.ts';
import { type BlockedRedirect, isOtherHost, type PoliteResponse, requestPolitely } from './polite-request.ts';
import { looksLikeLogin, maxAgeSeconds, retryAfterSeconds } from './responses.ts';
import type { ActiveVisit } from './visit.ts';

/** Sends one request for a source. Every failure of the other side is a result; only our own faults are thrown. */
export async function fetchSource(visit: ActiveVisit, source: DueSource): Promise<FetchedSource> {
  const fetchId = visit.context.newId();
  const begunAt = databaseTime(visit.visit, source.nextCrawlAt);
  const fetched = (await checkRobots(visit, source)) ?? (await request(visit, source));
  return { source, fetchId, begunAt, fetched };
}

/** FETCH-2: a list page is read as crawlers read pages, so robots.txt applies; feeds were added by people. */
async function checkRobots(
  visit: ActiveVisit,
  { kind, url, movedTo }: DueSource,
): Promise<BodilessResult | null> {
  const page = movedTo ?? url;
  if (kind !== 'scrape') return null;
  const rules = await visitedRules(visit, page);
  if (rules.allows(page)) return null;
  const meta = { status: null, wireBytes: 0, bodyBytes: 0, durationMs: 0 };
  if (rules.blocked) return { ...meta, kind: 'moved', ...waitOf(rules.blocked) };
  return {
    ...meta,
    kind: 'failed',
    error: 'robots.txt does not allow the page to be read',
    problem: 'broken',
  };
}

async function request(visit: ActiveVisit, source: DueSource): Promise<FetchedDocument | BodilessResult> {
  const began = performance.now();
  try {
    const response = await requestPolitely(visit, {
      url: source.movedTo ?? source.url,
      purpose: 'a source',
      headers: requestHeaders(visit.context, source),
      conditional: { etag: latin1(source.etag), lastModified: latin1(source.lastModified) },
      signal: visit.signal,
    });
    return classify(source, visit.context.clock.now(), response);
  } catch (error) {
    if (!(error instanceof OutboundFailure) || error.fault === 'ours') throw error;
    return {
      status: null,
      wireBytes: 0,
      bodyBytes: 0,
      durationMs: Math.round(performance.now() - began),
      kind: 'failed',
      error: error.message,
      isOtherHost: isOtherHost(visit, error.url),
      ...(error.kind === 'certificate' ? { problem: 'certificate' } : {}),
    };
  }
}

function classify(
  source: DueSource,
  now: number,
  { response, blocked, isOtherHost: isOther }: PoliteResponse,
): FetchedDocument | BodilessResult {
  const { status, headers, body } = response;
  const meta = {
    isOtherHost: isOther,
    status,
    wireBytes: response.wireBytes,
    bodyBytes: response.bodyBytes,
    durationMs: Math.round(response.timings.total),
    maxAgeSeconds: maxAgeSeconds(headers, now),
    retryAfterSeconds: retryAfterSeconds(headers, now),
    movedTo: response.permanentUrl === (source.movedTo ?? source.url) ? null : response.permanentUrl,
  };
  if (blocked) return { ...meta, ...permanentTarget(blocked, response), kind: 'moved', ...waitOf(blocked) };
  if (response.notModified) return { ...meta, kind: 'unchanged' };
  if (status === 410) return { ...meta, kind: 'failed', error: '410 Gone', problem: 'gone' };
  const isLogin = status === 401 || looksLikeLogin(response.url);
  if (status !== 200)
    return { ...meta, kind: 'failed', error: `HTTP ${status}`, ...(isLogin ? { problem: 'login' } : {}) };
  const hash = addressOf(body);
  const validators = { hash, etag: headers.first('etag'), lastModified: headers.first('last-modified') };
  if (source.contentHash?.equals(Buffer.from(hash, 'hex'))) return { ...meta, ...validators, kind: 'same' };
  const contentType = headers.first('content-type');
  return { kind: 'document', meta, validators, url: response.url, bytes: body, contentType, isLogin };
}

/** SRC-9: where all redirects so far were permanent, the source moves to the host that blocks the last one. */
function permanentTarget(
  { redirect }: BlockedRedirect,
  { redirects }: OutboundResponse,
): { movedTo?: string } {
  return [...redirects, redirect].every(({ permanent }) => permanent) ? { movedTo: redirect.to } : {};
}

function waitOf({ host, waitMs }: BlockedRedirect): { waitsFor: string; waitMs: number } {
  return { waitsFor: host, waitMs };
}

/** The received document; null for a response without one. */
export function documentOf({ fetched }: FetchedSource): PageDocument | null {
  if (fetched.kind !== 'document') return null;
  const { bytes, url, contentType, validators } = fetched;
  return { bytes, url, contentType, address: validators.hash };
}

/** ARC-1: a fetch goes on without the archive, which logs its own failures. */
export async function archiveDocument(
  { archive }: Pick<IngestContext, 'archive'>,
  document: PageDocument | null,
): Promise<ContentAddress | null> {
  if (document === null) return null;
  const { bytes, url, contentType, address } = document;
  const type = (contentType ?? '').slice(0, 100);
  return archive.put(bytes, { url: url.slice(0, 500), type }, address).catch(() => null);
}

/** SRC-9: the accepted formats, and nothing about readers. SRC-5: an api source may need additional headers. */
function requestHeaders({ keys }: IngestContext, source: DueSource): Record<string, string> {
  return { accept: ACCEPT[source.kind] ?? '*/*', ...openSecrets(keys, source.secrets) };
}

/** Sealed as JSON under the purpose `source-secrets`; secrets that cannot be opened belong to another installation. */
function openSecrets(keys: IngestContext['keys'], sealed: Uint8Array | null): Record<string, string> {
  const opened = sealed && keys.open('source-secrets', sealed);
  return opened ? JSON.parse(opened.toString('utf8')) : {};
}

function latin1(bytes: Buffer | null): string | null {
  return bytes === null ? null : bytes.toString('latin1');
}

const ACCEPT: Readonly<Record<string, string>> = {
  feed: 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
  api: 'application/json, */*;q=0.5',
  scrape: 'text/html, application/xhtml+xml, */*;q=0.5',
};
