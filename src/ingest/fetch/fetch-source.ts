import { addressOf, type ContentAddress } from '../../platform/archive/address.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { OutboundResponse } from '../../platform/outbound/port.ts';
import type { CrawlContext } from '../context.ts';
import { NotAFeed } from '../parse/feed/index.ts';
import type { ReadFeed } from '../parse/feed-articles.ts';
import type { DueSource } from '../schedule/claim.ts';
import type { ProblemKind } from '../sources/problems.ts';
import { askPolitely, type Barred, isElsewhere, type PoliteAnswer, type Start } from './polite-request.ts';
import { readDocument } from './read-document.ts';
import { requestHeaders } from './request-headers.ts';
import { looksLikeLogin, maxAgeSeconds, retryAfterSeconds } from './responses.ts';

/** Asks a source once and reads what comes. Whatever happens is a result; only our own faults are thrown. */
export async function fetchSource(
  start: Start,
  source: DueSource,
  fetchId: string,
  signal: AbortSignal,
): Promise<SourceResult> {
  const { context } = start;
  const began = performance.now();
  const facts = { wireBytes: 0, bodyBytes: 0, durationMs: 0, status: null };
  try {
    const heard = await askPolitely(start, {
      url: source.movedTo ?? source.url,
      purpose: 'a source',
      headers: requestHeaders(context, source),
      conditional: { etag: latin1(source.etag), lastModified: latin1(source.lastModified) },
      signal,
    });
    return await judge(context, source, fetchId, heard);
  } catch (error) {
    if (!(error instanceof OutboundFailure) || error.fault === 'ours') throw error;
    const problem = error.kind === 'certificate' ? 'certificate' : undefined;
    return {
      ...facts,
      durationMs: Math.round(performance.now() - began),
      kind: 'failed',
      error: error.message,
      isElsewhere: isElsewhere(start, error.url),
      ...(problem ? { problem } : {}),
    };
  }
}

async function judge(
  context: CrawlContext,
  source: DueSource,
  fetchId: string,
  { answer, barred, ...whence }: PoliteAnswer,
): Promise<SourceResult> {
  const { status, headers } = answer;
  const now = context.clock.now();
  const facts = {
    ...whence,
    status,
    wireBytes: answer.wireBytes,
    bodyBytes: answer.bodyBytes,
    durationMs: Math.round(answer.timings.total),
    maxAgeSeconds: maxAgeSeconds(headers, now),
    retryAfterSeconds: retryAfterSeconds(headers, now),
    movedTo: answer.permanentUrl === (source.movedTo ?? source.url) ? null : answer.permanentUrl,
  };
  if (barred) return { ...facts, ...movedAt(barred, answer), kind: 'moved', ...waitOf(barred) };
  if (answer.notModified) return { ...facts, kind: 'unchanged' };
  if (status === 410) return { ...facts, kind: 'failed', error: '410 Gone', problem: 'gone' };
  if (status !== 200) return { ...facts, kind: 'failed', error: `HTTP ${status}`, ...loginAt(answer) };
  const hash = addressOf(answer.body);
  const body = { hash, etag: headers.first('etag'), lastModified: headers.first('last-modified') };
  if (source.contentHash?.equals(Buffer.from(hash, 'hex'))) return { ...facts, ...body, kind: 'same' };
  try {
    const [archiveKey, feed] = await Promise.all([
      keep(context, answer, hash),
      readDocument(context, source, fetchId, answer),
    ]);
    return { ...facts, ...body, kind: 'changed', archiveKey, feed };
  } catch (error) {
    const problem = loginAt(answer).problem ?? (error instanceof NotAFeed ? 'not-a-feed' : 'broken');
    return { ...facts, kind: 'failed', error: messageOf(error), problem };
  }
}

/** SRC-9: where the way is barred by a host to which all redirects so far have led for good, the source belongs there. */
function movedAt({ redirect }: Barred, { redirects }: OutboundResponse): { movedTo?: string } {
  return [...redirects, redirect].every(({ permanent }) => permanent) ? { movedTo: redirect.to } : {};
}

export function waitOf({ host, waitMs }: Barred): { waitsFor: string; waitMs: number } {
  return { waitsFor: host, waitMs };
}

/** ARC-1: a fetch goes on without the archive. The archive reports its failures itself. */
function keep(
  { archive }: CrawlContext,
  { body, headers, url }: OutboundResponse,
  hash: ContentAddress,
): Promise<ContentAddress | null> {
  const type = (headers.first('content-type') ?? '').slice(0, 100);
  return archive.put(body, { url: url.slice(0, 500), type }, hash).catch(() => null);
}

function loginAt({ url, status }: OutboundResponse): { problem?: ProblemKind } {
  return status === 401 || looksLikeLogin(url) ? { problem: 'login' } : {};
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function latin1(bytes: Buffer | null): string | null {
  return bytes === null ? null : bytes.toString('latin1');
}

/** What came of asking a source. */
export type SourceResult = FetchFacts &
  (
    | { readonly kind: 'unchanged' }
    | ({ readonly kind: 'same' } & Body)
    | ({
        readonly kind: 'changed';
        readonly feed: ReadFeed;
        readonly archiveKey: ContentAddress | null;
      } & Body)
    /** It redirects to a host that is busy or rests, and is asked again when that host may be. */
    | { readonly kind: 'moved'; readonly waitsFor: string; readonly waitMs: number }
    | { readonly kind: 'failed'; readonly error: string; readonly problem?: ProblemKind }
  );

interface FetchFacts {
  readonly status: number | null;
  readonly wireBytes: number;
  readonly bodyBytes: number;
  readonly durationMs: number;
  readonly maxAgeSeconds?: number | null;
  readonly retryAfterSeconds?: number | null;
  /** What was heard last came from another host, to which the visited one had redirected. */
  readonly isElsewhere?: boolean;
  /** Where permanent redirects led, when that is somewhere new. */
  readonly movedTo?: string | null;
}

interface Body {
  readonly hash: ContentAddress;
  readonly etag: string | null;
  readonly lastModified: string | null;
}
