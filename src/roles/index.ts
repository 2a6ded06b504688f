import { configuredOrigin, type Installation } from '../context.ts';
import { systemClock } from '../lib/clock.ts';
import { restartReporter } from '../platform/telemetry/restarts.ts';
import { SavedQueries } from '../search/alerts/saved-queries.ts';
import { startAlerts } from '../search/alerts/start.ts';
import { openSearchIndex } from '../search/engine/embedded/open.ts';
import { type RunningSearch, startSearch } from '../search/flow.ts';
import { embeddingModel } from '../search/semantic/configured-model.ts';
import { SemanticSearch } from '../search/semantic/semantic-search.ts';
import { followSynonyms } from '../search/synonyms/follow.ts';
import { seedSynonyms } from '../search/synonyms/store.ts';
import type { RunningRole } from './role.ts';

/**
 * The role `index`: keeps the search index that the web role of this process searches, and matches new articles
 * against saved searches.
 */
export async function startIndexRole(installation: Installation): Promise<RunningRole> {
  const { config, database, log, newId, searchIndex, telemetry } = installation;
  let search: RunningSearch | undefined;
  const index = await openSearchIndex(config, {
    newId,
    threads: installation.size.searchThreads,
    onReopened: cause => {
      telemetry.log.error('search.index_reopened', { error: cause });
      search?.verifySoon();
    },
    onCrash: restartReporter(telemetry, 'search'),
  });
  const { engine, name } = index;
  // Closes resources in reverse order, when the start fails and at the end.
  await using open = new AsyncDisposableStack();
  open.defer(() => index.close());
  search = await startSearch({ engine, index: name, database, log, clock: systemClock, telemetry });
  const { drained } = search;
  open.adopt(search, part => part.stop());
  const saved = new SavedQueries(installation.background, telemetry.log);
  const useSynonyms = (sets: readonly (readonly string[])[]) => {
    engine.useSynonyms(sets);
    saved.useSynonyms(sets);
  };
  await seedSynonyms(database, new Date(installation.clock.now()));
  const synonyms = await followSynonyms({ database, clock: systemClock, log: telemetry.log }, useSynonyms);
  open.defer(() => synonyms.stop());
  const origin = configuredOrigin(config);
  const alerts = await startAlerts({ ...installation, saved, waitingClock: systemClock, origin });
  open.defer(() => alerts.stop());
  const model = embeddingModel(config);
  const semantic = model && new SemanticSearch({ ...installation, waitingClock: systemClock, model });
  if (semantic) {
    semantic.start();
    open.defer(() => semantic.stop());
  }
  searchIndex.use(engine, semantic);
  open.defer(() => searchIndex.use(null));
  const running = open.move();
  return {
    drain: async () => {
      await drained();
      await alerts.drained();
      await semantic?.refresh();
    },
    stop: () => running.disposeAsync(),
  };
}
