import { isRecord } from '../../lib/guards.ts';
import type { StoredEvent } from './port.ts';

/*
 * An archived object is text: a line for the format, then a line of JSON for each event.
 *
 *   {"format":1,"stream":"signals.valid","partition":3}
 *   ["17","2026-01-15T12:00:00.123Z","0",{...}]        offset, time, key, data
 */
export class ArchivedLines {
  readonly #lines: string[];
  #length = 0;

  constructor(stream: string, partition: number) {
    this.#lines = [JSON.stringify({ format: FORMAT, stream, partition })];
  }

  /** The number of characters of all events. */
  get length(): number {
    return this.#length;
  }

  add({ offset, at, key, data }: StoredEvent): void {
    const line = JSON.stringify([String(offset), at.toISOString(), key, data]);
    this.#lines.push(line);
    this.#length += line.length;
  }

  toBytes(): Buffer {
    return Buffer.from(`${this.#lines.join('\n')}\n`);
  }
}

/** Throws when the bytes are not an archived object of this stream and partition. */
export function readArchivedLines(bytes: Uint8Array, stream: string, partition: number): StoredEvent[] {
  const [head = '', ...lines] = Buffer.from(bytes).toString('utf8').trimEnd().split('\n');
  const described: unknown = JSON.parse(head);
  if (!isRecord(described) || described['format'] !== FORMAT)
    throw new TypeError('archived events have an unknown format');
  if (described['stream'] !== stream || described['partition'] !== partition)
    throw new TypeError(`archived events are not of partition ${partition} of ${stream}`);
  return lines.map(line => {
    const [offset, at, key, data]: [string, string, string, unknown] = JSON.parse(line);
    return { stream, partition, offset: BigInt(offset), at: new Date(at), key, data };
  });
}

const FORMAT = 1;
