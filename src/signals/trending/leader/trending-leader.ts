import type { Clock } from '../../../lib/clock.ts';
import { SIGNAL_PARTITIONS } from '../../../model/signal-partitions.ts';
import type { ValidEvent, ValidSignal } from '../../../model/valid-signals.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { EventLog, LogEvent } from '../../../platform/log/port.ts';
import type { Telemetry } from '../../../platform/telemetry/port.ts';
import { SIGNALS_VALID } from '../../../streams.ts';
import { readArticleFacts } from '../article-facts.ts';
import type { TrendingBoard } from '../board.ts';
import type { WindowName } from '../lists.ts';
import { newExactHours } from '../recount/exact-hours.ts';
import { contentOf, type TrendingSnapshot } from '../snapshot.ts';
import { type CountedSignal, type StoredTrendingCounts, TrendingCounts } from '../trending-counts.ts';
import { packWeight, weightOf } from '../weights.ts';
import { beginEpoch, SNAPSHOTS_PER_EPOCH, storeCheckpoint } from './checkpoint.ts';
import { mergeByTime } from './merge-partitions.ts';
import { announceEntered, publishSnapshot, storeEngagement } from './publish.ts';

/**
 * Counts what is trending for one epoch of leadership. It restores the last checkpoint and reads the log from there to
 * the end, so that its first snapshot is complete; then it counts the events that the log delivers. Counting needs no
 * transaction: lost counts are restored from the checkpoint, and counts that are ahead of the group's position recognise
 * redelivered events by their offset.
 */
export class TrendingLeader {
  readonly #deps: TrendingDeps;
  #epoch: bigint;
  readonly #counts: TrendingCounts;
  readonly #exactHours = new Set<number>();
  readonly #lastPublished = new Map<WindowName, { readonly content: string; readonly at: number }>();
  #published = 0;

  private constructor(deps: TrendingDeps, epoch: bigint, counts: TrendingCounts) {
    this.#deps = deps;
    this.#epoch = epoch;
    this.#counts = counts;
  }

  static async start(deps: TrendingDeps): Promise<TrendingLeader> {
    const { epoch, stored } = await beginEpoch(deps.database);
    const leader = new TrendingLeader(deps, epoch, restoreCounts(deps, stored));
    await leader.#readLog();
    return leader;
  }

  /** Counts the last day from the log alone, without becoming the leader. */
  static async recount(deps: TrendingDeps, onProgress?: (events: number) => void): Promise<TrendingLeader> {
    const leader = new TrendingLeader(deps, NO_EPOCH, restoreCounts(deps, undefined));
    await leader.#readLog(onProgress);
    await leader.applyExactHours();
    return leader;
  }

