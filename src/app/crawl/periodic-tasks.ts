import { hurrySources } from '../../ingest/schedule/hurry.ts';
import type { Database } from '../../platform/database/port.ts';
import type { PeriodicTask } from '../../platform/tasks/periodic.ts';
import { sourcesOfBreaking } from '../../stories/queries/index.ts';

/** SCHED-3: sources that report breaking news are fetched more often while it lasts. */
export function crawlTasks(database: Database): PeriodicTask[] {
  return [
    {
      name: 'crawl.breaking-sources',
      summary: 'Fetches the sources of breaking stories every five minutes',
      cron: '* * * * *',
      run: async () => {
        const sources = await sourcesOfBreaking(database);
        if (sources.length > 0) await hurrySources(database, sources);
      },
    },
  ];
}
