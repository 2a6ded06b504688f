import type { Transaction } from '../../platform/database/port.ts';
import { BatchChanges } from './batch-changes.ts';
import type { ClusteringDeps } from './clustering-deps.ts';
import type { LanguageClusterer } from './language-clusterer.ts';
import { publishChanges } from './publish-changes.ts';
import { refreshStories } from './refresh-stories.ts';
import { discardRemovals } from './removals.ts';
import { retireStories } from './successors.ts';
import { writePlacements } from './write-placements.ts';

/** Writes what a batch decided and publishes it: placements, then stories, then the end of stories without articles. */
export async function writeChanges(
  deps: ClusteringDeps,
  tx: Transaction,
  clusterer: LanguageClusterer,
  changes: BatchChanges,
): Promise<void> {
  const storyOf = (article: string) => clusterer.stories.storyOf(article);
  for (const { article } of changes.placements) changes.markChanged(storyOf(article.id) ?? article.id);
  if (changes.isEmpty) return;
  const moves = await writePlacements(tx, changes, storyOf);
  const { retired } = await refreshStories(tx, clusterer, changes);
  await discardRemovals(tx, clusterer, retired);
  const successors = await retireStories(tx, { changes, moves, retired, onRetired: deps.onRetired });
  await publishChanges(deps, tx, { clusterer, changes, moves, retired, successors });
}

/** Recounts and publishes stories whose articles were labelled anew. */
export async function recountStories(
  deps: ClusteringDeps,
  tx: Transaction,
  clusterer: LanguageClusterer,
  stories: readonly string[],
): Promise<void> {
  const changes = new BatchChanges();
  for (const story of stories) changes.markRecount(story);
  await writeChanges(deps, tx, clusterer, changes);
}
