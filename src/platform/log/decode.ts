import type { Stream } from '../../streams.ts';
import type { Transaction } from '../database/port.ts';
import type { Logger } from '../telemetry/port.ts';
import type { EventHandler, LogEvent, PreparingHandler, StoredEvent } from './port.ts';

export function decode<T>(stream: Stream<T>, { partition, offset, key, data, at }: StoredEvent): LogEvent<T> {
  return { partition, offset, key, data: stream.decode(data, key), at };
}

/** Decoding comes before the transaction, so that it holds no connection; an event that fails here is poison. */
export function decodeFor<T>(
  stream: Stream<T>,
  handle: EventHandler<T> | PreparingHandler<T>,
): (events: readonly StoredEvent[]) => Promise<(tx: Transaction) => Promise<void>> {
  return async stored => {
    const events = stored.map(event => decode(stream, event));
    return 'prepare' in handle ? handle.prepare(events) : tx => handle(tx, events);
  };
}

/** A tail has no dead letters, and one event must not stop it for good. */
export function decodable<T>(stream: Stream<T>, stored: readonly StoredEvent[], log: Logger): LogEvent<T>[] {
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
