import type { Installation } from './context.ts';
import { systemClock } from './lib/clock.ts';
import type { RunningRole } from './roles.ts';
import { type Search, startSearch } from './search/flow.ts';
import { openSearchIndex } from './search-index.ts';

/** The role `index`: keeps a search index of this process, which its web role searches. */
export async function startIndex(installation: Installation): Promise<RunningRole> {
  const { config, database, log, newId, searchIndex, telemetry } = installation;
  let search: Search | undefined;
  const index = await openSearchIndex(config, {
    newId,
    onOpenedAnew: cause => {
      telemetry.log.error('the search index could not be written and was opened anew', { error: cause });
      search?.compareSoon();
    },
  });
  const { engine, name } = index;
  try {
    search = await startSearch({ engine, index: name, database, log, clock: systemClock, telemetry });
  } catch (error) {
    await index.close();
    throw error;
  }
  const { drained, stop } = search;
  searchIndex.use(engine);
  return {
    drain: drained,
    stop: async () => {
      await stop();
      searchIndex.use(null);
      await index.close();
    },
  };
}
