import type { NewArticle } from '../model/article.ts';
import type { ContentAddress } from '../platform/archive/address.ts';
import type { Transaction } from '../platform/database/port.ts';
import type { StoredOutcome } from './dedup/store.ts';
import type { ParsedDocument } from './parse/feed-articles.ts';
import type { DueSource, HostVisit, WaitingPage } from './schedule/claim.ts';
import type { CompletedFetch } from './schedule/complete.ts';
import type { ProblemKind } from './sources/problems.ts';

/** What each step of the flow (flow.ts) hands to the next. All of it is immutable. */

/** A request of a source that was sent, or refused by robots.txt before it was sent. */
interface StartedFetch {
  readonly source: DueSource;
  readonly fetchId: string;
  readonly begunAt: Date;
}

/** fetch -> parse: a document, or a result that needs no parsing. */
export interface FetchedSource extends StartedFetch {
  readonly fetched: FetchedDocument | BodilessResult;
}

export interface FetchedDocument {
  readonly kind: 'document';
  readonly meta: FetchMeta;
  readonly validators: BodyValidators;
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  /** The response came from a login page. */
  readonly isLogin: boolean;
}

/** parse -> store. */
export interface ParsedSource extends StartedFetch {
  readonly result: SourceResult;
}

export type SourceResult = BodilessResult | ChangedResult;

export type BodilessResult = FetchMeta &
  (
    | { readonly kind: 'unchanged' }
    | ({ readonly kind: 'same' } & BodyValidators)
    /** It redirects to a host that is busy or resting; the source is retried when that host is free. */
    | { readonly kind: 'moved'; readonly waitsFor: string; readonly waitMs: number }
    | {
        readonly kind: 'failed';
        readonly error: string;
        readonly problem?: ProblemKind;
        /** ARC-1: of a document that could not be parsed, so that a later version can try again. */
        readonly archiveKey?: ContentAddress | null;
      }
  );

export interface ChangedResult extends FetchMeta, BodyValidators {
  readonly kind: 'changed';
  readonly feed: ParsedDocument;
  readonly archiveKey: ContentAddress | null;
}

export interface FetchMeta {
  readonly status: number | null;
  readonly wireBytes: number;
  readonly bodyBytes: number;
  readonly durationMs: number;
  readonly maxAgeSeconds?: number | null;
  readonly retryAfterSeconds?: number | null;
  /** The last response came from another host, to which the visited one had redirected. */
  readonly isOtherHost?: boolean;
  /** The target of permanent redirects, when it is a new address. */
  readonly movedTo?: string | null;
}

/** What identifies a body in the next conditional request. */
interface BodyValidators {
  readonly hash: ContentAddress;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** fetch -> extract: the page of an article whose feed gives only a summary. */
export interface FetchedPage extends PageMeta {
  readonly page: WaitingPage;
  /** As the feed gave it. */
  readonly article: NewArticle;
  readonly begunAt: Date;
  /** Null when there is nothing to extract. */
  readonly document: PageDocument | null;
}

export interface PageDocument {
  readonly address: ContentAddress;
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}

/** extract -> archive. */
export interface ExtractedPage extends Omit<FetchedPage, 'document'> {
  readonly mayBeArchived: boolean;
}

/** archive -> store. */
export interface ParsedPage extends ExtractedPage {
  readonly archiveKey: ContentAddress | null;
}

export interface PageMeta {
  /** `later`: worth a retry; `waits`: not requested yet, because it is at another host that is busy or resting. */
  readonly kind: 'final' | 'later' | 'waits';
  /** Before the next request. */
  readonly waitMs: number;
  /** FETCH-2: how long the host asks to be left alone. */
  readonly backoffMs: number;
  readonly wasRequested: boolean;
  /** FETCH-4: the failure is the host's, not this page's. */
  readonly isHostFailure: boolean;
  readonly record: PageRecord;
}

export type PageRecord = Pick<
  CompletedFetch['fetch'],
  'status' | 'outcome' | 'error' | 'wire_bytes' | 'body_bytes' | 'duration_ms'
>;

/** store -> dedup: everything that one fetch writes. */
export interface FetchCommit {
  readonly visit: HostVisit;
  readonly sourceId: string;
  readonly articles: readonly NewArticle[];
  /** Articles whose pages are fetched before they are stored. */
  readonly waitingForPage: readonly NewArticle[];
  complete(stored: StoredCounts): CompletedFetch;
  /** Other writes of the same transaction. */
  readonly also?: (tx: Transaction) => Promise<void>;
}

export interface StoredCounts {
  readonly added: number;
  readonly revised: number;
  /** Articles that wait for their pages. */
  readonly queued: number;
  /** One for each of `articles`. */
  readonly outcomes: readonly StoredOutcome[];
}

/** Throws HostLeaseLost when another visit has leased the host meanwhile. */
export type Committer = (commit: FetchCommit) => Promise<StoredCounts>;
