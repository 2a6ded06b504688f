import { Problem } from '../../errors.ts';
import { type Batcher, createBatcher } from '../../lib/batching.ts';
import type { Clock } from '../../lib/clock.ts';
import { reason } from '../../reasons.ts';
import type { Database } from '../database/port.ts';
import { float8, nullable, type RowOf, row, text, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { arrayOf, idArray, numberArray } from './columns.ts';
import type { Delivery, ReceiveOptions } from './port.ts';
import { checkVisibility, type Queues } from './queues.ts';
import type { Receipts } from './receipts.ts';
import type { Wakeups } from './wakeups.ts';

/**
 * A process claims from a queue with one statement at a time: concurrent claims would only wait for one another in
 * the database. Each call of `receive` gets a separate lease, so that settling its messages never waits for another
 * caller's transaction.
 */
export function createReceiving(deps: ReceivingDeps): Receiving {
  const { clock, wakeups } = deps;
  const claimers = new Map<string, Batcher<number, ClaimResult>>();
  const claimerOf = (queue: string, visibilityMs: number | undefined) => {
    const name = `${visibilityMs ?? ''} ${queue}`;
    let claimer = claimers.get(name);
    if (!claimer) {
      claimer = createClaimer(deps, queue, visibilityMs);
      claimers.set(name, claimer);
    }
    return claimer;
  };
  return {
    claim: (queue, max, visibilityMs) => claimerOf(queue, visibilityMs)(max),
    receive: async (queue, options) => {
      const { max, visibilityMs, signal } = checkOptions(options);
      await deps.queues.find(queue);
      const deadline = clock.now() + (options.waitMs ?? 0);
      for (;;) {
        const mark = wakeups.mark(queue);
        const { deliveries, nextMs } = await claimerOf(queue, visibilityMs)(max);
        const left = deadline - clock.now();
        if (deliveries.length > 0 || left <= 0 || signal?.aborted) return deliveries;
        await wakeups.wait(queue, mark, Math.min(left, nextMs ?? left), signal);
        if (wakeups.closed) return [];
      }
    },
  };
}

function createClaimer(deps: ReceivingDeps, queue: string, visibilityMs: number | undefined) {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return createBatcher<number, ClaimResult>({
    run: async sizes => {
      const { id } = await deps.queues.open(queue);
      const sweep = deps.clock.now() >= sweptAt + deps.sweepEveryMs;
      if (sweep) sweptAt = deps.clock.now();
      const claim = await deps.database.one(
        Claim,
        sql`
          select lease_ids, ids, receives, published, groups, bodies, visible_until,
                 date_part('epoch', visible_until - clock_timestamp()) * 1000 as visible_ms,
                 case when next_due is not null then
                   date_part('epoch', greatest(next_due, clock_timestamp()) - clock_timestamp()) * 1000
                 end as next_ms
          from queue_claim(${id}, ${arrayOf(sizes)}, ${visibilityMs ?? null}, ${sweep})
        `,
      );
      return splitByCaller(claim, sizes, queue, deps.receipts);
    },
    lanes: 1,
    weigh: max => max,
    maxWeight: MAX_CLAIM,
  });
}

/** The claim returns messages in the order of `sizes`; each caller has one lease. */
function splitByCaller(
  claim: RowOf<typeof Claim>,
  sizes: readonly number[],
  queue: string,
  receipts: Receipts,
): ClaimResult[] {
  const { ids, visibleUntil } = claim;
  const nextMs = claim.nextMs;
  const visibilityMs = Math.max(1, Math.ceil(claim.visibleMs ?? 0));
  if (!ids || ids.length === 0 || !visibleUntil)
    return sizes.map(() => ({ deliveries: [], leaseId: null, visibilityMs, nextMs }));
  const bodies = claim.bodies?.split('\n') ?? [];
  const groups = claim.groups === null ? null : (JSON.parse(claim.groups) as (string | null)[]);
  let after = 0;
  return sizes.map((size, part) => {
    const leaseId = claim.leaseIds?.[part] ?? '';
    const deliveries: Delivery[] = [];
    for (const end = Math.min(after + size, ids.length); after < end; after++) {
      const id = ids[after] ?? '';
      deliveries.push({
        id,
        queue,
        body: JSON.parse(bodies[after] ?? '') as unknown,
        receipt: receipts.write(leaseId, id),
        receives: claim.receives?.[after] ?? 1,
        group: groups?.[after] ?? null,
        publishedAt: new Date(claim.published?.[after] ?? 0),
        visibleUntil,
      });
    }
    return { deliveries, leaseId: deliveries.length > 0 ? leaseId : null, visibilityMs, nextMs };
  });
}

function checkOptions(options: ReceiveOptions): ReceiveOptions {
  const { max, visibilityMs } = options;
  if (!Number.isInteger(max) || max < 1 || max > MAX_CLAIM)
    throw new Problem('validation-failed', reason('receive-count', { max: MAX_CLAIM }));
  if (visibilityMs !== undefined) checkVisibility(visibilityMs);
  return options;
}

const MAX_CLAIM = 1_000;

const Claim = row({
  lease_ids: nullable(idArray),
  ids: nullable(idArray),
  receives: nullable(numberArray),
  published: nullable(numberArray),
  groups: nullable(text),
  bodies: nullable(text),
  visible_until: nullable(timestamptz),
  visible_ms: nullable(float8),
  next_ms: nullable(float8),
});

export interface Receiving {
  receive(queue: string, options: ReceiveOptions): Promise<Delivery[]>;
  /** Returns at once, for workers. */
  claim(queue: string, max: number, visibilityMs: number | undefined): Promise<ClaimResult>;
}

export interface ClaimResult {
  readonly deliveries: Delivery[];
  /** Null without deliveries. */
  readonly leaseId: string | null;
  /** Remaining time of the lease, by the database's clock. */
  readonly visibilityMs: number;
  /** Time until a message becomes due without an announcement; null when none will. */
  readonly nextMs: number | null;
}

interface ReceivingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly queues: Queues;
  readonly receipts: Receipts;
  readonly wakeups: Wakeups;
  /** How often claims that find messages look for expired leases; empty claims always look. */
  readonly sweepEveryMs: number;
}
