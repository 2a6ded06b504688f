import type { Clock } from '../../../lib/clock.ts';
import { SIGNAL_PARTITIONS } from '../../../model/signal-partitions.ts';
import type { ValidEvent } from '../../../model/valid-signals.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { EventLog, LogEvent } from '../../../platform/log/port.ts';
import type { Telemetry } from '../../../platform/telemetry/port.ts';
import { SIGNALS_VALID } from '../../../streams.ts';
import type { TrendingBoard } from '../board.ts';
import { type Edition, newsOf } from '../edition.ts';
import { unknownHours } from '../hours/exact-hours.ts';
import type { WindowName } from '../lists.ts';
import { type StoredTally, Tally } from '../tally.ts';
import { beginEpoch, storeCheckpoint } from './checkpoint.ts';
import { keepEngagement } from './engagement.ts';
import { announceEntered } from './entered.ts';
import { lookUpArticles } from './look-up.ts';
import { publishEdition } from './publish.ts';
import { countedIn } from './read-events.ts';
import { inOrderOfTime } from './replay.ts';

/**
 * One process's time as the one that counts what is trending. It begins with the last checkpoint and reads the log from
 * there to its end, so that its first edition is complete; from then on it counts what the log hands over. Counting
 * needs no transaction: memory that is lost is made again from the checkpoint, and memory that is ahead of the group's
 * position knows by the offset what it has counted.
 */
export class Lead {
  readonly #tools: LeadTools;
  readonly #epoch: bigint;
  readonly #tally: Tally;
  readonly #exactHours = new Set<number>();
  readonly #lastNews = new Map<WindowName, { readonly news: string; readonly at: number }>();
  #editions = 0;

  private constructor(tools: LeadTools, epoch: bigint, tally: Tally) {
    this.#tools = tools;
    this.#epoch = epoch;
    this.#tally = tally;
  }

  static async begin(tools: LeadTools): Promise<Lead> {
    const { epoch, stored } = await beginEpoch(tools.database);
    const lead = new Lead(tools, epoch, openTally(tools, stored));
    await lead.lookUpAgain({ onlyIncomplete: false });
    const partitions = Array.from({ length: SIGNAL_PARTITIONS }, (_, partition) => partition);
    const events = inOrderOfTime(
      partitions.map(
        partition => after => tools.log.read(SIGNALS_VALID, partition, after + 1n, READ_AT_ONCE),
      ),
      partitions.map(partition => lead.#tally.position(partition)),
    );
    for await (const some of events) await lead.#count(some);
    return lead;
  }

  /** Events of one partition, in order. Those that were counted already change nothing. */
  async take(events: readonly LogEvent<ValidEvent>[]): Promise<void> {
    const [first] = events;
    if (!first) return;
    if (first.offset > this.#tally.position(first.partition) + 1n)
      await this.#readUpTo(first.partition, first.offset - 1n);
    await this.#count(events);
  }

  /** Makes a new edition, and hands it out when it brings news. */
  async publish(window: WindowName): Promise<void> {
    const { board, clock, database } = this.#tools;
    const at = clock.now();
    const draft = this.#tally.build(window, at);
    const news = newsOf(draft);
    const last = this.#lastNews.get(window);
    if (last?.news === news && at - last.at < SAID_AGAIN_MS) return;
    const version = Number(this.#epoch) * EDITIONS_OF_AN_EPOCH + ++this.#editions;
    const edition: Edition = { window, version, at, ...draft };
    board.put(edition);
    await publishEdition(database, this.#epoch, edition);
    this.#lastNews.set(window, { news, at });
    if (window === '1h') await announceEntered(this.#tools, this.#epoch, edition);
  }

  /** BREAK-3: once a minute, of the lists of this minute. */
  async tellEngagement(): Promise<void> {
    const { board, clock, database } = this.#tools;
    const stories = board.of({ window: '1m', of: 'stories', by: 'blend' });
    await keepEngagement(database, this.#epoch, { stories, at: clock.now() });
  }

  async checkpoint(): Promise<void> {
    const { clock, database } = this.#tools;
    this.#tally.tidy();
    await storeCheckpoint(database, this.#epoch, this.#tally.toStored(), new Date(clock.now()));
  }

  /** Labels and stories come after the first readers, and change. */
  async lookUpAgain(which: { onlyIncomplete: boolean }): Promise<void> {
    const facts = await lookUpArticles(this.#tools.database, this.#tally.articles.ids(which));
    for (const each of facts) this.#tally.articles.learn(each);
  }

  /** TREND-5: takes over what was recounted since the last look. */
  async takeExactHours(): Promise<void> {
    const { clock, database, telemetry } = this.#tools;
    for (const { hour, sums } of await unknownHours(database, clock.now(), this.#exactHours)) {
      await this.#learnNew(sums.map(({ articleId }) => articleId));
      const difference = this.#tally.replaceHour(hour, sums);
      telemetry.metrics.gauge('trending_recount_difference').set({}, difference);
      this.#exactHours.add(hour);
    }
  }

  async #readUpTo(partition: number, last: bigint): Promise<void> {
    for (;;) {
      const from = this.#tally.position(partition) + 1n;
      if (from > last) return;
      const events = await this.#tools.log.read(SIGNALS_VALID, partition, from, READ_AT_ONCE);
      if (events.length === 0) return;
      await this.#count(events.filter(({ offset }) => offset <= last));
    }
  }

  async #count(events: readonly LogEvent<ValidEvent>[]): Promise<void> {
    const read = events.map(event => ({ event, signals: countedIn(event) }));
    await this.#learnNew(read.flatMap(({ signals }) => signals.map(({ articleId }) => articleId)));
    const now = this.#tools.clock.now();
    // From here on nothing waits: counts and position change together.
    for (const { event, signals } of read) {
      if (event.offset <= this.#tally.position(event.partition)) continue;
      for (const signal of signals) {
        this.#tally.advance(Math.min(signal.at, now));
        this.#tally.add(signal);
      }
      this.#tally.passed(event.partition, event.offset);
    }
  }

  async #learnNew(articleIds: readonly string[]): Promise<void> {
    const { articles } = this.#tally;
    const fresh = articleIds.filter(id => articles.numberOf(id) === undefined);
    if (fresh.length === 0) return;
    for (const facts of await lookUpArticles(this.#tools.database, fresh)) articles.learn(facts);
  }
}

/**
 * A checkpoint that cannot be read is as good as none: the log has what it was made of. Without one time begins a day
 * ago: what is read from the log is then in time, and older than that nothing counts.
 */
function openTally({ clock, telemetry }: LeadTools, stored: StoredTally | undefined): Tally {
  const dayAgo = clock.now() - DAY_MS;
  try {
    return new Tally(dayAgo, stored);
  } catch (error) {
    telemetry.log.error('the checkpoint of trending cannot be read; it is counted again from the log', {
      error,
    });
    return new Tally(dayAgo);
  }
}

const DAY_MS = 86_400_000;
/** Of one partition. */
const READ_AT_ONCE = 200;
const EDITIONS_OF_AN_EPOCH = 2 ** 32;
/** Also without news, for whoever lost the last ones. */
const SAID_AGAIN_MS = 60_000;

export interface LeadTools {
  readonly clock: Clock;
  readonly database: Database;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  readonly board: TrendingBoard;
}
