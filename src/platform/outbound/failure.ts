import type { Redirect } from './port.ts';

/**
 * Why an outgoing request failed. `kind` is for decisions, the message for people; it names the host but never the
 * path or query, which may hold a secret.
 */
export class OutboundFailure extends Error {
  readonly kind: FailureKind;
  /** Whether the host or this machine is at fault: only the host's faults may count against a source. */
  readonly fault: FaultOwner;
  readonly purpose: string;
  /** Where the request was when it failed, and the redirects that led there. */
  readonly url: string;
  readonly redirects: readonly Redirect[];

  constructor(reason: FailureReason, context: FailureContext) {
    super(`${context.purpose}: ${hostOf(context.url)} ${reason.description}`, { cause: reason.cause });
    this.name = 'OutboundFailure';
    this.kind = reason.kind;
    this.fault = reason.fault;
    this.purpose = context.purpose;
    this.url = context.url;
    this.redirects = [...context.redirects];
  }
}

/** Thrown inside this module; the request adds the URL. */
export class FailureReason extends Error {
  readonly kind: FailureKind;
  readonly description: string;
  readonly fault: FaultOwner;
  /** True when the connection ended before any byte of a response: on a reused connection that is a race. */
  readonly beforeAnyByte: boolean;

  constructor(kind: FailureKind, description: string, more: ReasonDetails = {}) {
    super(description, { cause: more.cause });
    this.name = 'FailureReason';
    this.kind = kind;
    this.description = description;
    this.fault = more.fault ?? FAULT_OF[kind];
    this.beforeAnyByte = more.beforeAnyByte ?? false;
  }
}

/** System errors that are about this machine rather than the host. */
export function isLocalFault(error: unknown): boolean {
  const code = codeOf(error);
  // Without a route to an IPv6 address the host should have another address; without a route to IPv4 the fault is
  // ours.
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
} as const satisfies Record<string, FaultOwner>;

export const FAILURE_KINDS = Object.keys(FAULT_OF) as readonly FailureKind[];

export type FailureKind = keyof typeof FAULT_OF;
export type FaultOwner = 'host' | 'ours';

export interface FailureContext {
  readonly purpose: string;
  readonly url: string;
  readonly redirects: readonly Redirect[];
}

export interface ReasonDetails {
  readonly cause?: unknown;
  readonly fault?: FaultOwner;
  readonly beforeAnyByte?: boolean;
}