  /** Makes these counts the checkpoint of a new epoch, in one step. */
  async replaceCheckpoint(): Promise<void> {
    const { clock, database } = this.#deps;
    this.#counts.evictUncounted();
    const stored = this.#counts.toStored();
    this.#epoch = await database.transaction(async tx => {
      const { epoch } = await beginEpoch(tx);
      await storeCheckpoint(tx, epoch, stored, new Date(clock.now()));
      return epoch;
    });
  }

  async #readLog(onProgress?: (events: number) => void): Promise<void> {
    await this.refreshArticles({ onlyIncomplete: false });
    const partitions = Array.from({ length: SIGNAL_PARTITIONS }, (_, partition) => partition);
    const events = mergeByTime(
      partitions.map(
        partition => after => this.#deps.log.read(SIGNALS_VALID, partition, after + 1n, READ_BATCH),
      ),
      partitions.map(partition => this.#counts.position(partition)),
    );
    for await (const some of events) {
      await this.#count(some);
      onProgress?.(some.length);
    }
  }

  /** Events of one partition, in order. Events counted before are ignored. */
  async handle(events: readonly LogEvent<ValidEvent>[]): Promise<void> {
    const [first] = events;
    if (!first) return;
    if (first.offset > this.#counts.position(first.partition) + 1n)
      await this.#readUpTo(first.partition, first.offset - 1n);
    await this.#count(events);
  }

  /** Builds a snapshot and publishes it when its content changed. */
  async publish(window: WindowName): Promise<void> {
    const { board, clock, database } = this.#deps;
    const at = clock.now();
    const draft = this.#counts.build(window, at);
    const content = contentOf(draft);
    const last = this.#lastPublished.get(window);
    if (last?.content === content && at - last.at < REPUBLISH_AFTER_MS) return;
    const version = Number(this.#epoch) * SNAPSHOTS_PER_EPOCH + ++this.#published;
    const snapshot: TrendingSnapshot = { window, version, at, ...draft };
    board.put(snapshot);
    await publishSnapshot(database, this.#epoch, snapshot);
    this.#lastPublished.set(window, { content, at });
    if (window === '1h') await announceEntered(this.#deps, this.#epoch, snapshot);
  }

  /** BREAK-3: once a minute, from the lists of this minute. */
  async storeEngagement(): Promise<void> {
    const { board, clock, database } = this.#deps;
    const stories = board.of({ window: '1m', of: 'stories', by: 'blend' });
    await storeEngagement(database, this.#epoch, { stories, at: clock.now() });
  }

  async checkpoint(): Promise<void> {
    const { clock, database } = this.#deps;
    this.#counts.evictUncounted();
    await storeCheckpoint(database, this.#epoch, this.#counts.toStored(), new Date(clock.now()));
  }

  /** Topics and stories of an article arrive after its first readers, and change. */
  async refreshArticles(which: { onlyIncomplete: boolean }): Promise<void> {
    const facts = await readArticleFacts(this.#deps.database, this.#counts.articles.ids(which));
    for (const each of facts) this.#counts.articles.update(each);
  }

  /** TREND-5: replaces the counts of hours that were recounted since the last call. */
  async applyExactHours(): Promise<void> {
    const { clock, database, telemetry } = this.#deps;
    for (const { hour, sums } of await newExactHours(database, clock.now(), this.#exactHours)) {
      await this.#loadNewArticles(sums.map(({ articleId }) => articleId));
      const difference = this.#counts.replaceHour(hour, sums);
      telemetry.metrics.gauge('trending_recount_difference').set({}, difference);
      this.#exactHours.add(hour);
    }
  }

  async #readUpTo(partition: number, last: bigint): Promise<void> {
    for (;;) {
      const from = this.#counts.position(partition) + 1n;
      if (from > last) return;
      const events = await this.#deps.log.read(SIGNALS_VALID, partition, from, READ_BATCH);
      if (events.length === 0) return;
      await this.#count(events.filter(({ offset }) => offset <= last));
    }
  }

  async #count(events: readonly LogEvent<ValidEvent>[]): Promise<void> {
    const read = events.map(event => ({ event, signals: countableSignals(event) }));
    await this.#loadNewArticles(read.flatMap(({ signals }) => signals.map(({ articleId }) => articleId)));
    const now = this.#deps.clock.now();
    // No await from here on: counts and position change together.
    for (const { event, signals } of read) {
      if (event.offset <= this.#counts.position(event.partition)) continue;
      for (const signal of signals) {
        this.#counts.advance(Math.min(signal.at, now));
        this.#counts.add(signal);
      }
      this.#counts.moveTo(event.partition, event.offset);
    }
  }

  async #loadNewArticles(articleIds: readonly string[]): Promise<void> {
    const { articles } = this.#counts;
    const fresh = articleIds.filter(id => articles.numberOf(id) === undefined);
    if (fresh.length === 0) return;
    for (const facts of await readArticleFacts(this.#deps.database, fresh)) articles.update(facts);
  }
}

/** Shares and reads; interest commands in the same stream do not count. */
function countableSignals({ data }: LogEvent<ValidEvent>): CountedSignal[] {
  if (data.kind === 'interests') return [];
  return data.signals.flatMap(signal => {
    const by = measureOf(signal);
    return by === null ? [] : [toCounted(signal, by)];
  });
}

function measureOf({ kind }: ValidSignal): CountedSignal['by'] | null {
  if (kind === 'share') return 'shares';
  return kind === 'read' ? 'reads' : null;
}

function toCounted(signal: ValidSignal, by: CountedSignal['by']): CountedSignal {
  const { articleId, at, country, userId, reach } = signal;
  const kind = by === 'shares' ? 'share' : 'read';
  const weight = packWeight(weightOf({ kind, isMember: userId !== null, reach }));
  return { articleId, by, weight, at, country };
}

/**
 * An unreadable checkpoint is treated as missing: the log still has its events. Without a checkpoint, counting starts a
 * day ago, because older events are in no window.
 */
function restoreCounts(
  { clock, telemetry }: TrendingDeps,
  stored: StoredTrendingCounts | undefined,
): TrendingCounts {
  const dayAgo = clock.now() - DAY_MS;
  try {
    return new TrendingCounts(dayAgo, stored);
  } catch (error) {
    telemetry.log.error('trending.checkpoint_unreadable', { error });
    return new TrendingCounts(dayAgo);
  }
}

const DAY_MS = 86_400_000;
/** Epochs begin with 1. */
const NO_EPOCH = 0n;
/** Events per partition. */
const READ_BATCH = 200;
/** Unchanged snapshots are sent again after this time: for processes that missed one, and as a sign of life. */
const REPUBLISH_AFTER_MS = 20_000;

export interface TrendingDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  readonly board: TrendingBoard;
}
