import type { Database } from '../database/port.ts';
import { row, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { ArchivedLines } from './archived-events.ts';
import { lastRange, type NewRange, oldestUnarchived, recordRange } from './archived-ranges.ts';
import type { EventArchive, StoredEvent } from './port.ts';
import { readAfter } from './read-events.ts';
import { DeclaredStream } from './streams.ts';

/**
 * EVT-5: writes every ended day of the archived streams to the archive. An object is read back and compared before it is
 * recorded, and only recorded events may be dropped by retention (`maintainLog`): while the archive is unavailable, days
 * accumulate in the log. The work continues after the last recorded object, whenever it was interrupted; two processes
 * that archive at the same time record each object once. Returns the number of archived events.
 */
export async function archiveEvents(deps: EventArchiveDeps, at?: Date): Promise<number> {
  const { database } = deps;
  const streams = await database.many(
    DeclaredStream,
    sql`select id, name, partitions, retention_days, is_archived from log_streams where is_archived order by id`,
  );
  const now = at ?? (await database.one(row({ now: timestamptz }), sql`select now() as now`)).now;
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  let events = 0;
  for (const stream of streams)
    try {
      for (let partition = 0; partition < stream.partitions; partition++)
        events += await archivePartition(deps, stream, partition, today);
    } finally {
      await reportDelay(deps, stream, today);
    }
  return events;
}

async function archivePartition(
  { database, archive }: EventArchiveDeps,
  stream: DeclaredStream,
  partition: number,
  today: Date,
): Promise<number> {
  let events = 0;
  for (;;) {
    const last = await lastRange(database, stream.id, partition);
    const after = { offset: last?.lastOffset ?? 0n, at: last?.lastAt };
    const collected = await collect(database, stream, { partition, after, today });
    if (collected === null) return events;
    const { lines, count, ...range } = collected;
    const bytes = lines.toBytes();
    const address = await archive.put(bytes, { stream: stream.name, partition: String(partition) });
    // What cannot be read back is not archived.
    const stored = await archive.get(address);
    if (stored === null || !bytes.equals(stored))
      throw new Error(`the archive did not return the events of ${stream.name} as they were written`);
    if (await recordRange(database, stream.id, partition, { ...range, object: address })) events += count;
  }
}

/** The events of the next object: of one ended day, up to a size. Null when there are none. */
async function collect(
  database: Database,
  stream: DeclaredStream,
  { partition, after, today }: CollectFrom,
): Promise<CollectedEvents | null> {
  const lines = new ArchivedLines(stream.name, partition);
  let [first, last]: [StoredEvent | undefined, StoredEvent | undefined] = [undefined, undefined];
  let count = 0;
  while (lines.length < MAX_LENGTH) {
    const events: StoredEvent[] = await readAfter(database, stream, partition, {
      after: last?.offset ?? after.offset,
      limit: READ_BATCH,
      since: last?.at ?? after.at,
    });
    const from: StoredEvent | undefined = first ?? events[0];
    if (from === undefined) break;
    const dayEnd: number = (Math.floor(from.at.getTime() / DAY_MS) + 1) * DAY_MS;
    const fitting: StoredEvent[] = events.filter(
      ({ at }) => at.getTime() < Math.min(dayEnd, today.getTime()),
    );
    for (const event of fitting) lines.add(event);
    count += fitting.length;
    first ??= fitting[0];
    last = fitting.at(-1) ?? last;
    if (fitting.length < events.length || events.length < READ_BATCH) break;
  }
  if (first === undefined || last === undefined) return null;
  return {
    lines,
    count,
    firstOffset: first.offset,
    lastOffset: last.offset,
    firstAt: first.at,
    lastAt: last.at,
  };
}

/** An archive that stays unavailable fills the disk with days that cannot be dropped: operators must learn of it. */
async function reportDelay(
  { database, telemetry }: EventArchiveDeps,
  { id, name, retentionDays }: DeclaredStream,
  today: Date,
): Promise<void> {
  const oldest = await oldestUnarchived(database, id);
  const days = oldest === null ? 0 : Math.max(0, Math.ceil((today.getTime() - oldest.getTime()) / DAY_MS));
  telemetry.metrics.gauge('log_unarchived_days').set({ stream: name }, days);
  if (days > retentionDays)
    telemetry.log.error('log.retention_held', { stream: name, days, oldest: oldest?.toISOString() });
}

const DAY_MS = 86_400_000;
/** Characters of events in one object. */
const MAX_LENGTH = 4_000_000;
const READ_BATCH = 100;

interface CollectFrom {
  readonly partition: number;
  readonly after: { readonly offset: bigint; readonly at: Date | undefined };
  readonly today: Date;
}

interface CollectedEvents extends Omit<NewRange, 'object'> {
  readonly lines: ArchivedLines;
  readonly count: number;
}

export interface EventArchiveDeps {
  readonly database: Database;
  readonly archive: EventArchive;
  readonly telemetry: Telemetry;
}
