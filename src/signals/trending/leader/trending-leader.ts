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
import { beginEpoch, storeCheckpoint } from './checkpoint.ts';
import { mergeByTime } from './merge-partitions.ts';
import { announceEntered, publishSnapshot, storeEngagement } from './publish.ts';

/**
 * One process's time as the one that counts what is trending. It begins with the last checkpoint and reads the log from
 * there to its end, so that its first edition is complete; from then on it counts what the log hands over. Counting
 * needs no transaction: memory that is lost is made again from the checkpoint, and memory that is ahead of the group's
 * position knows by the offset what it has counted.
 */
export class TrendingLeader {
  readonly #deps: TrendingDeps;
  readonly #epoch: bigint;
  readonly #counts: TrendingCounts;
  readonly #exactHours = new Set<number>();
  readonly #lastPublished = new Map<WindowName, { readonly news: string; readonly at: number }>();
  #published = 0;

  private constructor(tools: TrendingDeps, epoch: bigint, tally: TrendingCounts) {
    this.#deps = tools;
    this.#epoch = epoch;
    this.#counts = tally;
  }

  static async start(tools: TrendingDeps): Promise<TrendingLeader> {
    const { epoch, stored } = await beginEpoch(tools.database);
    const lead = new TrendingLeader(tools, epoch, restoreCounts(tools, stored));
    await lead.refreshArticles({ onlyIncomplete: false });
    const partitions = Array.from({ length: SIGNAL_PARTITIONS }, (_, partition) => partition);
    const events = mergeByTime(
      partitions.map(
        partition => after => tools.log.read(SIGNALS_VALID, partition, after + 1n, READ_AT_ONCE),
      ),
      partitions.map(partition => lead.#counts.position(partition)),
    );
    for await (const some of events) await lead.#count(some);
    return lead;
  }

  /** Events of one partition, in order. Those that were counted already change nothing. */
  async handle(events: readonly LogEvent<ValidEvent>[]): Promise<void> {
    const [first] = events;
    if (!first) return;
    if (first.offset > this.#counts.position(first.partition) + 1n)
      await this.#readUpTo(first.partition, first.offset - 1n);
    await this.#count(events);
  }

  /** Makes a new edition, and hands it out when it brings news. */
  async publish(window: WindowName): Promise<void> {
    const { board, clock, database } = this.#deps;
    const at = clock.now();
    const draft = this.#counts.build(window, at);
    const news = contentOf(draft);
    const last = this.#lastPublished.get(window);
    if (last?.news === news && at - last.at < REPUBLISH_AFTER_MS) return;
    const version = Number(this.#epoch) * SNAPSHOTS_PER_EPOCH + ++this.#published;
    const edition: TrendingSnapshot = { window, version, at, ...draft };
    board.put(edition);
    await publishSnapshot(database, this.#epoch, edition);
    this.#lastPublished.set(window, { news, at });
    if (window === '1h') await announceEntered(this.#deps, this.#epoch, edition);
  }

  /** BREAK-3: once a minute, of the lists of this minute. */
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

  /** Labels and stories come after the first readers, and change. */
  async refreshArticles(which: { onlyIncomplete: boolean }): Promise<void> {
    const facts = await readArticleFacts(this.#deps.database, this.#counts.articles.ids(which));
    for (const each of facts) this.#counts.articles.update(each);
  }

  /** TREND-5: takes over what was recounted since the last look. */
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
      const events = await this.#deps.log.read(SIGNALS_VALID, partition, from, READ_AT_ONCE);
      if (events.length === 0) return;
      await this.#count(events.filter(({ offset }) => offset <= last));
    }
  }

  async #count(events: readonly LogEvent<ValidEvent>[]): Promise<void> {
    const read = events.map(event => ({ event, signals: countableSignals(event) }));
    await this.#loadNewArticles(read.flatMap(({ signals }) => signals.map(({ articleId }) => articleId)));
    const now = this.#deps.clock.now();
    // From here on nothing waits: counts and position change together.
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

/** What of an event makes things trend: shares and reads. What readers say of their interests is in the stream too. */
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
 * A checkpoint that cannot be read is as good as none: the log has what it was made of. Without one time begins a day
 * ago: what is read from the log is then in time, and older than that nothing counts.
 */
function restoreCounts(
  { clock, telemetry }: TrendingDeps,
  stored: StoredTrendingCounts | undefined,
): TrendingCounts {
  const dayAgo = clock.now() - DAY_MS;
  try {
    return new TrendingCounts(dayAgo, stored);
  } catch (error) {
    telemetry.log.error('the checkpoint of trending cannot be read; it is counted again from the log', {
      error,
    });
    return new TrendingCounts(dayAgo);
  }
}

const DAY_MS = 86_400_000;
/** Of one partition. */
const READ_AT_ONCE = 200;
const SNAPSHOTS_PER_EPOCH = 2 ** 32;
/** Also without news, for whoever lost the last ones. */
const REPUBLISH_AFTER_MS = 60_000;

export interface TrendingDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  readonly board: TrendingBoard;
}
