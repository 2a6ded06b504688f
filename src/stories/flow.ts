import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArticleStored } from '../model/article.ts';
import type { ClusteringEvent } from '../model/story.ts';
import type { Transaction } from '../platform/database/port.ts';
import type { LogEvent } from '../platform/log/port.ts';
import { BatchChanges } from './clusterer/batch-changes.ts';
import type { ClusteringDeps } from './clusterer/clustering-deps.ts';
import { executeCommands } from './clusterer/commands.ts';
import { applyEngagement } from './clusterer/engagement.ts';
import { readUnplaced } from './clusterer/read-unplaced.ts';
import { RELATED_PER_BATCH, refreshRelated } from './clusterer/refresh-stories.ts';
import { applyRemovals } from './clusterer/removals.ts';
import { writeChanges } from './clusterer/write-changes.ts';
import { keyOf, readUndescribed } from './describe/article-facts.ts';
import { type DescribeDeps, storeDescriptions, withLabels } from './describe/store-descriptions.ts';

/*
 * From an article to a story:
 *
 *   articles.new        ArticleStored
 *     describeArticles    language -> entities -> topics -> fingerprint -> features, written to article_facts
 *   articles.described  ClusteringEvent, partitioned by language
 *     clusterArticles     removals -> (copy -> story -> breaking) -> commands -> engagement, written to stories
 *   stories.changed     StoryChanged
 *
 * Every step is idempotent: a replayed event finds its article described or placed and changes nothing.
 */

/** articles.new -> articles.described. The slow part runs in worker threads, before the transaction. */
export async function describeArticles(
  deps: DescribeDeps,
  events: readonly LogEvent<ArticleStored>[],
): Promise<(tx: Transaction) => Promise<void>> {
  const articles = await readUndescribed(deps.database, events.map(keyOf));
  if (articles.length === 0) return async () => undefined;
  // describe/describe.ts: language -> entities -> topics -> fingerprint -> features.
  const descriptions = await deps.describers.describe(articles.map(({ text }) => text));
  const described = await withLabels(deps, articles, descriptions);
  return tx => storeDescriptions(tx, deps.log, described);
}

/** articles.described -> stories.changed. Clusterers are loaded first: that takes longer than a transaction may. */
export async function prepareClustering(
  deps: ClusteringDeps,
  events: readonly LogEvent<ClusteringEvent>[],
): Promise<(tx: Transaction) => Promise<void>> {
  await deps.registry.preload(deps.database, new Set(events.map(event => event.data.language)));
  return tx => clusterArticles(deps, tx, events);
}

/** Languages are locked in one order, so that two processes cannot deadlock while a partition changes hands. */
export async function clusterArticles(
  deps: ClusteringDeps,
  tx: Transaction,
  events: readonly LogEvent<ClusteringEvent>[],
): Promise<void> {
  const byLanguage = Map.groupBy(
    events.map(({ data }) => data),
    ({ language }) => language,
  );
  for (const [language, described] of [...byLanguage].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const articleIds = described.flatMap(event => (event.kind === 'article' ? [event.articleId] : []));
    await clusterLanguage(deps, tx, { language, articleIds, relatedLimit: RELATED_PER_BATCH });
  }
}

/** One batch of one language. Without articles it catches up on removals, commands, engagement and related stories. */
export function clusterLanguage(
  deps: ClusteringDeps,
  tx: Transaction,
  { language, articleIds, relatedLimit }: LanguageBatch,
): Promise<void> {
  return deps.registry.run(tx, language, async clusterer => {
    const changes = new BatchChanges();
    await applyRemovals(tx, clusterer, changes);
    for (const [index, article] of (await readUnplaced(tx, articleIds)).entries()) {
      if (index % ARTICLES_PER_TURN === ARTICLES_PER_TURN - 1) await nextTurn();
      // language-clusterer.ts: copy -> story -> breaking.
      changes.addPlacement(clusterer.place(article));
    }
    await executeCommands(tx, clusterer, changes, new Date(deps.clock.now()));
    // Batches with articles come many times a minute; engagement changes once a minute.
    if (articleIds.length === 0) changes.announcements.push(...(await applyEngagement(tx, clusterer)));
    changes.announcements.push(...clusterer.breaking.tick(deps.clock.now()));
    clusterer.expire(deps.clock.now());
    await writeChanges(deps, tx, clusterer, changes);
    await refreshRelated(tx, clusterer, relatedLimit);
  });
}

/** Yields to the event loop after so many articles, so that requests and worker threads are served in between. */
const ARTICLES_PER_TURN = 8;

export interface LanguageBatch {
  readonly language: string;
  readonly articleIds: readonly string[];
  readonly relatedLimit: number;
}
