import { type Reason, reasonText } from './reasons.ts';

/**
 * Every error that leaves the program, in one table: its code, its HTTP status and its title.
 * `docs/reference/errors.md` is generated from this table, and a test compares the two.
 * Callers see a thrown Problem, so `detail` never holds a secret or a stack.
 */
export const PROBLEMS = {
  'validation-failed': { status: 400, title: 'The request is not valid' },
  'malformed-request': { status: 400, title: 'The request is not well-formed HTTP' },
  'malformed-body': { status: 400, title: 'The request body could not be read' },
  'invalid-cursor': { status: 400, title: 'The cursor was not issued by this server for this list' },
  'idempotency-key-invalid': { status: 400, title: 'The Idempotency-Key is not valid' },
  'not-signed-in': { status: 401, title: 'You are not signed in' },
  'invalid-credentials': { status: 401, title: 'The credentials are not valid' },
  forbidden: { status: 403, title: 'You do not have permission to do this' },
  'cross-site-request': { status: 403, title: 'The request came from another site' },
  'scope-missing': { status: 403, title: 'The token lacks a scope that this needs' },
  'second-factor-required': { status: 403, title: 'This session needs its second factor first' },
  'fresh-sign-in-required': { status: 403, title: 'This action requires a recent sign-in' },
  'sign-up-closed': { status: 403, title: 'This installation does not accept new accounts' },
  'not-found': { status: 404, title: 'Not found' },
  'source-not-found': { status: 404, title: 'Source not found' },
  'article-not-found': { status: 404, title: 'Article not found' },
  'story-not-found': { status: 404, title: 'Story not found' },
  'topic-not-found': { status: 404, title: 'Topic not found' },
  'topic-rule-not-found': { status: 404, title: 'Topic rule not found' },
  'signal-rule-not-found': { status: 404, title: 'Signal rule not found' },
  'synonyms-not-found': { status: 404, title: 'Synonym set not found' },
  'saved-search-not-found': { status: 404, title: 'Saved search not found' },
  'entity-not-found': { status: 404, title: 'Name not found' },
  'starter-pack-not-found': { status: 404, title: 'Starter pack not found' },
  'queue-not-found': { status: 404, title: 'Queue not found' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed for this address' },
  'request-too-slow': { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'The request conflicts with the current state' },
  'receipt-expired': { status: 409, title: 'The receipt has expired' },
  'idempotency-key-in-use': { status: 409, title: 'A request with this Idempotency-Key is still running' },
  'link-used': { status: 410, title: 'The link was already used or has expired' },
  'precondition-failed': { status: 412, title: 'The resource was modified' },
  'body-too-large': { status: 413, title: 'The request body is too large' },
  'unsupported-media-type': { status: 415, title: 'The content type of the request body is not supported' },
  'misdirected-request': { status: 421, title: 'This installation does not serve this host' },
  'idempotency-key-reused': {
    status: 422,
    title: 'This Idempotency-Key was already used for another request',
  },
  'address-unreadable': { status: 422, title: 'The address could not be read' },
  'weak-password': { status: 422, title: 'The password is too easy to guess' },
  'unusable-passkey': { status: 422, title: 'The passkey could not be verified' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  'identity-provider-failed': { status: 502, title: 'The sign-in service failed' },
  'database-away': { status: 503, title: 'The database is temporarily unavailable' },
  'database-not-writable': { status: 503, title: 'Changes cannot be saved at the moment' },
  'search-unavailable': { status: 503, title: 'Search is not available' },
  overloaded: { status: 503, title: 'The server is busy' },
  stopping: { status: 503, title: 'The server is stopping' },
  'timed-out': { status: 503, title: 'The request took too long' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One invalid part of the input: `at` is a JSON Pointer into the body, or a parameter's name. */
export interface InputFault {
  readonly in: 'body' | 'query' | 'path' | 'header';
  readonly at: string;
  readonly message: string;
  /** For translation on pages; faults that only programs can cause have none. */
  readonly reason?: Reason;
}

/** A fault in a field of the body. */
export function bodyFault(at: string, reason: Reason): InputFault {
  return { in: 'body', at, message: reasonText(reason), reason };
}

export function invalidInput(at: string, reason: Reason): Problem {
  return new Problem('validation-failed', undefined, { faults: [bodyFault(at, reason)] });
}

export class Problem extends Error {
  readonly code: ProblemCode;
  /** For translation on pages. A detail that only programs can cause is plain English text and has none. */
  readonly reason: Reason | undefined;
  readonly faults: readonly InputFault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail?: string | Reason, extra: ProblemExtra = {}) {
    const text = typeof detail === 'object' ? reasonText(detail) : detail;
    super(text ?? PROBLEMS[code].title, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'Problem';
    this.code = code;
    this.reason = typeof detail === 'object' ? detail : undefined;
    this.faults = extra.faults ?? [];
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** Whether the failure is temporary: the same work may succeed later, and any other work would have failed too. */
export function isTransient(error: unknown): boolean {
  return error instanceof Problem && TRANSIENT.has(error.code);
}

const TRANSIENT: ReadonlySet<ProblemCode> = new Set([
  'database-away',
  'database-not-writable',
  'overloaded',
  'stopping',
]);

interface ProblemExtra {
  faults?: readonly InputFault[];
  retryAfterSeconds?: number;
  cause?: unknown;
}
