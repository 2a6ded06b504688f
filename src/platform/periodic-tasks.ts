import type { Clock } from '../lib/clock.ts';
import type { Archive } from './archive/port.ts';
import { tidyQueues } from './broker/index.ts';
import { deleteExpiredLimits } from './cache/database/limits.ts';
import { maintainPartitions } from './database/partitions.ts';
import type { Database } from './database/port.ts';
import { archiveEvents } from './log/archive-events.ts';
import { maintainLog } from './log/streams.ts';
import type { PeriodicTask } from './tasks/periodic.ts';
import { deleteExpiredRuns } from './tasks/retention.ts';
import type { Telemetry } from './telemetry/port.ts';

/** Partitions, retention and clean-up of what the platform stores. */
export function platformTasks({
  database,
  archive,
  eventArchive,
  clock,
  telemetry,
  archiveRetentionMs,
}: PlatformTaskDeps): PeriodicTask[] {
  return [
    {
      name: 'housekeeping.partitions',
      summary: 'Creates partitions ahead of time and drops expired ones',
      cron: '17 * * * *',
      run: async () => {
        await maintainPartitions(database, new Date(clock.now()));
      },
    },
    {
      name: 'housekeeping.event-archive',
      summary: 'Archives the events of ended days before the log drops them',
      cron: '9 * * * *',
      run: async () => {
        await archiveEvents({ database, archive: eventArchive, telemetry });
      },
    },
    {
      name: 'housekeeping.log',
      summary: 'Creates the next days of the log and drops those past their retention',
      cron: '27 * * * *',
      run: async () => {
        await maintainLog(database);
      },
    },
    {
      name: 'housekeeping.queues',
      summary: 'Empties the oldest day of the queues and deletes old deduplication keys',
      cron: '37 * * * *',
      run: async () => {
        await tidyQueues(database);
      },
    },
    {
      name: 'housekeeping.limits',
      summary: 'Deletes rate limits whose window has passed',
      cron: '* * * * *',
      run: async () => {
        await deleteExpiredLimits(database, new Date(clock.now()));
      },
    },
    {
      name: 'housekeeping.archive',
      summary: 'Deletes fetched documents that are older than `archive-retention`',
      cron: '23 4 * * *',
      run: async () => {
        await archive.deleteOlderThan(new Date(clock.now() - archiveRetentionMs));
      },
    },
    {
      name: 'housekeeping.task-runs',
      summary: 'Deletes task runs that are older than 90 days',
      cron: '41 3 * * *',
      run: async () => {
        await deleteExpiredRuns(database);
      },
    },
  ];
}

interface PlatformTaskDeps {
  readonly database: Database;
  readonly archive: Archive;
  readonly eventArchive: Archive;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly archiveRetentionMs: number;
}
