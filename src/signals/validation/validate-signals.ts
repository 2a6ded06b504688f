import type { Clock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { RecentShare } from '../../lib/recent-share.ts';
import type { AcceptedSignals } from '../../model/accepted-signals.ts';
import { keyOfPartition } from '../../model/signal-partitions.ts';
import type { ValidSignal } from '../../model/valid-signals.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventHandler, EventLog, LogEvent } from '../../platform/log/port.ts';
import { setOrClear } from '../../platform/telemetry/gauges.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { SIGNALS_VALID } from '../../streams.ts';
import { addCounts } from '../counts/add-counts.ts';
import { readReaches } from '../reach/reach.ts';
import type { ActiveRules } from './active-rules.ts';
import { applyRules, dedupKeyOf, type JudgedSignal, withOffsets } from './apply-rules.ts';
import { findFirstOffsets, skipHandled, storeDedupKeys } from './handled-signals.ts';
import { PartitionState } from './partition-state.ts';
import { SharedCounts } from './shared-counts.ts';

/**
 * signals.accepted -> signals.valid, a partition's events in order:
 *
 *   deduplication -> rules -> signals (all, with the rule that dropped them), article_counts -> signals.valid
 *
 * The rules' state changes before the transaction commits. When the commit fails, the state is discarded and rebuilt
 * from the last checkpoint.
 */
export function createSignalValidator(deps: ValidationDeps): EventHandler<AcceptedSignals> {
  const states = new Map<number, PartitionState>();
  const sharedCounts = new SharedCounts(createIdSource(deps.clock, systemRandom)(), deps.held);
  const repeats = exposeRepeats(deps);
  return async (tx, events) => {
    const fresh = await skipHandled(tx, 'rules', events);
    const [first, last] = [fresh[0], fresh.at(-1)];
    if (!first || !last) return;
    const judge = await deps.rules.current();
    const partitionState =
      states.get(first.partition)?.position === first.offset - 1n
        ? states.get(first.partition)
        : await PartitionState.open({ ...deps, judge }, first.partition, first.offset - 1n);
    // Uncommitted state must not be used by the next batch.
    states.delete(first.partition);
    if (!partitionState) return;
    const now = deps.clock.now();
    await sharedCounts.receive(tx, now);
    sharedCounts.register(partitionState.partition, partitionState.state);
    const { keyed, repeated } = await validate(tx, deps, partitionState, fresh, judge);
    await sharedCounts.publish(tx, partitionState.partition, { ruleIds: deps.rules.shared, now });
    partitionState.position = last.offset;
    if (partitionState.position - partitionState.storedAt >= CHECKPOINT_EVERY)
      await partitionState.store(tx, new Date(deps.clock.now()));
    tx.afterCommit(() => {
      states.set(partitionState.partition, partitionState);
      repeats.add(repeated, keyed);
    });
  };
}

/** OBS-2: clients that send signals again lose nothing, but many repeats mean that acknowledgements get lost. */
function exposeRepeats({ clock, telemetry: { metrics } }: ValidationDeps): RecentShare {
  const repeats = new RecentShare(clock);
  metrics.onScrape(() => setOrClear(metrics.gauge('read_event_dedup_rate'), repeats.value()));
  return repeats;
}

async function validate(
  tx: Transaction,
  { log, telemetry }: ValidationDeps,
  { partition, state }: PartitionState,
  events: readonly LogEvent<AcceptedSignals>[],
  judge: Awaited<ReturnType<ActiveRules['current']>>,
): Promise<ValidatedCounts> {
  const batches = withOffsets(events);
  const keys = batches.flatMap(({ signals }) => signals.flatMap(signal => dedupKeyOf(signal) ?? []));
  const seen = await findFirstOffsets(tx, keys, batches[0]?.at ?? 0);
  const { judged, keys: fresh } = applyRules(batches, { judge, state, isFirst: key => !seen.has(key) });
  await storeDedupKeys(tx, fresh);
  const decided = judged.filter(({ verdict }) => !('heartbeat' in verdict));
  const reachOf = await lookUpReach(tx, decided);
  await storeSignals(tx, decided, reachOf);
  const valid = decided.filter(({ verdict }) => 'valid' in verdict);
  await addCounts(
    tx,
    partition,
    valid.map(({ signal }) => signal),
  );
  if (valid.length > 0)
    log.append(tx, SIGNALS_VALID, [
      {
        kind: 'signals',
        key: keyOfPartition(partition),
        signals: valid.map(one => toValidSignal(one, reachOf)),
      },
    ]);
  tx.afterCommit(() => {
    for (const { verdict } of decided)
      if ('droppedBy' in verdict)
        telemetry.metrics.counter('events_dropped_total').add({ rule: verdict.droppedBy });
  });
  return { keyed: keys.length, repeated: keys.length - fresh.length };
}

async function storeSignals(
  tx: Transaction,
  judged: readonly JudgedSignal[],
  reachOf: ReachOf,
): Promise<void> {
  if (judged.length === 0) return;
  const signals = judged.map(({ signal }) => signal);
  await tx.execute(sql`
    insert into signals (at, kind, detail, article_id, visitor, user_id, seconds, country, reach, dropped_by)
    select * from unnest(
      ${judged.map(({ at }) => new Date(at))}::timestamptz[], ${signals.map(({ kind }) => kind)}::text[],
      ${signals.map(({ detail }) => detail)}::text[], ${signals.map(({ articleId }) => articleId)}::uuid[],
      ${signals.map(({ visitor }) => visitor)}::text[], ${signals.map(({ userId }) => userId)}::uuid[],
      ${signals.map(({ seconds }) => seconds)}::real[], ${signals.map(({ from }) => from.country)}::text[],
      ${judged.map(reachOf)}::real[], ${judged.map(({ verdict }) => ('droppedBy' in verdict ? verdict.droppedBy : null))}::text[]
    )
  `);
}

/** Leaves out the address, the browser and the visitor. */
export function toValidSignal(judged: JudgedSignal, reachOf: ReachOf): ValidSignal {
  const { at, signal } = judged;
  const { kind, detail, articleId, userId, seconds, from } = signal;
  return { at, kind, detail, articleId, userId, seconds, country: from.country, reach: reachOf(judged) };
}

/** TREND-8: the reach of sharers: 1 unless an operator set it, 0 for a share without opening the article. */
async function lookUpReach(database: Queryable, judged: readonly JudgedSignal[]): Promise<ReachOf> {
  const sharers = new Set(judged.flatMap(({ signal }) => sharerOf(signal) ?? []));
  const known = await readReaches(database, [...sharers]);
  return ({ verdict, signal }) =>
    'valid' in verdict && verdict.isUnopened ? 0 : (known.get(sharerOf(signal) ?? '') ?? 1);
}

function sharerOf({ kind, userId }: JudgedSignal['signal']): string | null {
  return kind === 'share' ? userId : null;
}

/** Events of the log between two checkpoints of a partition. */
const CHECKPOINT_EVERY = 2_000n;

type ReachOf = (one: Pick<JudgedSignal, 'verdict' | 'signal'>) => number;

interface ValidatedCounts {
  /** Signals that can be repeated; heartbeats cannot. */
  readonly keyed: number;
  readonly repeated: number;
}

export interface ValidationDeps {
  readonly database: Database;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly rules: ActiveRules;
  readonly telemetry: Telemetry;
  /** Partitions that this process validates now. */
  readonly held: () => readonly number[];
}
