import type { Clock } from '../lib/clock.ts';
import type { Database } from '../platform/database/port.ts';
import type { PeriodicTask } from '../platform/tasks/periodic.ts';
import type { RecentSearchLists } from './recent/recent-searches.ts';
import { embedArticles } from './semantic/embed-articles.ts';
import type { EmbeddingModel } from './semantic/port.ts';

export function searchTasks({ database, clock, recentSearches, embeddings }: SearchTaskDeps): PeriodicTask[] {
  return [
    {
      name: 'housekeeping.searches',
      summary: 'Repairs lists of recent searches that changed outside the cache and deletes old ones',
      cron: '1-59/5 * * * *',
      run: async () => {
        await recentSearches().repair();
      },
    },
    {
      name: 'search.embeddings',
      summary: 'Embeds new articles with the configured model, newest first',
      cron: embeddings ? '* * * * *' : '11 * * * *',
      run: async () => {
        if (embeddings) await embedArticles({ database, clock, model: embeddings });
      },
    },
  ];
}

interface SearchTaskDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly recentSearches: () => RecentSearchLists;
  readonly embeddings: EmbeddingModel | null;
}
