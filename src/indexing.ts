import { configuredOrigin, type Installation } from './context.ts';
import { systemClock } from './lib/clock.ts';
import type { RunningRole } from './roles.ts';
import { SavedQueries } from './search/alerts/saved-queries.ts';
import { startAlerts } from './search/alerts/start.ts';
import { type Search, startSearch } from './search/flow.ts';
import { embeddingModel } from './search/semantic/configured.ts';
import { SemanticSearch } from './search/semantic/semantic-search.ts';
import { followSynonyms } from './search/synonyms/in-use.ts';
import { seedSynonyms } from './search/synonyms/stored.ts';
import { openSearchIndex } from './search-index.ts';

/**
 * The role `index`: keeps a search index of this process, which its web role searches, and judges new articles by the
 * searches that readers have saved.
 */
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
  const parts: { stop(): Promise<void> }[] = [{ stop: () => index.close() }];
  const stop = async () => {
    for (let part = parts.pop(); part; part = parts.pop()) await part.stop();
  };
  try {
    search = await startSearch({ engine, index: name, database, log, clock: systemClock, telemetry });
    parts.push(search);
    const saved = new SavedQueries(installation.background, telemetry.log);
    const useSynonyms = (sets: readonly (readonly string[])[]) => {
      engine.useSynonyms(sets);
      saved.useSynonyms(sets);
    };
    await seedSynonyms(database, new Date(installation.clock.now()));
    parts.push(await followSynonyms({ database, clock: systemClock, log: telemetry.log }, useSynonyms));
    const origin = configuredOrigin(config);
    const alerts = await startAlerts({ ...installation, saved, waitingClock: systemClock, origin });
    parts.push(alerts);
    const { drained } = search;
    const model = embeddingModel(config);
    const semantic =
      model && new SemanticSearch({ ...installation, waitingClock: systemClock, log: telemetry.log, model });
    if (semantic) {
      semantic.start();
      parts.push(semantic);
    }
    searchIndex.use(engine, semantic);
    parts.push({ stop: async () => searchIndex.use(null) });
    return {
      drain: async () => {
        await drained();
        await alerts.drained();
        await semantic?.follow();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
