import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { type TestEvent, testStream } from '../../../test/harness/stream.ts';
import { systemClock } from '../../lib/clock.ts';
import { systemRandom } from '../../lib/random.ts';
import type { Stream } from '../../streams.ts';
import { createFileArchive } from '../archive/files/files.ts';
import { int8, row, text } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { archiveEvents } from './archive-events.ts';
import { HistoryGap } from './history.ts';
import { testLogs } from './log.testing.ts';
import type { EventArchive, LogEvent } from './port.ts';
import { maintainLog } from './streams.ts';

const DAY_MS = 86_400_000;
const { database, telemetry, open } = await testLogs();

test('EVT-5: ended days are archived and can be read after retention has dropped them', async () => {
  const { stream, archive, log, written } = await streamOfDays('kept');
  const before = await allOf(stream, archive);
  assert.deepEqual(
    before.map(({ data }) => data.value),
    written,
  );
  assert.equal(
    await archiveEvents({ database, archive, telemetry }, inDays(0)),
    20,
    'only yesterday has ended',
  );
  assert.equal(await archiveEvents({ database, archive, telemetry }, inDays(1)), 20);
  assert.equal(await archiveEvents({ database, archive, telemetry }, inDays(1)), 0, 'once');
  await maintainLog(database, inDays(6));
  assert.equal((await log.streams()).find(({ name }) => name === stream.name)?.events, 0n);
  assert.deepEqual(await allOf(stream, archive), before);
  await maintainLog(database);
  await append(stream, ['later']);
  assert.deepEqual(
    (await allOf(stream, archive)).map(({ data }) => data.value),
    [...written, 'later'],
  );
});

test('EVT-5: history starts behind a given offset', async () => {
  const { stream, archive } = await streamOfDays('behind');
  const all = await allOf(stream, archive);
  await archiveEvents({ database, archive, telemetry }, inDays(0));
  for (const after of [0n, 7n, 20n, 33n, 40n]) {
    const found = [];
    for await (const events of open({ archive }).history(stream, 0, after)) found.push(...events);
    assert.deepEqual(found.map(plain), all.slice(Number(after)), `after ${after}`);
  }
});

test('EVT-5: retention never drops a day that is not archived, however long the archive is unavailable', async () => {
  const { stream, archive } = await streamOfDays('held');
  const away = withFault(archive, { put: () => Promise.reject(new Error('the disk is full')) });
  for (const day of [1, 5, 9]) {
    await assert.rejects(archiveEvents({ database, archive: away, telemetry }, inDays(day)), /disk is full/);
    await maintainLog(database, inDays(day));
    assert.equal((await allOf(stream, archive)).length, 40, `after ${day} days`);
  }
  assert.equal(telemetry.metrics.value('log_unarchived_days', { stream: stream.name }), 10);
  assert.ok(telemetry.lines.some(({ msg }) => msg === 'log.retention_held'));
  await archiveEvents({ database, archive, telemetry }, inDays(9));
  assert.equal(telemetry.metrics.value('log_unarchived_days', { stream: stream.name }), 0);
  await maintainLog(database, inDays(9));
  assert.equal((await allOf(stream, archive)).length, 40);
  await maintainLog(database);
});

test('EVT-5: what the archive does not return as written is not recorded, so its day stays', async () => {
  const { stream, archive } = await streamOfDays('damaged');
  for (const get of [async () => null, async () => Buffer.from('{}')]) {
    await assert.rejects(
      archiveEvents({ database, archive: withFault(archive, { get }), telemetry }, inDays(1)),
      /as they were written/,
    );
    assert.equal(await archivedEvents(stream), 0);
  }
  await archiveEvents({ database, archive, telemetry }, inDays(1));
  assert.equal(await archivedEvents(stream), 40);
});

test('EVT-5: archiving continues where it was interrupted, and two processes archive each event once', async () => {
  const { stream, archive, written } = await streamOfDays('twice');
  let puts = 0;
  const dying = withFault(archive, {
    put: (...parameters) => (++puts > 1 ? Promise.reject(new Error('killed')) : archive.put(...parameters)),
  });
  await assert.rejects(archiveEvents({ database, archive: dying, telemetry }, inDays(1)), /killed/);
  assert.equal(await archivedEvents(stream), 20);
  const both = [1, 2].map(() => archiveEvents({ database, archive, telemetry }, inDays(1)));
  const counts = await Promise.all(both);
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    20,
  );
  assert.equal(await archivedEvents(stream), 40);
  await maintainLog(database, inDays(6));
  assert.deepEqual(
    (await allOf(stream, archive)).map(({ data }) => data.value),
    written,
  );
  await maintainLog(database);
});

test('EVT-5: a lost archive is an error that names the gap, never a shorter history', async () => {
  const { stream, archive } = await streamOfDays('lost');
  await archiveEvents({ database, archive, telemetry }, inDays(1));
  await assert.rejects(allOf(stream, withFault(archive, { get: async () => null })), HistoryGap);
  await database.execute(sql`
    delete from log_archive where object = (
      select object from log_archive join log_streams on log_streams.id = stream_id
      where name = ${stream.name} order by first_offset desc limit 1
    )
  `);
  await maintainLog(database, inDays(1));
  assert.equal((await allOf(stream, archive)).length, 40, 'the log still has the second day');
  await database.execute(sql`
    delete from log_events where stream_id = (select id from log_streams where name = ${stream.name}) and "offset" < 25
  `);
  await assert.rejects(allOf(stream, archive), HistoryGap);
});

function withFault(archive: EventArchive, fault: Partial<EventArchive>): EventArchive {
  return {
    put: (...parameters) => archive.put(...parameters),
    get: address => archive.get(address),
    ...fault,
  };
}

/** Twenty events of yesterday and twenty of today. */
async function streamOfDays(name: string) {
  const stream = { ...testStream(name), partitions: 1, retentionDays: 2, isArchived: true };
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-events-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  const archive = createFileArchive({ directory, clock: systemClock, random: systemRandom });
  const log = open({ archive });
  await database.execute(sql`update log_streams set is_archived = false`);
  await log.declare(stream);
  const written = Array.from({ length: 40 }, (_, number) => `${number} ä "quoted"\n`);
  await append(stream, written.slice(0, 20));
  const id = sql`(select id from log_streams where name = ${name})`;
  await database.execute(sql`update log_events set at = at - interval '1 day' where stream_id = ${id}`);
  await append(stream, written.slice(20));
  return { stream, archive, log, written };
}

async function append(stream: Stream<TestEvent>, values: readonly string[]): Promise<void> {
  const log = open();
  for (const value of values)
    await database.transaction(async tx => log.append(tx, stream, [{ key: 'key', value }]));
}

async function allOf(stream: Stream<TestEvent>, archive: EventArchive) {
  const found = [];
  for await (const events of open({ archive }).history(stream, 0)) found.push(...events);
  return found.map(plain);
}

function plain({ offset, key, data, at }: LogEvent<TestEvent>) {
  return { offset, key, data, at };
}

async function archivedEvents(stream: Stream<TestEvent>): Promise<number> {
  const { events } = await database.one(
    row({ events: int8, name: text }),
    sql`
      select coalesce(sum(last_offset - first_offset + 1), 0)::bigint as events, name
      from log_streams left join log_archive on stream_id = id
      where name = ${stream.name} group by name
    `,
  );
  return events;
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}
