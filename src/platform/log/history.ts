import { parseAddress } from '../archive/address.ts';
import type { Database } from '../database/port.ts';
import { readArchivedLines } from './archived-events.ts';
import { type ArchivedRange, rangeAfter } from './archived-ranges.ts';
import type { EventArchive, StoredEvent } from './port.ts';
import { readAfter } from './read-events.ts';
import type { DeclaredStream } from './streams.ts';

/**
 * EVT-5: the events of a partition after an offset, in order and without a gap: from the archive where they are archived,
 * from the log otherwise. Only the beginning may be missing: events that were dropped before the stream was archived.
 */
export async function* historyOf(
  { database, archive }: HistoryDeps,
  stream: DeclaredStream,
  partition: number,
  from: bigint,
): AsyncGenerator<StoredEvent[]> {
  let after = from;
  let since: Date | undefined;
  let hasBegun = false;
  for (;;) {
    const range = await rangeAfter(database, stream.id, partition, after);
    const events = range
      ? (await readRange(archive, stream, partition, range)).filter(({ offset }) => offset > after)
      : await readAfter(database, stream, partition, { after, limit: READ_BATCH, since });
    const [first, last] = [events[0], events.at(-1)];
    if (first === undefined || last === undefined) return;
    if (first.offset !== after + 1n && (hasBegun || from > 0n))
      throw new HistoryGap(stream.name, partition, after + 1n);
    yield events;
    hasBegun = true;
    after = last.offset;
    since = last.at;
  }
}

async function readRange(
  archive: EventArchive | undefined,
  stream: DeclaredStream,
  partition: number,
  { firstOffset, lastOffset, object }: ArchivedRange,
): Promise<StoredEvent[]> {
  const parsed = parseAddress(object);
  const bytes = parsed && archive ? await archive.get(parsed) : null;
  if (bytes === null) throw new HistoryGap(stream.name, partition, firstOffset);
  const events = readArchivedLines(bytes, stream.name, partition);
  if (events[0]?.offset !== firstOffset || events.at(-1)?.offset !== lastOffset)
    throw new HistoryGap(stream.name, partition, firstOffset);
  return events;
}

/** Events between others are missing: the archive was lost, or it is not the one of this installation. */
export class HistoryGap extends Error {
  constructor(stream: string, partition: number, offset: bigint) {
    super(
      `${stream}: the events of partition ${partition} from offset ${offset} are neither in the log nor in the archive of events`,
    );
    this.name = 'HistoryGap';
  }
}

const READ_BATCH = 200;

export interface HistoryDeps {
  readonly database: Database;
  readonly archive: EventArchive | undefined;
}
