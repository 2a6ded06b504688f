import type { Clock } from '../../lib/clock.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { BatchChanges } from './batch-changes.ts';
import type { ClustererRegistry } from './clusterer-registry.ts';
import type { LanguageClusterer } from './language-clusterer.ts';
import { publishChanges } from './publish-changes.ts';
import { refreshStories } from './refresh-stories.ts';
import { discardRemovals } from './removals.ts';
import { type RetiredStories, retireStories } from './successors.ts';
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
  const { gone } = await refreshStories(tx, clusterer, changes);
  await discardRemovals(tx, clusterer, gone);
  const successors = await retireStories(tx, { changes, moves, gone, onRetired: deps.onRetired });
  await publishChanges(deps, tx, { clusterer, changes, gone, successors });
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

export interface ClusteringDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  readonly registry: ClustererRegistry;
  /** Moves what other modules keep by story id, in the transaction that retires the stories. */
  readonly onRetired: (tx: Transaction, retired: RetiredStories) => Promise<void>;
}
