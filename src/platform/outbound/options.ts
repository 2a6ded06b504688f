import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../telemetry/port.ts';
import type { Limits } from './port.ts';
import type { StandIns } from './stand-ins.ts';

export interface OutboundDeps {
  readonly clock: Clock;
  /** Told of addresses that were refused: it is how an attempt at forgery shows. */
  readonly log: Pick<Logger, 'warn'>;
  readonly options: OutboundOptions;
}

export interface OutboundOptions {
  /** FETCH-1: `Broadsheet/0.1 (+https://news.example/about-our-crawler)`. */
  readonly userAgent: string;
  /**
   * What may be asked although it is inside: address ranges (`10.1.0.0/16`, `::1`) and names (`wiki.example`,
   * `*.corp.example`). A name that stands here is also looked for in this machine's own table of hosts.
   */
  readonly allow?: readonly string[];
  /** Who plays made-up hosts. */
  readonly standIns?: StandIns;
  readonly limits?: Partial<Limits>;
  readonly connections?: Partial<ConnectionBounds>;
  readonly dns?: Partial<DnsOptions>;
  /** Certificates (PEM) that are trusted besides those of the system. */
  readonly trustedCertificates?: readonly string[];
  /** Offered to servers that speak it over TLS; true when left out. */
  readonly http2?: boolean;
  /** How often deadlines are looked at. */
  readonly tickMs?: number;
}

export interface ConnectionBounds {
  readonly perOrigin: number;
  readonly total: number;
  /** How long a connection is kept for the next request. */
  readonly restMs: number;
  /** How long a request waits for a connection when all are in use. */
  readonly waitMs: number;
  readonly headBytes: number;
  readonly headLines: number;
}

export interface DnsOptions {
  readonly servers: readonly string[] | undefined;
  readonly tryMs: number;
  readonly tries: number;
  readonly hostsFile: string;
}

export const DEFAULT_LIMITS: Limits = {
  dnsMs: 5_000,
  connectMs: 10_000,
  headersMs: 15_000,
  bodyMs: 10_000,
  totalMs: 30_000,
  wireBytes: 10 * 1_048_576,
  decodedBytes: 20 * 1_048_576,
  ratio: 200,
  redirects: 5,
};

export const DEFAULT_BOUNDS: ConnectionBounds = {
  perOrigin: 6,
  total: 2_048,
  restMs: 4_000,
  waitMs: 15_000,
  headBytes: 65_536,
  headLines: 256,
};

export const DEFAULT_DNS: DnsOptions = {
  servers: undefined,
  tryMs: 2_000,
  tries: 2,
  hostsFile: '/etc/hosts',
};

export const TICK_MS = 100;
