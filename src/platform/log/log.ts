import { type Clock, systemClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { type Random, systemRandom } from '../../lib/random.ts';
import type { Stream } from '../../streams.ts';
import type { Database, Transaction } from '../database/port.ts';
import type { Logger, Telemetry } from '../telemetry/port.ts';
import { Appender, type Reached } from './appender.ts';
import { awaitRetry, getDeadLetter, listDeadLetters, requestRetry } from './dead-letters.ts';
import { GroupMember } from './group-member.ts';
import { groupStates, lags, replayGroup, streamEnds, streamStates } from './groups.ts';
import { Heartbeats } from './heartbeats.ts';
import { historyOf } from './history.ts';
import { LogNotifications } from './notifications.ts';
import type {
  EventArchive,
  EventHandler,
  EventLog,
  LogEvent,
  PreparingHandler,
  StoredEvent,
} from './port.ts';
import { readAfter } from './read-events.ts';
import { Semaphore } from './semaphore.ts';
import { StreamTail } from './stream-tail.ts';
import { declareStream, Streams } from './streams.ts';

/**
 * The log on PostgreSQL. Appends and positions are in the database of their effects, so that they commit together.
 * Leases follow the database's clock; `clock` only paces loops and must advance.
 */
export function createLog(options: EventLogOptions): EventLog {
  const settings: LogSettings = {
    ...DEFAULTS,
    newId: createIdSource(options.clock ?? systemClock, options.random ?? systemRandom),
    // Leaves connections for reading ahead, leases and requests.
    concurrency: Math.max(1, Math.floor(options.database.state().limit / 3)),
    background: options.database,
    ...options,
  };
  const { database, clock, telemetry } = settings;
  const streams = new Streams();
  const notifications = new LogNotifications({ database: settings.background, clock, log: telemetry.log });
  const heartbeats = new Heartbeats({ database: settings.background, clock, log: telemetry.log });
  const appender = new Appender(streams, reached => announce(telemetry, notifications, reached));
  const members = new Set<GroupMember>();
  const tails = new Set<StreamTail>();
  const slots = new Semaphore(settings.concurrency);
  const replayIn: EventLog['replayIn'] = async (tx, group, from) => {
    const streamIds = await replayGroup(tx, group, from);
    tx.afterCommit(() => {
      for (const streamId of streamIds) notifications.publish({ kind: 'members', streamId, group });
    });
  };
  exposeLag(settings, members);
  return {
    declare: stream => declareStream(database, stream),
    append: (tx, stream, events) => appender.append(tx, stream, events),
    appendNow: (stream, events) => appender.appendNow(database, stream, events),
    consume: async (wanted, handle) => {
      const stream = await streams.find(database, wanted.stream.name);
      const member = new GroupMember({
        ...settings,
        ...wanted,
        database: settings.background,
        batch: wanted.batch ?? DEFAULT_BATCH,
        from: wanted.from ?? 'beginning',
        isUndivided: wanted.isUndivided ?? false,
        member: settings.newId(),
        stream,
        handle: decodeFor(wanted.stream, handle),
        notifications,
        heartbeats,
        slots,
        onStopped: stopped => members.delete(stopped),
      });
      members.add(member);
      await startOrStop(member);
      return member;
    },
    tail: async (followed, handle) => {
      const stream = await streams.find(database, followed.name);
      const tail = new StreamTail({
        ...settings,
        log: telemetry.log,
        notifications,
        stream,
        batch: DEFAULT_BATCH,
        handle: events => handle(decodable(followed, events, telemetry.log)),
      });
      tails.add(tail);
      await startOrStop(tail);
      return tail;
    },
    read: async (stream, partition, from, limit) => {
      const stored = await streams.find(database, stream.name);
      const events = await readAfter(database, stored, partition, { after: from - 1n, limit });
      return events.map(event => decode(stream, event));
    },
    history: async function* (stream, partition, after = 0n) {
      const stored = await streams.find(database, stream.name);
      const { archive } = settings;
      for await (const events of historyOf({ database, archive }, stored, partition, after))
        yield events.map(event => decode(stream, event));
    },
    ends: (tx, stream) => streamEnds(tx, stream.name),
    waitingSince: async ({ stream, partition, position }) => {
      const stored = await streams.find(database, stream);
      const [event] = await readAfter(database, stored, partition, { after: position, limit: 1 });
      return event?.at ?? null;
    },
    groups: () => groupStates(database),
    streams: () => streamStates(database),
    replay: (group, from) => database.transaction(tx => replayIn(tx, group, from)),
    replayIn,
    deadLetters: query => listDeadLetters(database, query),
    deadLetter: id => getDeadLetter(database, id),
    retryDeadLetter: async (id, alongside) => {
      const { groupName, streamId } = await database.transaction(async tx => {
        const requested = await requestRetry(tx, id);
        await alongside?.(tx);
        return requested;
      });
      notifications.publish({ kind: 'retry', streamId, group: groupName });
      return awaitRetry(database, clock, id, settings.retryPatienceMs);
    },
    close: async () => {
      await Promise.all([...members, ...tails].map(reader => reader.stop()));
      await heartbeats.close();
      await notifications.close();
    },
  };
}

/** A reader that could not start, for example because the log was closed meanwhile, leaves nothing running. */
async function startOrStop(reader: { start(): Promise<void>; stop(): Promise<void> }): Promise<void> {
  try {
    await reader.start();
  } catch (error) {
    await reader.stop();
    throw error;
  }
}

function announce(telemetry: Telemetry, notifications: LogNotifications, reached: readonly Reached[]): void {
  for (const { stream, partition, events, end } of reached) {
    telemetry.metrics.counter('log_appended_total').add({ stream: stream.name }, events);
    notifications.publish({ kind: 'end', streamId: stream.id, partition, end });
  }
}

/** LOG-6: a process exposes the lag of the groups that it is a member of. */
function exposeLag({ database, telemetry }: LogSettings, members: ReadonlySet<GroupMember>): void {
  const { metrics } = telemetry;
  metrics.onScrape(async () => {
    const groups = [...new Set([...members].map(({ group }) => group))];
    const found = groups.length === 0 ? [] : await lags(database, groups).catch(() => []);
    const sums = new Map<string, { group: string; stream: string; lag: number }>();
    metrics.gauge('log_consumer_lag').clear();
    metrics.gauge('log_partition_lag').clear();
    for (const { groupName: group, stream, partition, lag } of found) {
      metrics.gauge('log_partition_lag').set({ group, stream, partition: String(partition) }, lag);
      const sum = sums.get(`${group} ${stream}`) ?? { group, stream, lag: 0 };
      sums.set(`${group} ${stream}`, { ...sum, lag: sum.lag + lag });
    }
    for (const { group, stream, lag } of sums.values())
      metrics.gauge('log_consumer_lag').set({ group, stream }, lag);
  });
}

const DEFAULT_BATCH = 500;

const DEFAULTS = {
  clock: systemClock as Clock,
  random: systemRandom as Random,
  handlerTimeoutMs: 45_000,
  retryDelay: { firstMs: 500, maxMs: 30_000 },
  retryPatienceMs: 15_000,
};

export interface EventLogOptions {
  database: Database;
  /** The pool for group members, on whom no request waits; `database` by default. */
  background?: Database;
  telemetry: Telemetry;
  clock?: Clock;
  random?: Random;
  /** Where events of archived streams are; without it, `history` has only what the log still has. */
  archive?: EventArchive;
  newId?: () => string;
  /** Max handlers running at the same time in this process; each uses a connection. */
  concurrency?: number;
  /** A call of a handler that takes longer has failed. Must be under the server's limit for idle transactions. */
  handlerTimeoutMs?: number;
  /** Between attempts at a failed event, doubling. */
  retryDelay?: { firstMs: number; maxMs: number };
  /** How long `retryDeadLetter` waits for a member of the group to take the event. */
  retryPatienceMs?: number;
}

type LogSettings = Required<Omit<EventLogOptions, 'archive'>> & Pick<EventLogOptions, 'archive'>;

function decode<T>(stream: Stream<T>, { partition, offset, key, data, at }: StoredEvent): LogEvent<T> {
  return { partition, offset, key, data: stream.decode(data, key), at };
}

/** Decoding comes before the transaction, so that it holds no connection; an event that fails here is poison. */
function decodeFor<T>(
  stream: Stream<T>,
  handle: EventHandler<T> | PreparingHandler<T>,
): (events: readonly StoredEvent[]) => Promise<(tx: Transaction) => Promise<void>> {
  return async stored => {
    const events = stored.map(event => decode(stream, event));
    return 'prepare' in handle ? handle.prepare(events) : tx => handle(tx, events);
  };
}

/** A tail has no dead letters, and one event must not stop it for good. */
function decodable<T>(stream: Stream<T>, stored: readonly StoredEvent[], log: Logger): LogEvent<T>[] {
  return stored.flatMap(event => {
    try {
      return decode(stream, event);
    } catch (error) {
      const { partition, offset } = event;
      log.error('log.undecodable_event', { stream: stream.name, partition, offset: String(offset), error });
      return [];
    }
  });
}
