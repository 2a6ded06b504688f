import type { Clock } from '../lib/clock.ts';
import type { Keys } from '../lib/keys.ts';
import type { Random } from '../lib/random.ts';
import type { Archive } from '../platform/archive/port.ts';
import type { Database } from '../platform/database/port.ts';
import type { EventLog } from '../platform/log/port.ts';
import type { Outbound } from '../platform/outbound/port.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import type { ParserPool } from './parse/parser-pool.ts';

/** The dependencies of the flow. */
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
  /** Between two requests to one host, unless the host asks for more. */
  readonly hostDelayMs: number;
  /** At least twice as long as a request may take (lease.ts). */
  readonly leaseMs: number;
  /** How long commits wait to be batched. */
  readonly batchMs?: number;
  /** Between two claims, when the last one found fewer hosts than there were free slots. */
  readonly claimEveryMs?: number;
  /** Our product token in robots.txt. */
  readonly agent: string;
}
