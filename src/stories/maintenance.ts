import { row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import type { ClusteringDeps } from './clusterer/clustering-deps.ts';
import { recentlyReadLanguages } from './clusterer/engagement.ts';
import { RELATED_PER_MAINTENANCE } from './clusterer/refresh-stories.ts';
import { clusterLanguage } from './flow.ts';

/**
 * Clusters the languages that have work although no article arrived: breaking stories that may have cooled down,
 * commands of editors, removed articles, new engagement, stale related stories. Each language is left to the process
 * that holds its partition.
 */
export async function runMaintenance(
  deps: ClusteringDeps,
  isHeld: (language: string) => boolean,
): Promise<void> {
  const { clock, database, registry } = deps;
  registry.keepOnly(isHeld);
  const pending = await database.many(
    row({ language: text }),
    sql`
      select language from stories where breaking_since is not null and breaking_until is null
      union select language from story_orders where done_at is null
      union select stories.language from story_losses
        left join story_redirects on from_id = story_id
        join stories on stories.id = coalesce(into_id, story_id)
    `,
  );
  const engaged = (await recentlyReadLanguages(database, clock.now())).filter(
    ({ language, minute }) => minute > registry.engagedUntil(language),
  );
  const languages = [...pending, ...engaged].map(({ language }) => language);
  for (const language of new Set([...languages, ...registry.withStaleRelated]))
    if (isHeld(language))
      await database.transaction(tx =>
        clusterLanguage(deps, tx, { language, articleIds: [], relatedLimit: RELATED_PER_MAINTENANCE }),
      );
}
