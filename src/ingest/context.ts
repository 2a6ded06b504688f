import type { Clock } from '../lib/clock.ts';
import type { Keys } from '../lib/keys.ts';
import type { Random } from '../lib/random.ts';
import type { Archive } from '../platform/archive/port.ts';
import type { Database } from '../platform/database/port.ts';
import type { EventLog } from '../platform/log/port.ts';
import type { Outbound } from '../platform/outbound/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import type { ParserPool } from './parse/parser-pool.ts';

/** What crawling works with. */
export interface IngestContext {
  readonly database: Database;
  readonly log: EventLog;
  readonly archive: Archive;
  readonly outbound: Outbound;
  readonly parserPool: ParserPool;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: Keys;
  readonly newId: () => string;
  readonly settings: CrawlSettings;
}

export interface CrawlSettings {
  /** Hosts visited at the same time. */
  readonly concurrency: number;
  /** Between two requests to one host, where it does not ask for more. */
  readonly hostDelayMs: number;
  /** At least twice as long as a request may take (lease.ts). */
  readonly leaseMs: number;
  /** How long finished fetches wait for one another before they are written together. */
  readonly batchMs?: number;
  /** Between two looks for hosts that are due, where there was room for more than were found. */
  readonly claimEveryMs?: number;
  /** The name by which robots.txt knows us. */
  readonly agent: string;
}
