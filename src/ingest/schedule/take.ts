import type { Database } from '../../platform/database/port.ts';
import { bool, int4, int8, nullable, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { HeldHost } from './complete.ts';
import { FAILURES_TO_OPEN } from './intervals.ts';

/**
 * Takes one host by its name, for whoever was led there by another, and only while nobody visits it and its pause is
 * over (FETCH-2). By the database's clock and with a token of its own, as claims are; a host that is not known yet is
 * made, with nothing due.
 */
export async function takeHost(
  database: Database,
  host: string,
  leaseMs: number,
): Promise<TakenHost | BusyHost> {
  const taken = await database.maybe(
    row({ lease_token: int8, delay_ms: nullable(int4) }),
    sql`
      insert into crawl_hosts (host, lease_token, busy_until, updated_at)
      values (${host}, 1, now() + ${leaseMs}::integer * interval '1 millisecond', now())
      on conflict (host) do update
      set lease_token = crawl_hosts.lease_token + 1, busy_until = excluded.busy_until
      where crawl_hosts.busy_until is null or crawl_hosts.busy_until <= now()
      returning lease_token, delay_ms
    `,
  );
  return taken ? { kind: 'taken', host, ...taken } : busyHost(database, host);
}

async function busyHost(database: Database, host: string): Promise<BusyHost> {
  const found = await database.maybe(
    row({ ms: int8, delay_ms: nullable(int4), is_resting: bool }),
    sql`
      select ceil(greatest(extract(epoch from busy_until - now()) * 1000, 0))::bigint as ms, delay_ms,
        coalesce(slowed_until > now(), false) or failures >= ${FAILURES_TO_OPEN} as is_resting
      from crawl_hosts
      where host = ${host}
    `,
  );
  return { kind: 'busy', host, ...(found ?? { ms: 0, delayMs: null, isResting: false }) };
}

export interface TakenHost extends HeldHost {
  readonly kind: 'taken';
  /** Between two requests, where the host asks for a time. */
  readonly delayMs: number | null;
}

export interface BusyHost {
  readonly kind: 'busy';
  readonly host: string;
  /** Until the end of its pause or, at the latest, of the lease of who visits it. */
  readonly ms: number;
  readonly delayMs: number | null;
  /** It asked to be left alone, or does not answer: nobody visits it before that time. */
  readonly isResting: boolean;
}
