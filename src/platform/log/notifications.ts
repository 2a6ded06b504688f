import { Problem } from '../../errors.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import { createNotifier, type Notifier } from '../database/notify.ts';
import type { Database, Subscription } from '../database/port.ts';
import { int4, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { Logger } from '../telemetry/port.ts';
import { bigint } from './rows.ts';

/**
 * Tells consumers about new events. An appender publishes the new end of each partition, to this process directly and to
 * others by NOTIFY. The ends are also polled, because a notification may be lost and an event is not: once a second, and
 * every ten seconds while the connection for notifications is good and nothing new was found.
 */
export class LogNotifications {
  readonly #deps: LogNotificationsDeps;
  readonly #subscribers = new Set<LogSubscriber>();
  readonly #notifier: Notifier;
  #listening: Promise<Subscription> | undefined;
  #polling: Promise<void> | undefined;
  readonly #closing = new AbortController();
  /** The sum of the ends at the last poll: they only grow. */
  #lastSum = 0n;

  constructor(deps: LogNotificationsDeps) {
    this.#deps = deps;
    this.#notifier = createNotifier({ ...deps, channel: CHANNEL });
  }

  /** Delivers to subscribers of this process at once and to other processes soon. */
  publish(notification: LogNotification): void {
    this.#deliver(notification);
    const subject = subjectOf(notification);
    if (!isOlder(notification, decode(this.#notifier.pending(subject) ?? '')))
      this.#notifier.notify(subject, encode(notification));
  }

  async subscribe(subscriber: LogSubscriber): Promise<() => void> {
    if (this.#closing.signal.aborted) throw new Problem('stopping');
    this.#subscribers.add(subscriber);
    this.#listening ??= this.#deps.database.listen(
      CHANNEL,
      payload => this.#receive(payload),
      () => void this.readEnds(),
    );
    this.#polling ??= this.#poll();
    await this.#listening;
    return () => {
      this.#subscribers.delete(subscriber);
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#notifier.close();
    await this.#polling;
    await (await this.#listening)?.close();
  }

  async #poll(): Promise<void> {
    const listening = await this.#listening?.catch(() => undefined);
    for (let quiet = 0; !this.#closing.signal.aborted; ) {
      const isQuiet = quiet >= QUIET_POLLS && listening?.connected === true;
      await pause(this.#deps.clock, isQuiet ? QUIET_POLL_MS : POLL_MS, this.#closing.signal);
      quiet = (await this.readEnds()) ? 0 : quiet + 1;
    }
  }

  /** Reads the ends of all subscribed streams in one statement. Returns whether one was not known. */
  async readEnds(): Promise<boolean> {
    const streamIds = [...new Set([...this.#subscribers].map(({ streamId }) => streamId))];
    if (streamIds.length === 0 || this.#closing.signal.aborted) return false;
    try {
      const ends = await this.#deps.database.many(
        End,
        sql`
          select stream_id, partition, last_offset from log_partitions
          where stream_id = any(${streamIds}::smallint[])
        `,
      );
      for (const { streamId, partition, lastOffset } of ends)
        this.#deliver({ kind: 'end', streamId, partition, end: lastOffset });
      const sum = ends.reduce((total, { lastOffset }) => total + lastOffset, 0n);
      const isNews = sum !== this.#lastSum;
      this.#lastSum = sum;
      return isNews;
    } catch (error) {
      this.#deps.log.debug('log.poll_failed', { error });
      return true;
    }
  }

  #receive(payload: string): void {
    const notification = decode(payload);
    if (notification) this.#deliver(notification);
  }

  #deliver(notification: LogNotification): void {
    for (const subscriber of this.#subscribers)
      if (subscriber.streamId === notification.streamId) subscriber.receive(notification);
  }
}

/** Notifications of commits may arrive out of order. */
function isOlder(notification: LogNotification, known: LogNotification | null): boolean {
  return notification.kind === 'end' && known?.kind === 'end' && notification.end < known.end;
}

function subjectOf(notification: LogNotification): string {
  const subject = notification.kind === 'end' ? notification.partition : notification.group;
  return `${notification.kind} ${notification.streamId} ${subject}`;
}

function encode(notification: LogNotification): string {
  return notification.kind === 'end'
    ? `${subjectOf(notification)} ${notification.end}`
    : subjectOf(notification);
}

/** Anyone with a connection can notify, so malformed payloads are ignored. */
function decode(payload: string): LogNotification | null {
  const [, kind, streamId, rest = ''] = /^(end|members|retry) (\d+) (.*)$/s.exec(payload) ?? [];
  if (kind === 'members' || kind === 'retry') return { kind, streamId: Number(streamId), group: rest };
  const [, partition, end = '0'] = /^(\d+) (\d{1,19})$/.exec(rest) ?? [];
  if (partition === undefined) return null;
  return { kind: 'end', streamId: Number(streamId), partition: Number(partition), end: BigInt(end) };
}

const CHANNEL = 'broadsheet_log';
const POLL_MS = 1_000;
const QUIET_POLLS = 5;
const QUIET_POLL_MS = 10_000;

const End = row({ stream_id: int4, partition: int4, last_offset: bigint });

export type LogNotification =
  | { readonly kind: 'end'; readonly streamId: number; readonly partition: number; readonly end: bigint }
  /** A member of the group joined, left or released a partition. */
  | { readonly kind: 'members'; readonly streamId: number; readonly group: string }
  /** The retry of a parked event was requested. */
  | { readonly kind: 'retry'; readonly streamId: number; readonly group: string };

interface LogSubscriber {
  readonly streamId: number;
  receive(notification: LogNotification): void;
}

interface LogNotificationsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}
