import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../telemetry/port.ts';
import type { ExampleHosts } from './example-hosts.ts';
import type { Limits } from './port.ts';

export interface OutboundDeps {
  readonly clock: Clock;
  /** Logs refused addresses: they reveal attempts at request forgery. */
  readonly log: Pick<Logger, 'warn'>;
  readonly options: OutboundOptions;
}

export interface OutboundOptions {
  /** FETCH-1: `Broadsheet/0.1 (+https://news.example/about-our-crawler)`. */
  readonly userAgent: string;
  /**
   * Private addresses that may be requested: ranges (`10.1.0.0/16`, `::1`) and names (`wiki.example`,
   * `*.corp.example`). Names listed here are also looked up in this machine's hosts file.
   */
  readonly allow?: readonly string[];
  /** The server of the made-up publishers. */
  readonly exampleHosts?: ExampleHosts;
  readonly limits?: Partial<Limits>;
  readonly connections?: Partial<ConnectionBounds>;
  readonly dns?: Partial<DnsOptions>;
  /** Certificates (PEM) trusted in addition to the system's. */
  readonly trustedCertificates?: readonly string[];
  /** Offered to servers over TLS; true by default. */
  readonly http2?: boolean;
  /** How often deadlines are checked. */
  readonly tickMs?: number;
}

export interface ConnectionBounds {
  readonly perOrigin: number;
  readonly total: number;
  /** How long a connection stays open for the next request. */
  readonly idleMs: number;
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
  idleMs: 4_000,
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
