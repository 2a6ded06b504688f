import type { Redirect } from './port.ts';

/**
 * Why an outgoing request came to nothing. `kind` is for decisions, the message for people; it names the host
 * and never the path or query, which may hold a secret.
 */
export class OutboundFailure extends Error {
  readonly kind: FailureKind;
  /** Whether the other side has failed, or we have: only the first may count against a source. */
  readonly fault: Fault;
  readonly purpose: string;
  /** Where the request was when it failed, and how it got there. */
  readonly url: string;
  readonly redirects: readonly Redirect[];

  constructor(reason: Reason, journey: Journey) {
    super(`${journey.purpose}: ${hostOf(journey.url)} ${reason.words}`, { cause: reason.cause });
    this.name = 'OutboundFailure';
    this.kind = reason.kind;
    this.fault = reason.fault;
    this.purpose = journey.purpose;
    this.url = journey.url;
    this.redirects = [...journey.redirects];
  }
}

/** What a part of the module throws; the request around it adds where it was. */
export class Reason extends Error {
  readonly kind: FailureKind;
  readonly words: string;
  readonly fault: Fault;
  /** True when the connection ended before any byte of an answer: on an old connection that is a race. */
  readonly beforeAnyByte: boolean;

  constructor(kind: FailureKind, words: string, more: ReasonDetails = {}) {
    super(words, { cause: more.cause });
    this.name = 'Reason';
    this.kind = kind;
    this.words = words;
    this.fault = more.fault ?? FAULT_OF[kind];
    this.beforeAnyByte = more.beforeAnyByte ?? false;
  }
}

/** Errors of the system that say more about this machine than about the other one. */
export function isLocalTrouble(error: unknown): boolean {
  const code = codeOf(error);
  // Without a route to a version 6 address it is the host that should have another; to version 4 it is us.
  const isFour = error instanceof Error && 'address' in error && !String(error.address).includes(':');
  return LOCAL_CODES.has(code) || (code === 'ENETUNREACH' && isFour);
}

export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the address';
}

const LOCAL_CODES = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'ENETDOWN',
]);

const FAULT_OF = {
  dns: 'host',
  connect: 'host',
  tls: 'host',
  certificate: 'host',
  'timeout-queue': 'ours',
  'timeout-dns': 'host',
  'timeout-connect': 'host',
  'timeout-headers': 'host',
  'timeout-body': 'host',
  'timeout-total': 'host',
  'too-large-wire': 'host',
  'too-large-decoded': 'host',
  'refused-address': 'host',
  'refused-url': 'host',
  'redirect-loop': 'host',
  'too-many-redirects': 'host',
  'bad-redirect': 'host',
  'bad-response': 'host',
  'bad-encoding': 'host',
  reset: 'host',
  truncated: 'host',
  'bad-request': 'ours',
  'local-trouble': 'ours',
  aborted: 'ours',
  closed: 'ours',
} as const satisfies Record<string, Fault>;

export const FAILURE_KINDS = Object.keys(FAULT_OF) as readonly FailureKind[];

export type FailureKind = keyof typeof FAULT_OF;
export type Fault = 'host' | 'ours';

export interface Journey {
  readonly purpose: string;
  readonly url: string;
  readonly redirects: readonly Redirect[];
}

export interface ReasonDetails {
  readonly cause?: unknown;
  readonly fault?: Fault;
  readonly beforeAnyByte?: boolean;
}
