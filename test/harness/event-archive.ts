import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { createFileArchive } from '../../src/platform/archive/files/files.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { archiveEvents } from '../../src/platform/log/archive-events.ts';
import type { EventArchive } from '../../src/platform/log/port.ts';
import { maintainLog } from '../../src/platform/log/streams.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import type { Stream } from '../../src/streams.ts';
import { atEnd } from './cleanup.ts';

/** An archive in a directory that is removed after the test. */
export async function testEventArchive(): Promise<EventArchive> {
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-events-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  return createFileArchive({ directory, clock: systemClock, random: systemRandom });
}

/** Lets a month pass: the events of the stream so far are archived, and the log drops them. */
export async function archiveAndDrop<T>(
  database: Database,
  archive: EventArchive,
  stream: Stream<T>,
): Promise<void> {
  const later = new Date(Date.now() + 30 * 86_400_000);
  await archiveEvents({ database, archive, telemetry: createMemoryTelemetry() }, later);
  // Days of other streams stay, so that the test can go on with them.
  await database.execute(sql`
    delete from log_events where stream_id = (select id from log_streams where name = ${stream.name})
  `);
  await maintainLog(database);
}
